/**
 * The text of a declaration, from a table's columns and what was chosen for them. Pure: reads nothing, writes nothing.
 */
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { OutsideColumn } from '../model/datasource.ts';
import type { CodeColumn, ColumnKind } from '../model/code.ts';

/** Columns that every resource has of itself. */
const ownColumns: ReadonlySet<string> = new Set([
  'id',
  'tenant_id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'deleted_at',
]);

/** By what a column is called, where its type alone says too little. The first that fits counts. */
const byName: readonly (readonly [name: RegExp, types: RegExp, kind: ColumnKind])[] = [
  [/(^|_)park_id$/, /uuid|char|text/, 'park'],
  [/(^|_)company_id$/, /uuid|char|text/, 'company'],
  [/password|secret|(^|(auth|access|refresh)_)token$|(private|aes|v3)_key$/, /char|text/, 'secret'],
  [/((^|_)fen(_off)?$|amount|money|price|balance|owed|fee$)/, /^(integer|bigint|smallint)/, 'money'],
  [/_bp$/, /^(integer|bigint|smallint)/, 'percent'],
  [/percent/, /^(integer|smallint)/, 'percent'],
  [/seconds$|_s$/, /^(integer|smallint)/, 'duration'],
  [/(^|_)plate(_?(no|num|number))?$/, /char|text/, 'plate'],
  [/phone$|mobile$|contact_(no|number)$/, /char|text/, 'phone'],
  [/id_?card|identity/, /char|text/, 'idCard'],
  [/e?mail$/, /char|text/, 'email'],
  [/(picture|photo|logo|avatar|image)(_url)?$/, /char|text/, 'image'],
  [/file_url$/, /char|text/, 'file'],
  [/url$|website$/, /char|text/, 'url'],
  [/colou?r$/, /^character( varying)?\((7|9)\)/, 'colour'],
  [/(^|_)month$/, /char|text/, 'month'],
  [/(time|from|until|start|end)$/, /^character varying\((5|8)\)/, 'timeOfDay'],
  [/^(remark|memo|content|description|\w+_why|why|error|stack)$|(public|platform)_key$/, /^text/, 'longText'],
  [/location$|(^|_)point$/, /^json/, 'geoPoint'],
];

const byType: readonly (readonly [type: RegExp, kind: ColumnKind])[] = [
  [/^boolean/, 'boolean'],
  [/^(integer|bigint|smallint)/, 'integer'],
  [/^(numeric|real|double)/, 'decimal'],
  [/^date/, 'date'],
  [/^timestamp/, 'dateTime'],
  [/^time/, 'timeOfDay'],
  [/^(point|geometry|geography)/, 'geoPoint'],
  [/^json/, 'json'],
  [/^(character|text|uuid|citext|name)/, 'text'],
];

const veiled: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['plate', 'phone', 'idCard', 'email']);
const LONG = 300;

const lengthIn = (type: string): number | null =>
  Number(/\((\d+)\)/.exec(type)?.[1] ?? 0) || (type === 'uuid' ? 36 : null);

/** The kind a column most likely is; null for what a resource cannot hold. */
export function kindOf({ name, type }: Pick<OutsideColumn, 'name' | 'type'>): ColumnKind | null {
  if (type.endsWith('[]')) return null;
  const lower = name.toLowerCase();
  const named = byName.find(([pattern, types]) => pattern.test(lower) && types.test(type));
  if (named) return named[2];
  const typed = byType.find(([pattern]) => pattern.test(type))?.[1] ?? null;
  return typed === 'text' && type.startsWith('character') && (lengthIn(type) ?? 0) > LONG ? 'longText' : typed;
}

/** `led_row` becomes `ledRow`, whatever else stands in it. */
export function fieldNameOf(column: string): string {
  const words = column.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const [first = 'field', ...rest] = words;
  const joined =
    (/[a-z]/.test(first) ? first[0]!.toLowerCase() + first.slice(1) : first.toLowerCase()) +
    rest.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join('');
  return (/^[a-z]/.test(joined) ? joined : `f${joined}`).slice(0, 60);
}

const sentence = (column: string): string => {
  const plain = column
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/ (id|fen)$/, '');
  return plain === '' ? '' : plain[0]!.toUpperCase() + plain.slice(1);
};

const chinese = /[\u4e00-\u9fff]/;

