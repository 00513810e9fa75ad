import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, defineConfig, runnerImport } from 'vite';
import type { Plugin, Rolldown } from 'vite';

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

/** The help of the screens, from the READMEs: one small chunk for each area and language, loaded when somebody asks. */
function help(): Plugin {
  const list = 'virtual:help';
  const readmes = () => runnerImport<typeof import('./apps/console/help/readmes.ts')>(resolve(root, 'apps/console/help/readmes.ts'));
  return {
    name: 'gatehouse-help',
    resolveId: (source) => (source === list || source.startsWith(`${list}/`) ? `\0${source}` : undefined),
    async load(asked) {
      if (!asked.startsWith(`\0${list}`)) return;
      const { module } = await readmes();
      const [, area, lang] = asked.slice(1).split('/');
      if (area) {
        this.addWatchFile(module.readmes[area]!);
        return `export default ${JSON.stringify(module.readHelp(area, lang as 'zh' | 'en'))};`;
      }
      const said = (name: string) => (['zh', 'en'] as const).map((each) => `${each}: () => import('${list}/${name}/${each}')`).join(', ');
      return `export const help = { ${Object.keys(module.readmes).map((name) => `${name}: { ${said(name)} }`).join(', ')} };`;
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

const icons = resolve(root, 'apps/console/icons');

/** What a browser asks for to put the console among the programs of a machine: a name for each language, and the icons. */
function installable(): Plugin {
  const sizes = [['icon.svg', 'any', 'any'], ['icon-192.png', '192x192', 'any'], ['icon-512.png', '512x512', 'any'], ['maskable-512.png', '512x512', 'maskable']] as const;
  return {
    name: 'gatehouse-installable',
    async transformIndexHtml(html) {
      return html.replace('%icon%', `data:image/svg+xml,${encodeURIComponent((await readFile(join(icons, 'icon.svg'), 'utf8')).trim()).replaceAll('%20', ' ').replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%2F', '/')}`);
    },
    async generateBundle() {
      const { module } = await runnerImport<typeof import('./apps/console/login-words.ts')>(resolve(root, 'apps/console/login-words.ts'));
      const drawn = await Promise.all(sizes.map(async ([file, size, purpose]) => {
        const name = this.getFileName(this.emitFile({ type: 'asset', name: file, source: await readFile(join(icons, file)) }));
        return { src: `/${name}`, sizes: size, type: file.endsWith('svg') ? 'image/svg+xml' : 'image/png', purpose };
      }));
      for (const lang of ['zh', 'en'] as const) {
        const manifest = {
          id: '/', start_url: '/', scope: '/', display: 'standalone', lang: lang === 'zh' ? 'zh-CN' : 'en', name: module.defaultTitle[lang], short_name: module.shortTitle[lang],
          background_color: '#f3f5f8', theme_color: '#0f1c2e', icons: drawn,
        };
        this.emitFile({ type: 'asset', fileName: `manifest.${lang}.webmanifest`, source: JSON.stringify(manifest) });
      }
    },
  };
}

/** The files that a module brings when it is loaded, with what they import themselves. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const found = new Set<string>();
  const take = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (!chunk || found.has(`/${name}`)) return;
    for (const file of [name, ...chunk.viteMetadata?.importedCss ?? []]) found.add(`/${file}`);
    chunk.imports.forEach(take);
  };
  take(chunks.find(({ facadeModuleId }) => facadeModuleId === resolve(root, module))!.fileName);
  return [...found];
}

/** The worker that keeps this build's files for times without a network: it knows what the first document, the shell and the lock need, and changes with any file. */
function offline(): Plugin {
  return {
    name: 'gatehouse-offline',
    apply: 'build',
    async writeBundle(_, bundle) {
      const page = await readFile(join(out, 'index.html'), 'utf8');
      const first = [...new Set([...page.match(/\/assets\/[\w.-]+/g) ?? [], ...['apps/console/app.tsx', 'apps/console/lone/lock-page.tsx'].flatMap((module) => filesOf(bundle, module))])];
      const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!;
      const version = createHash('sha256').update(page).update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
      await build({
        configFile: false, root, logLevel: 'error', publicDir: false, define: { BUILD: JSON.stringify({ version, entry, first }) },
        build: { outDir: out, emptyOutDir: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: resolve(root, 'apps/console/offline/worker.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } } },
      });
    },
  };
}

const packed = /\.(js|css|html|svg|json|webmanifest)$/;

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
  plugins: [react(), routes(), help(), firstDrawing(), installable(), offline(), compressed()],
  publicDir: false,
  build: {
    outDir: out, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700, reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
});
