import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, runnerImport } from 'vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;
const out = resolve(root, 'dist/console');

/** Tells the console which area brings which route, without loading any declaration in the browser. */
function routes(): Plugin {
  const id = '\0virtual:routes';
  return {
    name: 'gatehouse-routes',
    resolveId: (source) => (source === 'virtual:routes' ? id : undefined),
    async load(asked) {
      if (asked !== id) return;
      const { module } = await runnerImport<typeof import('./apps/console/routes.ts')>(resolve(root, 'apps/console/routes.ts'));
      return `export const routesByArea = ${JSON.stringify(module.routesByArea)};`;
    },
  };
}

/** The ground of each dark theme, as the console's themes say it. */
async function darkGrounds(): Promise<Record<string, string>> {
  const { module } = await runnerImport<typeof import('./apps/console/shell/look/themes.ts')>(resolve(root, 'apps/console/shell/look/themes.ts'));
  return Object.fromEntries(module.themes.flatMap(({ name, dark, tokens }) => (dark ? [[name, tokens['ground']!]] : [])));
}

/**
 * Runs before anything is drawn: the language, for whoever holds a token and on public pages no login page, and where the console
 * will wear a dark theme a dark ground, for a light one until then would dazzle at night.
 * A form sent before its script is there would put the password into the address, so sending waits.
 */
const startScript = async (): Promise<string> => `(()=>{let e=document.documentElement,g=n=>{try{return JSON.parse(localStorage.getItem("gatehouse-"+n)).content}catch{}},t=g("token"),d=(${JSON.stringify(await darkGrounds())})[g("look")?.theme];if(g("lang")==="en")e.lang="en";if(t||/^.(40[34]|500|gxwlogin|myiframe)/.test(location.pathname))e.setAttribute("data-in","");if(t&&!g("lock")&&d){e.style.setProperty("--gh-scheme","dark");e.style.setProperty("--gh-ground",d)}addEventListener("submit",v=>v.preventDefault())})()`;

/** Draws the login page of both languages into the document and writes down the hash of its one inline script. */
function firstDrawing(): Plugin {
  return {
    name: 'gatehouse-first-drawing',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<typeof import('./apps/console/login-view.tsx')>(resolve(root, 'apps/console/login-view.tsx'));
      const drawn = (['zh', 'en'] as const).map((lang) => `<div class="first ${lang}">${renderToStaticMarkup(createElement(module.LoginView, { lang }))}</div>`);
      return html.replace('<!--login-->', drawn.join('')).replace('<!--start-->', `<script>${await startScript()}</script>`);
    },
    async generateBundle() {
      const hash = createHash('sha256').update(await startScript()).digest('base64');
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify({ scripts: [`sha256-${hash}`] }) });
    },
  };
}

const packed = /\.(js|css|html|svg|json)$/;

/** Lays a brotli and a gzip copy beside every text file, so that serving costs no compression. */
function compressed(): Plugin {
  return {
    name: 'gatehouse-compressed',
    apply: 'build',
    async closeBundle() {
      const names = (await readdir(out, { recursive: true })).filter((name) => packed.test(name) && name !== 'csp.json');
      for (const name of names) {
        const bytes = await readFile(join(out, name));
        const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
        await writeFile(join(out, `${name}.br`), brotli);
        await writeFile(join(out, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * React's core, which the login page has by its hooks, without the part that draws; that part, which never changes, by itself; charts by themselves; what declarations are made of by itself, before
 * any of them: a part of it inside an area's declarations would be needed before it is there; the declarations of an area together. */
const groups = [
  { name: 'react', test: /node_modules[\\/]react[\\/]cjs[\\/]react\.|node_modules[\\/]react[\\/]index/, priority: 31 },
  { name: 'react-dom', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  { name: 'charts', test: /node_modules[\\/](echarts|zrender|tslib)[\\/]/, priority: 20 },
  { name: 'declare', test: /[\\/](kit[\\/]declare[\\/](?!text\.ts)|domain[\\/])/, priority: 15, includeDependenciesRecursively: false },
];

export default defineConfig({
  root,
  plugins: [react(), routes(), firstDrawing(), compressed()],
  publicDir: false,
  build: {
    outDir: out, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700, reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
});
