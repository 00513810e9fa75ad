import { readdirSync } from 'node:fs';
import type { Demo, DemoOptions } from '#db/demo/demo.ts';

/**
 * Loads the demo city on a first start and lets it live on; null where there is none, and then nothing of it is read
 * either. Its files in the data folder are `demo.json` and, while it is being loaded, `demo-indexes.json`.
 */
export async function demoAt(options: DemoOptions): Promise<Demo | null> {
  if (!options.fresh && !readdirSync(options.dataDir).some((name) => /^demo[.-]/.test(name))) return null;
  const { openDemo } = await import('#db/demo/demo.ts');
  return openDemo(options);
}
