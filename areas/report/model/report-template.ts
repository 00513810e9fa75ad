import { call } from '#kit/declare/call.ts';
import { boolean, date, dateTime, decimal, json, longText, relation, select, str } from '#kit/declare/field.ts';
import type { Field, FieldOptions, Fields } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';

const base = '/api/updown/sysTemplate';

export const parameterKinds = {
  text: text('文字', 'Text'),
  number: text('数字', 'Number'),
  date: text('日期', 'Day'),
  dateTime: text('时间', 'Time'),
  yesNo: text('是否', 'Yes or no'),
  park: text('车场', 'Car park'),
  company: text('单位', 'Company'),
};
export type ParameterKind = keyof typeof parameterKinds;

/** What a template asks for when it is run; `:name` in its statement. */
export type TemplateParameter = {
  readonly name: string;
  readonly label: string;
  readonly labelEn: string;
  readonly kind: ParameterKind;
  readonly required: boolean;
};

/** A query of the platform's operators, kept under a name and run by it alone. */
export const reportTemplate = resource({
  name: 'reportTemplate',
  title: text('报表模板', 'Report template'),
  help: text(
    '平台运营保存的只读查询，按编号执行；结果可导出。',
    'Read-only queries kept by the platform’s operators and run by their id; what they find can be exported.',
  ),
  area: 'report',
  route: '/system/reportTemplate',
  scope: 'platform',
  config: { folder: 'report-templates', key: ['name'] },
  wire: { base, list: 'getTheList' },
  verbs: ['list', 'add', 'edit', 'remove', 'export'],
  fields: {
    name: str(text('模板名称', 'Name'), { required: true, search: true, max: 60, width: 220 }),
    nameEn: str(text('英文名称', 'English name'), { search: true, max: 80, width: 220 }),
    purpose: longText(text('用途', 'What it is for'), { search: true, max: 500, width: 360 }),
    active: boolean(text('启用', 'Active'), {
      default: true,
      search: true,
      help: text('停用后不能执行', 'One that is not active cannot be run'),
    }),
    sql: longText(text('查询语句', 'Statement'), { required: true, max: 10_000 }),
    parameters: json(text('参数', 'Parameters')),
  },
  unique: [['name']],
  list: ['name', 'nameEn', 'purpose', 'active'],
});

export const runTemplate = call({
  name: 'reportTemplate.run',
  title: text('执行报表模板', 'Run a report template'),
  area: 'report',
  method: 'POST',
  path: `${base}/excuteSqlCommand`,
  permission: 'reportTemplate:run',
  answer: 'page',
  changes: false,
  input: {
    id: relation(text('报表模板', 'Report template'), () => reportTemplate, { required: true }),
    params: json(text('参数', 'Parameters')),
    format: select(text('格式', 'Format'), {
      xlsx: text('Excel 工作簿', 'Excel workbook'),
      csv: text('CSV 文本', 'CSV text'),
    }),
  },
  note: text(
    '只按编号执行已启用的模板；params 为参数名到值的对象；给出 format 时应答为文件',
    'Runs an active template by its id and nothing else; params is an object of values by name; with a format the answer is a file',
  ),
});

export const readableTables = call({
  name: 'reportTemplate.tables',
  title: text('报表可查的表', 'What report templates may read'),
  area: 'report',
  method: 'GET',
  path: '/api/gatehouse/reportTemplate/tables',
  permission: 'reportTemplate:read',
  answer: 'list',
});

/** A table as the editor offers it. */
export type ReadableTable = {
  readonly table: string;
  readonly title: string;
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
    readonly masked: boolean;
    readonly values: string | null;
  }[];
};

export type ResultKind = 'text' | 'integer' | 'decimal' | 'money' | 'boolean' | 'date' | 'dateTime';
/** `words`: what the values of a declared choice are called, by the values themselves. */
export type ResultColumn = {
  readonly name: string;
  readonly title: string;
  readonly kind: ResultKind;
  readonly words?: Readonly<Record<string, string>>;
};
/** What a run answers. `cut`: there were more rows than are given. */
export type TemplateAnswer = {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly ResultColumn[];
  readonly cut: boolean;
  readonly ms: number;
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
};

export const MOST_ROWS = 1_000;
export const MOST_PARAMETERS = 20;

const makers: { readonly [K in ParameterKind]: (label: Text, options: FieldOptions) => Field } = {
  text: (label, options) => str(label, { ...options, max: 200 }),
  number: decimal,
  date,
  dateTime,
  yesNo: boolean,
  park: (label, options) => relation(label, () => park, options),
  company: (label, options) => relation(label, () => company, options),
};

/** The inputs of a template's parameters, by their names. */
export const parameterFields = (parameters: readonly TemplateParameter[]): Fields =>
  Object.fromEntries(
    parameters.map(({ name, label, labelEn, kind, required }) => [
      name,
      makers[kind](text(label, labelEn || label), {
        required: required && kind !== 'yesNo',
        ...(kind === 'yesNo' && required ? { default: false } : {}),
      }),
    ]),
  );

export const parameterName = /^[a-z][a-z0-9_]{1,29}$/;

type Read =
  | { readonly parameters: readonly TemplateParameter[]; readonly problem?: undefined }
  | { readonly problem: Text; readonly parameters?: undefined };

const isRow = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
const spoken = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '');

function problemOf(row: Record<string, unknown>, before: readonly TemplateParameter[]): Text | null {
  const [name, label, labelEn] = [spoken(row['name']), spoken(row['label']), spoken(row['labelEn'])];
  const what =
    name === '' ? text('参数', 'A parameter') : text(`参数 ${name}`, `Parameter ${name.replace(/[^\x20-\x7e]/g, '')}`);
  if (!parameterName.test(name))
    return fill(
      text(
        '{what}：名称为2至30个小写字母、数字或下划线，以字母开头',
        '{what}: a name has 2 to 30 small letters, digits or underscores and begins with a letter',
      ),
      { what },
    );
  if (before.some((each) => each.name === name)) return fill(text('{what}重复', '{what} is there twice'), { what });
  if (label === '' || label.length > 40 || labelEn.length > 60)
    return fill(
      text(
        '{what}：请填写标签，中文最多40个字，英文最多60个字',
        '{what}: give a label of at most 40 characters, in English at most 60',
      ),
      { what },
    );
  return Object.hasOwn(parameterKinds, spoken(row['kind']))
    ? null
    : fill(text('{what}：请选择类型', '{what}: choose a kind'), { what });
}

/** Reads the parameters of a template as they were sent or stored; none where nothing is given. */
export function readParameters(raw: unknown): Read {
  if (raw === null || raw === undefined) return { parameters: [] };
  if (!Array.isArray(raw) || !raw.every(isRow)) return { problem: text('参数应为列表', 'Parameters must be a list') };
  if (raw.length > MOST_PARAMETERS)
    return { problem: text(`最多${MOST_PARAMETERS}个参数`, `At most ${MOST_PARAMETERS} parameters`) };
  const parameters: TemplateParameter[] = [];
  for (const row of raw) {
    const problem = problemOf(row, parameters);
    if (problem) return { problem };
    parameters.push({
      name: spoken(row['name']),
      label: spoken(row['label']),
      labelEn: spoken(row['labelEn']),
      kind: spoken(row['kind']) as ParameterKind,
      required: row['required'] === true,
    });
  }
  return { parameters };
}
