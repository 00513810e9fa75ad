/** What of the contract, `spec/calls.tsv` and `spec/routes.tsv`, stands, by the contract's own areas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callKey, place } from '#apps/check/contract.ts';
import { standingRoutes } from '#apps/console/routes.ts';
import { registeredCalls } from '#apps/server/calls.ts';

export { callKey, place };

export type Row = Readonly<Record<string, string>>;

function table(name: string): Row[] {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, '..', 'spec', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(head!.map((column, i) => [column, cells[i] ?? ''])));
}

export const contract = { calls: table('calls.tsv'), routes: table('routes.tsv') };
/** A call whose `url` says what it is to do stands in the contract once for each. */
const spoken = ({ method, path, input }: ReturnType<typeof registeredCalls>[number]): string[] => [
  callKey(method, path),
  ...Object.keys(input['url']?.options ?? {}).map((url) => callKey(method, `${path}?url=${url}`)),
];
export const registered = new Set(registeredCalls().flatMap(spoken));
export const routes = new Set(standingRoutes.map(place));

const stands = {
  calls: (row: Row) => registered.has(callKey(row['method']!, row['path']!)),
  routes: (row: Row) => routes.has(place(row['path']!)),
};
export const standing = { calls: contract.calls.filter(stands.calls), routes: contract.routes.filter(stands.routes) };

export type AreaCount = { area: string; stand: number; of: number; absent: Row[] };

/** Every area of the contract's table with what stands of it and what does not. */
export function byArea(what: 'calls' | 'routes'): AreaCount[] {
  const areas = [...new Set(contract[what].map((row) => row['area']!))].sort();
  return areas.map((area) => {
    const rows = contract[what].filter((row) => row['area'] === area);
    const absent = rows.filter((row) => !stands[what](row));
    return { area, stand: rows.length - absent.length, of: rows.length, absent };
  });
}

const cell = (words: string): string => words.replaceAll('|', '\\|');
const line = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Entities whose calls are absent, with how many of them. */
function absentCalls(rows: readonly Row[]): string {
  const entities = [...new Set(rows.map((row) => row['entity']!))].sort();
  return (
    entities.map((entity) => `${entity} ${rows.filter((row) => row['entity'] === entity).length}`).join(', ') || '–'
  );
}

/** `docs/generated/standing.md`. */
export function standingPage(): string {
  const sum = (what: 'calls' | 'routes') => `${standing[what].length} / ${contract[what].length}`;
  return [
    '<!-- npm run documents -->',
    '# 契约完成情况 / What of the contract stands',
    '',
    `页面 ${sum('routes')}，接口 ${sum('calls')}。没有完成的页面不在菜单里，其地址显示 404；没有完成的接口答复 404。一个页面或接口要么按业务需要做全，要么没有：没有占位的。`,
    '',
    `Screens ${sum('routes')}, calls ${sum('calls')}. A screen that is not built is in no menu and its address shows 404; a call that is not built answers 404. Each is there as its business needs it, or not at all: nothing holds a place.`,
    '',
    '## 页面 / Screens',
    '',
    line('范围 / Area', '完成 / Stand', '尚无 / Absent'),
    line('---', '---:', '---'),
    ...byArea('routes').map(({ area, stand, of, absent }) =>
      line(area, `${stand} / ${of}`, absent.map((row) => `\`${row['path']}\` ${row['zh']}`).join(', ') || '–'),
    ),
    '',
    '## 接口 / Calls',
    '',
    line('范围 / Area', '完成 / Stand', '尚无（按对象计数） / Absent, counted by entity'),
    line('---', '---:', '---'),
    ...byArea('calls').map(({ area, stand, of, absent }) => line(area, `${stand} / ${of}`, absentCalls(absent))),
    '',
  ].join('\n');
}
