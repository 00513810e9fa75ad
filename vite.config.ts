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

/** Parts of the drawing library that it brings whoever draws, and nothing here draws with: options of its earlier versions, its own dark theme, patterns in place of colours, logarithmic axes, tooltips drawn on the canvas, tables it would reshape itself. */
const undrawn: Readonly<Record<string, string>> = {
  'preprocessor/backwardCompat.js': 'export default () => {};',
  'theme/dark.js': 'export default {};',
  'util/decal.js': 'export const createOrUpdatePatternFromDecal = () => null;',
  'scale/Log.js': 'export default class {}',
  'component/tooltip/TooltipRichContent.js': 'export default class {}',
  'data/helper/transform.js':
    'export class ExternalSource {} export const applyDataTransform = () => []; export const registerExternalTransform = () => {};',
};

/** Leaves them out; one that is not where it was is an error, so that none comes back unseen. */
function lighterCharts(): Plugin {
  const found = new Set<string>();
  return {
    name: 'gatehouse-lighter-charts',
    apply: 'build',
    load(id) {
      const part = /[\\/]echarts[\\/]lib[\\/](.+)$/.exec(id)?.[1]?.replaceAll('\\', '/');
      if (part === undefined || undrawn[part] === undefined) return;
      found.add(part);
      return undrawn[part];
    },
    buildEnd(error) {
      const gone = Object.keys(undrawn).filter((part) => !found.has(part));
      if (!error && gone.length > 0) this.error(`echarts has no ${gone.join(', ')} any more`);
    },
  };
}

/** Tells the console which area brings which route, without loading any declaration in the browser. */
function routes(): Plugin {
  const ids: readonly string[] = ['\0virtual:routes', '\0virtual:records'];
  return {
    name: 'gatehouse-routes',
    resolveId: (source) => (ids.includes(`\0${source}`) ? `\0${source}` : undefined),
    async load(asked) {
      if (!ids.includes(asked)) return;
      const { module } = await runnerImport<typeof import('./apps/console/routes.ts')>(
        resolve(root, 'apps/console/routes.ts'),
      );
      return asked === ids[0]
        ? `export const routesByArea = ${JSON.stringify(module.routesByArea)};`
        : `export const recordsByArea = ${JSON.stringify(module.recordsByArea)};`;
    },
  };
}

/** The help of the screens, from the READMEs: one small chunk for each area and language, loaded when somebody asks. */
function help(): Plugin {
  const list = 'virtual:help';
  const readmes = () =>
    runnerImport<typeof import('./apps/console/help/readmes.ts')>(resolve(root, 'apps/console/help/readmes.ts'));
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
      const said = (name: string) =>
        (['zh', 'en'] as const).map((each) => `${each}: () => import('${list}/${name}/${each}')`).join(', ');
      return `export const help = { ${Object.keys(module.readmes)
        .map((name) => `${name}: { ${said(name)} }`)
        .join(', ')} };`;
    },
  };
}

/** What each dark theme sets, as the console's themes say it. */
async function darkTokens(): Promise<Record<string, Record<string, string>>> {
  const { module } = await runnerImport<typeof import('./apps/console/shell/look/themes.ts')>(
    resolve(root, 'apps/console/shell/look/themes.ts'),
  );
  return Object.fromEntries(
    module.themes.flatMap(({ name, dark }) =>
      dark ? [[name, module.tokensOf({ ...module.firstLook, theme: name })]] : [],
    ),
  );
}

const darkGrounds = async (): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await darkTokens()).map(([name, tokens]) => [name, tokens['ground']!]));

/** The login page at night: of a dark theme what these styles use. */
const nightStyles = (css: string, dark: Record<string, Record<string, string>>): string =>
  Object.entries(dark)
    .map(
      ([name, tokens]) =>
        `@media screen{:root[data-night=${name}]{${Object.entries(tokens)
          .filter(([token]) => token === 'scheme' || css.includes(`var(--gh-${token})`))
          .map(([token, value]) => `--gh-${token}:${value}`)
          .join(';')}}}`,
    )
    .join('');

/**
 * Runs before anything is drawn: the language, for whoever holds a token and on public pages no login page, and where the console
 * will wear a dark theme a dark ground, for a light one until then would dazzle at night, as a white login would. Who holds a token gets the parts of the
 * page in view on their way before a script asks for them. A form sent before its script is there would put the password into the address: it is noted, and sent once the script has come.
 */