/** What is suggested for a column: its comment is its Chinese label where it is Chinese. */
export function suggested({ name, type, required, note, refers }: OutsideColumn): CodeColumn {
  const plain = kindOf({ name, type });
  const refersTo = refers && plain !== 'park' && plain !== 'company' ? refers : null;
  const kind = refersTo ? 'relation' : plain;
  const isOwn = ownColumns.has(name.toLowerCase());
  return {
    column: name,
    type,
    field: fieldNameOf(name),
    kind: kind ?? 'text',
    target: refersTo?.table ?? null,
    targetBy: refersTo?.by ?? null,
    zh:
      note && chinese.test(note)
        ? note
            .split(/[，,；;（(:：]/)[0]!
            .trim()
            .slice(0, 40)
        : '',
    en: sentence(name).slice(0, 60),
    max: kind === 'text' || kind === 'longText' ? lengthIn(type) : null,
    required: required && !isOwn,
    search: /name$|code$|no$/.test(name.toLowerCase()),
    list: kind !== null && !['longText', 'json', 'secret'].includes(kind),
    personal: kind !== null && veiled.has(kind),
    skip: isOwn || kind === null,
  };
}

/** Columns as they are now: what was chosen for one stays, new ones are suggested, gone ones go. */
export const merged = (now: readonly OutsideColumn[], chosen: readonly CodeColumn[]): CodeColumn[] =>
  now.map((each) => {
    const held = chosen.find(({ column }) => column === each.name);
    return held ? { ...held, type: each.type } : suggested(each);
  });

export type Chosen = {
  readonly tableName: string;
  readonly packageName: string;
  readonly titleZh: string;
  readonly titleEn: string;
  readonly apiPath: string;
  readonly webPath: string;
};

/** Words inside a program: nothing in them may end the quotes. */
const quoted = (words: string): string =>
  `'${words
    .replace(/[\s\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/[\\']/g, '\\$&')
    .trim()}'`;

const makers: Readonly<Record<Exclude<ColumnKind, 'park' | 'company' | 'relation'>, string>> = {
  text: 'str',
  longText: 'longText',
  integer: 'integer',
  decimal: 'decimal',
  money: 'money',
  percent: 'percent',
  boolean: 'boolean',
  plate: 'plate',
  phone: 'phone',
  idCard: 'idCard',
  email: 'email',
  url: 'url',
  date: 'date',
  month: 'month',
  dateTime: 'dateTime',
  timeOfDay: 'timeOfDay',
  duration: 'duration',
  colour: 'colour',
  image: 'image',
  file: 'file',
  geoPoint: 'geoPoint',
  json: 'json',
  secret: 'secret',
};

const ofRow = (kind: ColumnKind): kind is 'park' | 'company' => kind === 'park' || kind === 'company';
const makerOf = (kind: ColumnKind): string => (ofRow(kind) || kind === 'relation' ? 'relation' : makers[kind]);

const tableIn = (name: string): string => name.slice(name.indexOf('.') + 1);

/** Why a relation is one, above its line: whoever takes the file has to know what nobody has looked at. */
const reasons = {
  key: (table: string) => `By the foreign key to ${table}.`,
  name: (table: string) => `A guess by the name of the column: rows of ${table}.`,
};

function reasonLine({ kind, target, targetBy }: CodeColumn): string[] {
  return kind === 'relation' && target && targetBy ? [`    // ${reasons[targetBy](asciiOf(tableIn(target)))}`] : [];
}
const asciiOf = (words: string): string => words.replace(/[^\x20-\x7e]|\*\//g, '');

function fieldLine({ field, kind, target, zh, en, max, required, search, personal }: CodeColumn, self: string): string {
  const row = kind === 'relation' ? resourceNameOf(tableIn(target ?? '')) : kind;
  const options = [
    ...(required ? ['required: true'] : []),
    ...(search && kind !== 'json' && kind !== 'secret' ? ['search: true'] : []),
    ...(max !== null && (kind === 'text' || kind === 'longText') ? [`max: ${max}`] : []),
    ...(personal ? ['personal: true'] : []),
  ];
  const given = [
    `text(${quoted(zh)}, ${quoted(en)})`,
    ...(ofRow(kind) || kind === 'relation' ? [row === self ? `(): Resource => ${row}` : `() => ${row}`] : []),
    ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : []),
  ];
  return `    ${field}: ${makerOf(kind)}(${given.join(', ')}),`;
}

/** Whose rows they are, by what they hold. */
function scopeOf(columns: readonly CodeColumn[]): 'park' | 'company' | 'tenant' {
  const has = (field: string, kind: ColumnKind) => columns.some((each) => each.field === field && each.kind === kind);
  return has('parkId', 'park') ? 'park' : has('companyId', 'company') ? 'company' : 'tenant';
}

const homes = { park: '#areas/lot/model/park.ts', company: '#areas/org/model/company.ts' } as const;

const fileOf = (table: string): string =>
  table
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'table';

/** Tables whose rows the columns name; each is a file beside this one. */
const targetsOf = (columns: readonly CodeColumn[]): string[] => [
  ...new Set(columns.flatMap(({ kind, target }) => (kind === 'relation' && target ? [tableIn(target)] : []))),
];

function importsOf(columns: readonly CodeColumn[], self: string): string[] {
  const targets = targetsOf(columns).sort();
  const rows = (['park', 'company'] as const).filter((kind) => columns.some((each) => each.kind === kind));
  const used = [...new Set(columns.map(({ kind }) => makerOf(kind)))].sort();
  return [
    ...rows.map((kind) => `import { ${kind} } from '${homes[kind]}';`),
    `import { ${used.join(', ')} } from '#kit/declare/field.ts';`,
    `import { resource } from '#kit/declare/resource.ts';`,
    ...(targets.some((table) => resourceNameOf(table) === self)
      ? [`import type { Resource } from '#kit/declare/resource.ts';`]
      : []),
    `import { text } from '#kit/declare/text.ts';`,
    ...targets
      .filter((table) => resourceNameOf(table) !== self)
      .map((table) => `import { ${resourceNameOf(table)} } from './${fileOf(table)}.ts';`),
  ];
}

/** Names that mean something in the file already. */
const spokenFor: ReadonlySet<string> = new Set([
  ...Object.values(makers),
  ...'relation text resource park company'.split(' '),
  ...'break case catch class const continue debugger default delete do else enum export extends false finally for'.split(
    ' ',
  ),
  ...'function if implements import in instanceof interface let new null package private protected public'.split(' '),
  ...'return static super switch this throw true try typeof var void while with yield await arguments eval'.split(' '),
]);

function resourceNameOf(table: string): string {
  const name = fieldNameOf(table);
  return spokenFor.has(name) ? `${name}Row` : name;
}

const needs = {
  title: text('请填写中文与英文名称', 'Enter a Chinese and an English title'),
  label: text('列 {column}：请填写中文与英文标签', 'Column {column}: enter a Chinese and an English label'),
  none: text('请至少选择一列', 'Choose one column at least'),
  target: text('列 {column}：请填写关联的表', 'Column {column}: enter the table it refers to'),
  list: text('请至少在列表中显示一列', 'Show one column in the list at least'),
  path: text('接口路径应以 /api/ 开头', 'The path of its calls should begin with /api/'),
  page: text('页面路径应以 / 开头', 'The path of its page should begin with /'),
};

const isWord = (zh: string, en: string): boolean => chinese.test(zh) && en !== '' && !chinese.test(en);
const isPath = (path: string): boolean => /^(\/[\w-]+)+$/.test(path);

/** What keeps a declaration from being taken. */
export function problemsOf(chosen: Chosen, columns: readonly CodeColumn[]): Text[] {
  const taken = columns.filter(({ skip }) => !skip);
  return [
    ...(isWord(chosen.titleZh, chosen.titleEn) ? [] : [needs.title]),
    ...(chosen.apiPath === '' || (chosen.apiPath.startsWith('/api/') && isPath(chosen.apiPath)) ? [] : [needs.path]),
    ...(chosen.webPath === '' || isPath(chosen.webPath) ? [] : [needs.page]),
    ...(taken.length === 0 ? [needs.none] : taken.some(({ list }) => list) ? [] : [needs.list]),
    ...taken
      .filter(({ kind, target }) => kind === 'relation' && !target)
      .map(({ column }) => fill(needs.target, { column })),
    ...taken.filter(({ zh, en }) => !isWord(zh, en)).map(({ column }) => fill(needs.label, { column })),
  ];
}

/** What the file of a table is called and what stands in it. */
export function declarationOf(chosen: Chosen, columns: readonly CodeColumn[]): { path: string; text: string } {
  const taken = columns.filter(({ skip }) => !skip);
  const table = tableIn(chosen.tableName);
  const name = resourceNameOf(table);
  const shown = taken.filter(({ list }) => list).map(({ field }) => field);
  const display = taken.find(({ field, kind }) => /name$/i.test(field) && kind === 'text') ?? taken[0];
  const { titleZh, titleEn, apiPath, webPath, packageName } = chosen;
  const lines = [
    ...importsOf(taken, name),
    '',
    `/** ${titleEn.replace(/[^\x20-\x7e]|\*\//g, '').trim() || name}. */`,
    `export const ${name} = resource({`,
    `  name: '${name}',`,
    `  title: text(${quoted(titleZh)}, ${quoted(titleEn)}),`,
    ...(webPath ? [`  help: text(${quoted(`${titleZh}。`)}, ${quoted(`${titleEn}.`)}),`] : []),
    `  area: ${quoted(packageName)},`,
    ...(webPath ? [`  route: ${quoted(webPath)},`] : []),
    `  scope: '${scopeOf(taken)}',`,
    `  wire: { base: ${quoted(apiPath || `/api/gatehouse/${name}`)} },`,
    '  fields: {',
    ...taken.flatMap((each) => [...reasonLine(each), fieldLine(each, name)]),
    '  },',
    ...(display ? [`  display: '${display.field}',`] : []),
    `  list: [${shown.map((field) => `'${field}'`).join(', ')}],`,
    '});',
    '',
  ];
  return { path: `areas/${packageName}/model/${fileOf(table)}.ts`, text: lines.join('\n') };
}
