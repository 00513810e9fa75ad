/** From a table of a data source to the declaration of a resource: what is chosen for it, and the file that follows. */
import { call } from '#kit/declare/call.ts';
import { integer, json, longText, relation, str } from '#kit/declare/field.ts';
import type { Kind } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { datasource } from './datasource.ts';

const own = '/api/gatehouse/code';
const id = relation(text('生成配置', 'Generation'), (): Resource => code, { required: true });

/** Kinds that a column becomes; choices are not to be seen in a table. */
export const columnKinds = {
  text: text('文字', 'Text'),
  longText: text('长文字', 'Long text'),
  integer: text('整数', 'Whole number'),
  decimal: text('小数', 'Decimal'),
  money: text('金额（分）', 'Money in fen'),
  percent: text('百分比（万分之一）', 'Percent in hundredths'),
  boolean: text('是否', 'Yes or no'),
  plate: text('车牌', 'Plate'),
  phone: text('手机号', 'Phone'),
  idCard: text('证件号', 'Identity card'),
  email: text('邮箱', 'Email'),
  url: text('网址', 'Web address'),
  date: text('日期', 'Day'),
  month: text('月份', 'Month'),
  dateTime: text('时间', 'Time'),
  timeOfDay: text('钟点', 'Time of day'),
  duration: text('时长（秒）', 'Length in seconds'),
  colour: text('颜色', 'Colour'),
  image: text('图片', 'Picture'),
  file: text('文件', 'File'),
  geoPoint: text('位置', 'Position'),
  json: text('JSON', 'JSON'),
  secret: text('密钥', 'Secret'),
  park: text('车场', 'Car park'),
  company: text('单位', 'Company'),
  relation: text('关联其他表', 'Row of another table'),
} satisfies Partial<Record<Kind | 'park' | 'company', Text>>;
export type ColumnKind = keyof typeof columnKinds;

/** What is chosen for a column. */
export type CodeColumn = {
  readonly column: string;
  readonly type: string;
  readonly field: string;
  readonly kind: ColumnKind;
  /** Of a relation the table whose rows it names, and what that follows from where nobody has chosen it. */
  readonly target: string | null;
  readonly targetBy: 'key' | 'name' | null;
  readonly zh: string;
  readonly en: string;
  readonly max: number | null;
  readonly required: boolean;
  readonly search: boolean;
  readonly list: boolean;
  readonly personal: boolean;
  /** Left out of the declaration. */
  readonly skip: boolean;
};

export type CodeFile = { readonly path: string; readonly text: string; readonly problems: readonly string[] };

export const codeColumns = call({
  name: 'code.columns',
  title: text('读取表的列', 'Columns to choose for'),
  area: 'platform',
  method: 'GET',
  path: `${own}/columns`,
  permission: 'code:generate',
  answer: 'list',
  input: { id },
  reasons: ['inside', 'can_write', 'not_reached', 'no_table'],
  note: text(
    '数据源中该表的列，已选的照旧，其余按类型与名称给出建议；数据源连不上时为已选的列',
    'Columns of the table in its data source: chosen ones as they are, the others as their types and names suggest; those chosen where the data source is not reached',
  ),
});

export const previewCode = call({
  name: 'code.preview',
  title: text('预览声明', 'Preview of the declaration'),
  area: 'platform',
  method: 'POST',
  path: `${own}/preview`,
  permission: 'code:generate',
  answer: 'object',
  changes: false,
  input: { id, columns: json(text('列', 'Columns')) },
  note: text('{path, text, problems}；不写入服务器', '{path, text, problems}; nothing is written on the server'),
});

const paging = {
  current: integer(text('页码', 'Page'), { min: 1 }),
  size: integer(text('每页条数', 'Rows a page'), { min: 1, max: 500 }),
};

export const generatorTables = call({
  name: 'generator.list',
  title: text('可生成的表', 'Tables to generate from'),
  area: 'platform',
  method: 'GET',
  path: '/api/api-generator/generator/list',
  permission: 'code:generate',
  answer: 'page',
  input: {
    ...paging,
    tableName: str(text('表名', 'Table'), { max: 63 }),
    datasourceId: relation(text('数据源', 'Data source'), () => datasource),
  },
  note: text(
    '已有生成配置的表；给出 datasourceId 时为该数据源的表',
    'Tables chosen for generation; of a data source where datasourceId is given',
  ),
});

export const generateCode = call({
  name: 'generator.code',
  title: text('下载声明', 'Download declarations'),
  area: 'platform',
  method: 'GET',
  path: '/api/api-generator/generator/code',
  permission: 'code:generate',
  answer: 'file',
  input: {
    tables: str(text('表名', 'Tables'), {
      required: true,
      max: 2000,
      help: text('表名或生成配置的编号，以逗号分隔', 'Tables or ids of generations, by commas'),
    }),
  },
  reasons: ['incomplete', 'no_table'],
  note: text(
    'ZIP，每张表一个 areas/<包>/model/<表>.ts；标签不全则拒绝',
    'A ZIP with areas/<package>/model/<table>.ts for each table; refused while labels are missing',
  ),
});