const startScript = async (): Promise<string> =>
  `(()=>{let e=document.documentElement,g=n=>{try{return JSON.parse(localStorage.getItem("gatehouse-"+n)).content}catch{}},t=g("token"),n=g("look")?.theme,d=(${JSON.stringify(await darkGrounds())})[n];if(g("lang")==="en")e.lang="en";if(t||/^.(40[34]|500|gxwlogin|myiframe)/.test(location.pathname))e.setAttribute("data-in","");else if(d)e.dataset.night=n;if(t&&d){e.style.setProperty("--gh-scheme","dark");e.style.setProperty("--gh-ground",d)}if(t&&location.pathname!=="/lock")for(let m of document.querySelectorAll("meta[name=parts]"))for(let h of m.dataset.routes&&!m.dataset.routes.split(" ").includes(location.pathname)?[]:m.content.split(" ").filter(Boolean)){let l=document.createElement("link"),c=/css$/.test(h);l.crossOrigin="";l.rel=c?"preload":"modulepreload";if(c)l.as="style";l.href="/"+h;document.head.append(l)}addEventListener("submit",v=>{v.preventDefault();e.dataset.sent=""})})()`;

/** Parts by the name of their group or a module that is in them, with all they import, less those of others. */
function partsWith(
  chunks: readonly Rolldown.OutputChunk[],
  wanted: (chunk: Rolldown.OutputChunk) => boolean,
  had: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  chunks.filter(wanted).forEach(add);
  return new Set([...found].filter((name) => !had.has(name)));
}

type Known = Pick<typeof import('./apps/console/routes.ts'), 'routesByArea' | 'ownFiles'>;

/**
 * What the login page has not and a list needs, as marks in the document: the parts of the shell and of lists, for the routes
 * of each area its declarations, and for a screen of its own that screen. None where the console is not built.
 */
function partsNeeded(bundle: Rolldown.OutputBundle | undefined, { routesByArea, ownFiles }: Known): string {
  const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk');
  const first = partsWith(chunks, ({ name }) => name === 'first');
  const shell = new Set(
    ['shell', 'list'].flatMap((group) => [...partsWith(chunks, ({ name }) => name === group, first)]),
  );
  const mark = (parts: Iterable<string>, more = '') => `<meta name="parts"${more} content="${[...parts].join(' ')}">`;
  const ofAreas =
    chunks.length === 0
      ? []
      : Object.entries(routesByArea).map(([area, addresses]) => {
          const entries = ['model/index.ts', 'console/screens.ts'].map((file) => resolve(root, 'areas', area, file));
          const had = new Set([...first, ...shell]);
          const model = partsWith(chunks, ({ moduleIds }) => entries.some((id) => moduleIds.includes(id)), had);
          const own = addresses
            .filter((address) => ownFiles[address])
            .map(
              (address) =>
                [
                  address,
                  partsWith(
                    chunks,
                    ({ moduleIds }) => moduleIds.includes(resolve(root, ownFiles[address]!)),
                    new Set([...had, ...model]),
                  ),
                ] as const,
            );
          return [
            mark(model, ` data-routes="${addresses.join(' ')}"`),
            ...own.map(([address, parts]) => mark(parts, ` data-routes="${address}"`)),
          ].join('');
        });
  return [mark(shell), ...ofAreas].join('');
}

/** The document brings its styles itself: a page that waits for a second answer is drawn later by that wait. The link stays, switched off, so that no part fetches them again. */
const withStyles = (
  html: string,
  bundle: Rolldown.OutputBundle | undefined,
  dark: Record<string, Record<string, string>>,
): string =>
  html.replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (link, name: string) => {
    const file = bundle?.[name];
    return file?.type === 'asset'
      ? `<style>${String(file.source).trim()}${nightStyles(String(file.source), dark)}</style>${link.replace('>', ' disabled>')}`
      : link;
  });

/** Draws the login page of both languages into the document and writes down the hash of its one inline script. */
function firstDrawing(): Plugin {
  return {
    name: 'gatehouse-first-drawing',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { module } = await runnerImport<typeof import('./apps/console/login-view.tsx')>(
          resolve(root, 'apps/console/login-view.tsx'),
        );
        const { module: known } = await runnerImport<typeof import('./apps/console/routes.ts')>(
          resolve(root, 'apps/console/routes.ts'),
        );
        const drawn = (['zh', 'en'] as const).map(
          (lang) =>
            `<div class="first ${lang}">${renderToStaticMarkup(createElement(module.LoginView, { lang }))}</div>`,
        );
        return withStyles(html, bundle, await darkTokens())
          .replace('<!--login-->', drawn.join(''))
          .replace('<!--start-->', `${partsNeeded(bundle, known)}<script>${await startScript()}</script>`);
      },
    },
    async generateBundle() {
      const hash = createHash('sha256')
        .update(await startScript())
        .digest('base64');
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify({ scripts: [`sha256-${hash}`] }) });
    },
  };
}

