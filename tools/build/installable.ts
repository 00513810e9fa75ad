import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import { root } from './paths.ts';

const icons = resolve(root, 'apps/console/icons');

/**
 * What a browser asks for to put the console among the programs of a machine: a name for each language, and the icons.
 */
export function installable(): Plugin {
  const sizes = [
    ['icon.svg', 'any', 'any'],
    ['icon-192.png', '192x192', 'any'],
    ['icon-512.png', '512x512', 'any'],
    ['maskable-512.png', '512x512', 'maskable'],
  ] as const;
  return {
    name: 'gatehouse-installable',
    async transformIndexHtml(html) {
      return html.replace(
        '%icon%',
        `data:image/svg+xml,${encodeURIComponent((await readFile(join(icons, 'icon.svg'), 'utf8')).trim())
          .replaceAll('%20', ' ')
          .replaceAll('%3D', '=')
          .replaceAll('%3A', ':')
          .replaceAll('%2F', '/')}`,
      );
    },
    async generateBundle() {
      const { module } = await runnerImport<typeof import('../../apps/console/login-words.ts')>(
        resolve(root, 'apps/console/login-words.ts'),
      );
      const drawn = await Promise.all(
        sizes.map(async ([file, size, purpose]) => {
          const name = this.getFileName(
            this.emitFile({ type: 'asset', name: file, source: await readFile(join(icons, file)) }),
          );
          return { src: `/${name}`, sizes: size, type: file.endsWith('svg') ? 'image/svg+xml' : 'image/png', purpose };
        }),
      );
      for (const lang of ['zh', 'en'] as const) {
        const manifest = {
          id: '/',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          lang: lang === 'zh' ? 'zh-CN' : 'en',
          name: module.defaultTitle[lang],
          short_name: module.shortTitle[lang],
          background_color: '#f3f5f8',
          theme_color: '#0f1c2e',
          icons: drawn,
        };
        this.emitFile({ type: 'asset', fileName: `manifest.${lang}.webmanifest`, source: JSON.stringify(manifest) });
      }
    },
  };
}
