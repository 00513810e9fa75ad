import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { out } from './paths.ts';

const packed = /\.(js|css|html|svg|json|webmanifest)$/;

/** Lays a brotli and a gzip copy beside every text file, so that serving costs no compression. */
export function compressed(): Plugin {
  return {
    name: 'gatehouse-compressed',
    apply: 'build',
    async closeBundle() {
      const names = (await readdir(out, { recursive: true })).filter(
        (name) => packed.test(name) && name !== 'csp.json',
      );
      for (const name of names) {
        const bytes = await readFile(join(out, name));
        const brotli = await promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        await writeFile(join(out, `${name}.br`), brotli);
        await writeFile(join(out, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}