const icons = resolve(root, 'apps/console/icons');

/** What a browser asks for to put the console among the programs of a machine: a name for each language, and the icons. */
function installable(): Plugin {
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
      const { module } = await runnerImport<typeof import('./apps/console/login-words.ts')>(
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

/** The worker that keeps this build's files for times without a network: it knows what the first document, the shell and the lock need, and changes with any file. */
function offline(): Plugin {
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

const packed = /\.(js|css|html|svg|json|webmanifest)$/;

/** Lays a brotli and a gzip copy beside every text file, so that serving costs no compression. */
function compressed(): Plugin {
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

/** What opening any page of an area brings: its declarations, and the list of its own screens. */
const model = /[\\/]areas[\\/][^\\/]+[\\/](model[\\/]|console[\\/]screens\.ts$)/;
const areaOf = (id: string): string | undefined => /[\\/]areas[\\/]([^\\/]+)[\\/]/.exec(id)?.[1];

/** Whether another area needs a declaration, by itself or through one of its own area. */
function isLent(id: string, infoOf: (id: string) => Rolldown.ModuleInfo | null, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return (infoOf(id)?.importers ?? []).some(
    (importer) => areaOf(importer) !== areaOf(id) || isLent(importer, infoOf, seen),
  );
}

/**
 * Few large parts rather than many small ones: each costs a round trip's share, its headers, and packs worse by itself.
 * A group takes what its modules import, too, where no group above it does.
 * React, which never changes, by itself; charts by themselves, those of slices apart; what declarations are made of by itself, before
 * any of them: a part of it inside an area's declarations would be needed before it is there; the form of tariffs, which their declarations check; what prices stays, which only the tariffs' own pages do; the login page; the shell; lists; reports; the words of all areas together, which are small and needed across them; the declarations of an area together, those apart that other areas need. */
const groups = [
  { name: 'react-dom', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  {
    name: 'slices',
    test: /node_modules[\\/]echarts[\\/]lib[\\/]chart[\\/]pie/,
    priority: 21,
    includeDependenciesRecursively: false,
  },
  { name: 'charts', test: /node_modules[\\/](echarts|zrender|tslib)[\\/]/, priority: 20 },
  {
    name: 'declare',
    test: /[\\/](kit[\\/]declare[\\/](?!text\.ts)|domain[\\/](?!fee[\\/]))/,
    priority: 15,
    includeDependenciesRecursively: false,
  },
  {
    name: 'fee-form',
    test: /[\\/]domain[\\/]fee[\\/](check|grammar|tariff-grammar)\.ts$/,
    priority: 15,
    includeDependenciesRecursively: false,
  },
  { name: 'fees', test: /[\\/]domain[\\/]fee[\\/]/, priority: 14, includeDependenciesRecursively: false },
  { name: 'first', test: /[\\/]apps[\\/]console[\\/]main\.ts$/, priority: 14 },
  { name: 'shell', test: /[\\/]apps[\\/]console[\\/]app\.tsx$/, priority: 12 },
  { name: 'list', test: /[\\/]kit[\\/]console[\\/](list-page|choice-tabs|totals-strip)\.tsx$/, priority: 10 },
  { name: 'figures', test: /[\\/]kit[\\/]console[\\/](report-page|lazy-chart)\.tsx$/, priority: 9 },
  {
    name: 'model-words',
    test: /[\\/]areas[\\/][^\\/]+[\\/]model[\\/]words\.ts$/,
    priority: 9,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, chunks: Rolldown.ChunkingContext) =>
      `model-${areaOf(id)}${isLent(id, (each) => chunks.getModuleInfo(each)) ? '-lent' : ''}`,
    debugName: 'model',
    test: model,
    priority: 8,
    includeDependenciesRecursively: false,
  },
];

export default defineConfig({
  root,
  plugins: [react(), lighterCharts(), routes(), help(), firstDrawing(), installable(), offline(), compressed()],
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