export const code = resource({
  name: 'code',
  title: text('代码生成', 'Code generation'),
  help: text(
    '把数据源的一张表变成资源声明：选择每列的种类与标签，预览后下载；不在服务器上写入或执行。',
    'A table of a data source becomes the declaration of a resource: kinds and labels are chosen by column, previewed and downloaded. Nothing is written or run on the server.',
  ),
  area: 'platform',
  route: '/tool/code',
  scope: 'platform',
  wire: { base: '/api/blade-develop/code' },
  fields: {
    codeName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    datasourceId: relation(text('数据源', 'Data source'), () => datasource, { required: true, search: true }),
    tableName: str(text('表名', 'Table'), {
      required: true,
      search: true,
      max: 130,
      help: text('表名或 模式.表名', 'A table, or schema.table'),
    }),
    packageName: str(text('所属区域', 'Area'), {
      required: true,
      max: 30,
      help: text('areas 下的文件夹名，如 device', 'A folder of areas, such as device'),
    }),
    titleZh: str(text('中文名称', 'Chinese title'), { max: 40 }),
    titleEn: str(text('英文名称', 'English title'), { max: 60 }),
    apiPath: str(text('接口路径', 'Path of its calls'), {
      max: 120,
      help: text('如 /api/gatehouse/lens，留空按表名', 'Such as /api/gatehouse/lens; empty for one by the table'),
    }),
    webPath: str(text('页面路径', 'Path of its page'), {
      max: 120,
      help: text('如 /basedata/lens，留空则没有页面', 'Such as /basedata/lens; empty for none'),
    }),
    columns: json(text('列', 'Columns'), { hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'codeName',
  unique: [['codeName']],
  list: ['codeName', 'datasourceId', 'tableName', 'packageName', 'apiPath', 'webPath'],
  rights: { generate: text('生成声明', 'Generate declarations') },
});

type Read =
  | { readonly columns: readonly CodeColumn[]; readonly problem?: undefined }
  | { readonly problem: Text; readonly columns?: undefined };

const isRow = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
/** One line without signs that cannot be seen: it ends up in the text of a program. */
const spoken = (raw: unknown, most: number): string =>
  typeof raw === 'string'
    ? raw
        .replace(/[\s\p{C}\u2028\u2029]+/gu, ' ')
        .trim()
        .slice(0, most)
    : '';

const fieldName = /^[a-z][A-Za-z0-9]{0,59}$/;

function columnOf(row: Record<string, unknown>): CodeColumn {
  const max = row['max'];
  const target = spoken(row['target'], 127);
  return {
    column: spoken(row['column'], 63),
    type: spoken(row['type'], 80),
    field: spoken(row['field'], 60),
    kind: spoken(row['kind'], 20) as ColumnKind,
    target: /^[\p{L}\p{N}_$.]{1,127}$/u.test(target) ? target : null,
    targetBy: row['targetBy'] === 'key' || row['targetBy'] === 'name' ? row['targetBy'] : null,
    zh: spoken(row['zh'], 40),
    en: spoken(row['en'], 60),
    max: Number.isSafeInteger(max) && (max as number) > 0 ? Math.min(max as number, 10_000) : null,
    required: row['required'] === true,
    search: row['search'] === true,
    list: row['list'] === true,
    personal: row['personal'] === true,
    skip: row['skip'] === true,
  };
}

/** Reads what was chosen for the columns as it was sent or stored. */
export function readColumns(raw: unknown): Read {
  if (raw === null || raw === undefined || raw === '') return { columns: [] };
  if (!Array.isArray(raw) || !raw.every(isRow) || raw.length > 200)
    return { problem: text('列应为列表，最多200列', 'Columns are a list of at most 200') };
  const columns = raw.map(columnOf);
  const bad = columns.find(
    ({ field, kind, skip }) => !skip && (!fieldName.test(field) || !Object.hasOwn(columnKinds, kind)),
  );
  if (bad)
    return {
      problem: fill(
        text(
          '列 {column}：字段名应为小写字母开头的字母与数字，并选择种类',
          'Column {column}: a field has letters and digits and begins with a small letter; choose its kind',
        ),
        { column: bad.column.replace(/[^\x20-\x7e]/g, '') },
      ),
    };
  const names = columns.filter(({ skip }) => !skip).map(({ field }) => field);
  return new Set(names).size === names.length
    ? { columns }
    : { problem: text('字段名重复', 'Two columns have the same field') };
}
