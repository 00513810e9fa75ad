/** The collectors' page at `/h/`: a bundle of its own beside the console's, with its worker and manifest. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { root, out } from './paths.ts';

const folder = join(out, 'h');
const icons = ['icon-192.png', 'icon-512.png', 'maskable-512.png'] as const;

const page = (script: string, style: string): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="#0f1c2e">
<title>路内收费</title>
<link rel="manifest" href="/h/manifest.webmanifest">
<link rel="icon" href="/h/icon-192.png">
<link rel="stylesheet" href="/h/${style}">
</head>
<body>
<div id="app"></div>
<noscript>请开启 JavaScript。Please allow JavaScript.</noscript>
<script type="module" src="/h/${script}"></script>
</body>
</html>
`;

const manifest = {
  id: '/h/',
  start_url: '/h/',
  scope: '/h/',
  display: 'standalone',
  lang: 'zh-CN',
  name: '路内收费',
  short_name: '路内收费',
  background_color: '#f3f5f8',
  theme_color: '#0f1c2e',
  icons: icons.map((name) => ({
    src: `/h/${name}`,
    sizes: name.includes('192') ? '192x192' : '512x512',
    type: 'image/png',
    purpose: name.startsWith('maskable') ? 'maskable' : 'any',
  })),
};

type Built = { readonly names: readonly string[]; readonly script: string; readonly style: string };

async function bundled(version: string): Promise<Built> {
  const built = (await build({
    configFile: false,
    root,
    base: '/h/',
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    define: { BUILD: JSON.stringify(version) },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: resolve(root, 'apps/handheld/console/main.tsx'),
        output: {
          entryFileNames: 'app-[hash].js',
          chunkFileNames: 'part-[hash].js',
          assetFileNames: 'app-[hash][extname]',
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const names = built.output.map(({ fileName }) => fileName);
  const script = built.output.find((each) => each.type === 'chunk' && each.isEntry)!.fileName;
  return { names, script, style: names.find((name) => name.endsWith('.css'))! };
}

export function handheld(): Plugin {
  return {
    name: 'gatehouse-handheld',
    apply: 'build',
    async writeBundle() {
      const { version } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as { version: string };
      const { names, script, style } = await bundled(version);
      const drawn = page(script, style);
      await writeFile(join(folder, 'index.html'), drawn);
      await writeFile(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest));
      for (const name of icons)
        await writeFile(join(folder, name), await readFile(resolve(root, 'apps/console/icons', name)));
      const digest = createHash('sha256').update(drawn).digest('hex').slice(0, 12);
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        publicDir: false,
        define: { FILES: JSON.stringify({ version: digest, names: [...names, 'icon-192.png'] }) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: resolve(root, 'apps/handheld/worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}
