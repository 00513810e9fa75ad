/** The document as it arrives: the login page drawn, its styles inside, and what to fetch next. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { root } from './paths.ts';
import { partsWith } from './parts.ts';

/** What each dark theme sets, as the console's themes say it. */
async function darkTokens(): Promise<Record<string, Record<string, string>>> {
  const { module } = await runnerImport<typeof import('../../apps/console/shell/look/themes.ts')>(
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
 * Runs before anything is drawn: the language, for whoever holds a token and on public pages no login page, and where
 * the console will wear a dark theme a dark ground, for a light one until then would dazzle at night, as a white login
 * would. Who holds a token gets the parts of the page in view on their way before a script asks for them, and before
 * them the call for who it is, which would wait behind all of these (kit/console/early.ts). A form sent
 * before its script is there would put the password into the address: it is noted, and sent once the script has come.
 */
const startScript = async (): Promise<string> =>
  `(()=>{let e=document.documentElement,g=n=>{try{return JSON.parse(localStorage.getItem("gatehouse-"+n)).content}catch{}},t=g("token"),n=g("look")?.theme,d=(${JSON.stringify(await darkGrounds())})[n];if(g("lang")==="en")e.lang="en";if(t||/^.(40[34]|500|gxwlogin|myiframe)/.test(location.pathname))e.setAttribute("data-in","");else if(d)e.dataset.night=n;if(t&&d){e.style.setProperty("--gh-scheme","dark");e.style.setProperty("--gh-ground",d)}if(t&&location.pathname!=="/lock"){if(!g("lock")){let a=t.accessToken,u="/api/api-uaa/oauth/userinfo",i=e.lang==="en"?"en":"zh",q=fetch(u,{headers:{"Accept-Language":i,Authorization:"Bearer "+a},credentials:"include",signal:AbortSignal.timeout(1e5)});q.catch(()=>{});globalThis.gatehouseEarly={[u]:{of:a+" "+i,answer:q}};}for(let m of document.querySelectorAll("meta[name=parts]"))for(let h of m.dataset.routes&&!m.dataset.routes.split(" ").includes(location.pathname)?[]:m.content.split(" ").filter(Boolean)){let l=document.createElement("link"),c=/css$/.test(h);l.crossOrigin="";l.rel=c?"preload":"modulepreload";if(c)l.as="style";l.href="/"+h;document.head.append(l)}}addEventListener("submit",v=>{v.preventDefault();e.dataset.sent=""})})()`;

type Known = Pick<typeof import('../../apps/console/routes.ts'), 'routesByArea' | 'ownFiles'>;

/**
 * What the login page has not and a list needs, as marks in the document, in the order they are fetched: what asks for
 * the rows, for the routes of each area its declarations and for a screen of its own that screen, and what draws them:
 * the parts of the shell and of lists. None where the console is not built.
 */
function partsNeeded(bundle: Rolldown.OutputBundle | undefined, { routesByArea, ownFiles }: Known): string {
  const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk');
  const first = partsWith(chunks, ({ name }) => name === 'first');
  const early = partsWith(chunks, ({ name }) => name === 'early', first);
  const shell = new Set(
    ['shell', 'list'].flatMap((group) => [
      ...partsWith(chunks, ({ name }) => name === group, new Set([...first, ...early])),
    ]),
  );
  const mark = (parts: Iterable<string>, more = '') => `<meta name="parts"${more} content="${[...parts].join(' ')}">`;
  const ofAreas =
    chunks.length === 0
      ? []
      : Object.entries(routesByArea).map(([area, addresses]) => {
          const entries = ['model/index.ts', 'console/screens.ts'].map((file) => resolve(root, 'areas', area, file));
          const had = new Set([...first, ...early, ...shell]);
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
  return [mark(early), ...ofAreas, mark(shell)].join('');
}

/**
 * The document brings its styles itself: a page that waits for a second answer is drawn later by that wait. The link
 * stays, switched off, so that no part fetches them again.
 */
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
export function firstDrawing(): Plugin {
  return {
    name: 'gatehouse-first-drawing',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { module } = await runnerImport<typeof import('../../apps/console/login-view.tsx')>(
          resolve(root, 'apps/console/login-view.tsx'),
        );
        const { module: known } = await runnerImport<typeof import('../../apps/console/routes.ts')>(
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
