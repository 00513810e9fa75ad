/**
 * What is made of many pictures so that they can be looked through: a page with all of them, and sheets that show a
 * dozen at once.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Lang } from '#kit/declare/text.ts';
import type { Size } from '#test/walks/world.ts';

export type Choice = { lang: Lang; theme: string; size: Size };

export const pictureOf = (route: string, { lang, theme, size }: Choice): string =>
  `${route.slice(1).replaceAll('/', '-').replaceAll(':', '')}.${lang}.${size.width}${theme === 'white' ? '' : `.${theme}`}.png`;

const there = (folder: string, routes: readonly string[], choice: Choice): { route: string; file: string }[] =>
  routes
    .map((route) => ({ route, file: pictureOf(route, choice) }))
    .filter(({ file }) => existsSync(join(folder, file)));

/** One page to look through, a row for each route; the boxes above hide what is not looked for. */
export function contactPage(folder: string, routes: readonly string[], choices: readonly Choice[]): void {
  const classOf = ({ lang, theme, size }: Choice): string[] => [lang, theme, `w${size.width}`];
  const picture = (route: string, choice: Choice): string => {
    const file = pictureOf(route, choice);
    return existsSync(join(folder, file))
      ? `<a class="${classOf(choice).join(' ')}" href="${file}"><img loading="lazy" src="${file}" alt="${route} ${classOf(choice).join(' ')}"></a>`
      : '';
  };
  const row = (route: string): string =>
    `<h2 id="${route}">${route}</h2><p>${choices.map((choice) => picture(route, choice)).join('\n')}</p>`;
  const names = [...new Set(choices.flatMap(classOf))];
  const boxes = names.map((name) => `<label><input type="checkbox" id="${name}" checked> ${name}</label>`).join(' ');
  const hidden = names.map((name) => `body:has(#${name}:not(:checked)) a.${name}{display:none}`).join('');
  const style = `body{font:14px system-ui;margin:24px}header{position:sticky;top:0;padding:8px;background:#fff}img{height:300px;border:1px solid #ccc;margin:4px;vertical-align:top}h2{scroll-margin-top:48px}${hidden}`;
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gatehouse, every route</title><style>${style}</style><header>${boxes}</header>\n${routes.map(row).join('\n')}\n`,
  );
}

/** Columns and rows of a sheet, so that the words of each picture can still be read. */
const grid = ({ width }: Size): { columns: number; rows: number } =>
  width < 640 ? { columns: 8, rows: 2 } : { columns: 4, rows: width > 1200 ? 4 : 3 };
const sheetWidth = 2400;

/**
 * Pictures of one language, theme and width side by side as `sheets/zh.white.1440.1.png`, so many to a sheet. Answers
 * how many sheets were made.
 */
export async function tile(
  browser: Browser,
  folder: string,
  routes: readonly string[],
  choice: Choice,
): Promise<number> {
  const { lang, theme, size } = choice;
  const { columns, rows } = grid(size);
  const pictures = there(folder, routes, choice);
  const each = Math.floor(sheetWidth / columns) - 8;
  mkdirSync(join(folder, 'sheets'), { recursive: true });
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 800 } });
  const draft = join(folder, 'sheets', 'draft.html');
  let sheets = 0;
  for (let from = 0; from < pictures.length; from += columns * rows) {
    const shown = pictures
      .slice(from, from + columns * rows)
      .map(
        ({ route, file }) => `<figure><figcaption>${route}</figcaption><img src="../${file}" width="${each}"></figure>`,
      );
    writeFileSync(
      draft,
      `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#888;font:13px system-ui}main{display:grid;grid-template-columns:repeat(${columns},1fr)}figure{margin:4px}figcaption{overflow:hidden;white-space:nowrap}img{display:block}</style><main>${shown.join('')}</main>`,
    );
    await page.goto(pathToFileURL(draft).href);
    await page.screenshot({
      path: join(folder, 'sheets', `${lang}.${theme}.${size.width}.${(sheets += 1)}.png`),
      fullPage: true,
    });
  }
  rmSync(draft, { force: true });
  await page.close();
  return sheets;
}
