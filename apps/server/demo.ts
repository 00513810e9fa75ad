import { openDemo } from '#db/demo/demo.ts';
import type { DemoOptions } from '#db/demo/demo.ts';

export type Demo = { accounts: string; live: (at: { url: string; mqttPort: number }) => void; stop: () => Promise<void> };

/** Loads the demo city on a first start and lets it live on; null where there is none. */
export const demoAt = (options: DemoOptions): Promise<Demo | null> => openDemo(options);
