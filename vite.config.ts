import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { root, out } from './tools/build/paths.ts';
import { lighterCharts } from './tools/build/lighter-charts.ts';
import { lighterModels } from './tools/build/lighter-models.ts';
import { routes, help } from './tools/build/pages.ts';
import { firstDrawing } from './tools/build/first-drawing.ts';
import { installable } from './tools/build/installable.ts';
import { offline } from './tools/build/offline.ts';
import { compressed } from './tools/build/compressed.ts';
import { handheld } from './tools/build/handheld.ts';
import { groups } from './tools/build/groups.ts';

export default defineConfig({
  root,
  plugins: [
    react(),
    lighterCharts(),
    lighterModels(),
    routes(),
    help(),
    firstDrawing(),
    installable(),
    offline(),
    handheld(),
    compressed(),
  ],
  publicDir: false,
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
});
