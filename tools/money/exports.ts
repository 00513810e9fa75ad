/** After the play: what the tools for anyone without the server make of exported files, in both languages. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from './world.ts';

type Checked = { readonly what: string; readonly isRight: boolean; readonly words: string };

const PROOFS = [
  { what: 'days of money from exported files', tool: 'check-day-proof.mjs', exports: ['moneyDay', 'moneyItem'] },
  { what: 'day roots from exported files', tool: 'check-day-roots.mjs', exports: ['dayRoot', 'settlementRecord'] },
] as const;

export async function checkExports({ product }: World): Promise<Checked[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-exports-'));
  const checked: Checked[] = [];
  try {
    for (const { what, tool, exports } of PROOFS)
      for (const lang of ['zh', 'en'] as const) {
        const files: string[] = [];
        for (const name of exports) {
          const { status, text } = await product.ask(
            'GET',
            `/api/gatehouse/export/${name}`,
            { format: 'csv' },
            { lang },
          );
          if (status !== 200) throw new Error(`the export of ${name} was answered ${status}: ${text.slice(0, 300)}`);
          const file = join(folder, `${name}-${lang}.csv`);
          writeFileSync(file, text);
          files.push(file);
        }
        const run = spawnSync(process.execPath, [join(import.meta.dirname, '..', tool), ...files], {
          encoding: 'utf8',
        });
        const words = (run.stdout + run.stderr).trim().slice(0, 1_000);
        checked.push({ what: `${what}, ${lang}`, isRight: run.status === 0, words });
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return checked;
}
