import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { root, out } from './paths.ts';
import { partsWith } from './parts.ts';

/**
 * The worker that keeps this build's files for times without a network: it knows what the first document, the shell and
 * the lock need, and changes with any file.
 */
export function offline(): Plugin {
  return {
    name: 'gatehouse-offline',
    apply: 'build',
    async writeBundle(_, bundle) {
      const page = await readFile(join(out, 'index.html'), 'utf8');
      const opened = ['apps/console/app.tsx', 'apps/console/lone/lock-page.tsx'].map((module) => resolve(root, module));
      const brought = partsWith(
        Object.values(bundle).filter((each) => each.type === 'chunk'),
        ({ moduleIds }) => opened.some((id) => moduleIds.includes(id)),
      );
      const first = [
        ...new Set([...(page.match(/\/assets\/[\w.-]+/g) ?? []), ...[...brought].map((name) => `/${name}`)]),
      ];
      // The last one begins the console and names all others: those before it may be the same in another build.
      const entry = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].at(-1)![1]!;
      const version = createHash('sha256')
        .update(page)
        .update(Object.keys(bundle).sort().join())
        .digest('hex')
        .slice(0, 12);
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        publicDir: false,
        define: { BUILD: JSON.stringify({ version, entry, first }) },
        build: {
          outDir: out,
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: resolve(root, 'apps/console/offline/worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}
