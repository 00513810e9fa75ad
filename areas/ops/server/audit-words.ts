/** A line of the audit in the reader's words: what it is about, what was done, and each field before and after. */
import { maskPlate } from '#domain/plate/plate.ts';
import { isId } from '#kit/declare/check.ts';
import { dateTime, integer, json, money, relation, select, str } from '#kit/declare/field.ts';
import type { Field, Fields, Kind } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { isNothing, valueText } from '#kit/declare/value-text.ts';
import { registeredServed, resourceNamed } from '#kit/server/registry.ts';
import { masked, namesOf } from '#kit/server/rows.ts';
import type { Work } from '#kit/server/work.ts';
import { parkSeller } from '#areas/derate/model/park-seller.ts';
import { evidenceClaims } from '#areas/device/model/roadside-fields.ts';
import { actionNames, subjects } from '../model/audit-log.ts';

type Values = Readonly<Record<string, unknown>>;
export type Line = Values & {
  id: string;
  resource: string;
  action: string;
  before?: Values | null;
  after?: Values | null;
};
export type Change = { field: string; label: string; before: string | null; after: string | null };

const [lists, numbers] = [
  new Set<Kind>(['multiSelect', 'relations']),
  new Set<Kind>(['integer', 'decimal', 'money', 'percent', 'duration']),
];

/** Whether a value has the shape of its field: what an action noted is only named after one. */
function fits({ kind }: Field, value: unknown): boolean {
  if (lists.has(kind)) return Array.isArray(value);
  if (numbers.has(kind)) return Number.isFinite(Number(value));
  return typeof value !== 'object' || kind === 'geoPoint' || kind === 'json' || kind === 'secret';
}
const unlisted = new Set(['asked', 'id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'tenantId']);

/** What actions note besides the row's own fields and their input. */
export const besides: Fields = {
  note: str(text('说明', 'Remark')),
  claim: select(text('情况', 'What was seen'), evidenceClaims),
  at: dateTime(text('发生时间', 'Happened at')),
  gateName: str(text('通道', 'Lane')),
  linkUntil: dateTime(text('链接有效至', 'Link good until')),
  action: str(text('动作', 'Action')),
  amountFen: money(text('金额', 'Amount')),
  rows: integer(text('行数', 'Rows')),
  ms: integer(text('用时（毫秒）', 'Took (ms)')),
  total: integer(text('总行数', 'Lines')),
  good: integer(text('无误行数', 'Lines in order')),
  bad: integer(text('有误行数', 'Lines with problems')),
  count: integer(text('数量', 'How many')),
  made: integer(text('新建数', 'Created')),
  kept: integer(text('原有数', 'Already there')),
  agent: str(text('浏览器', 'Browser')),
  how: select(text('登录方式', 'Logged in by'), {
    password: text('密码', 'Password'),
    code: text('验证码', 'Verification code'),
  }),
  to: str(text('发往', 'Sent to')),
  hash: str(text('文件指纹', 'Fingerprint')),
  type: str(text('文件类型', 'File type')),
  size: integer(text('文件大小', 'File size')),
  commandId: str(text('指令编号', 'Command')),
  sellerId: relation(text('商家', 'Shop'), () => parkSeller),
  inside: integer(text('在场车辆', 'Vehicles inside')),
  insideBefore: integer(text('原在场车辆', 'Inside before')),
  delta: integer(text('变动', 'Change')),
  added: integer(text('补录', 'Added')),
  dropped: integer(text('移除', 'Dropped')),
  corrected: integer(text('更正', 'Corrected')),
  events: json(text('停车事件', 'Events')),
  unusedDays: integer(text('剩余天数', 'Days unused')),
  about: str(text('所关联的流水', 'About the entry')),
};

/** The row's fields with the words of a lifecycle's states, and below them the action's input. */
function fieldsOf(of: Resource | undefined, line: Line): Fields {
  const inputFields = registeredServed().find(({ call }) => call.name === line['callName'])?.call.input;
  const known = { ...besides, ...inputFields, ...of?.fields };
  if (!of?.lifecycle) return known;
  const { field, states } = of.lifecycle;
  const options = Object.fromEntries(Object.entries(states).map(([name, { label }]) => [name, label]));
  return { ...known, [field]: { ...(of.fields[field] ?? { label: text('状态', 'State') }), kind: 'select', options } };
}

const same = (a: unknown, b: unknown): boolean =>
  (isNothing(a) && isNothing(b)) || JSON.stringify(a) === JSON.stringify(b);

/** Names of the fields that a line says something of: of a change those that differ, else all that hold something. */
function changedNames({ resource, before, after }: Line): string[] {
  const there = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // In the order they are declared in; what an action noted besides comes last.
  const names = [...new Set([...Object.keys(resourceNamed(resource)?.fields ?? {}), ...there])].filter(
    (name) => there.has(name) && !unlisted.has(name),
  );
  // Of an action that has only its input, nothing is known before.
  return names.filter((name) =>
    before && after && name in before ? !same(before[name], after[name]) : !isNothing(after?.[name] ?? before?.[name]),
  );
}

type Reader = { readonly work: Work; readonly of: Resource | undefined; readonly names: ReadonlyMap<string, string> };

/** Plates and phones within free text that an action noted. */
const plates =
  /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-Z][A-Z0-9]{4,6}[A-Z0-9挂学警港澳]?/g;
const phones = /(?<![0-9a-f])1[3-9]\d{9}(?![0-9a-f])/g;
const holdsPersonal = (words: string): boolean => words.search(plates) >= 0 || words.search(phones) >= 0;
const veiled = (words: string): string =>
  words.replace(plates, maskPlate).replace(phones, (number) => `${number.slice(0, 3)}****${number.slice(-4)}`);

/**
 * A value in the reader's words; personal data in it are masked for who may not read them, whatever field it stands in.
 */
function spoken(field: Field | undefined, value: unknown, reader: Reader): string | null {
  if (isNothing(value)) return null;
  const { work, of } = reader;
  const subject = of && Object.values(of.fields).some(({ personal }) => personal) ? of.name : 'stay';
  const whole = (): boolean => work.permits(`${subject}:unmask`);
  if (field?.personal && !whole()) return masked(field, value);
  const plainText = plainly(field, value, reader);
  return !holdsPersonal(plainText) || whole() ? plainText : veiled(plainText);
}

function plainly(field: Field | undefined, value: unknown, { work, names }: Reader): string {
  if (!field || !fits(field, value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return valueText(field, value, {
    lang: work.lang,
    zone: work.person.zone,
    nameOf: (_, id) => names.get(id) ?? id,
  });
}

/** Names of the rows that a line's relations point at. */
async function pointedAt(fields: Fields, line: Line, work: Work): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const name of changedNames(line)) {
    const target = fields[name]?.target?.();
    const ids = target ? [line.before?.[name], line.after?.[name]].flat(2).filter(isId) : [];
    if (target && ids.length > 0) for (const [id, label] of await namesOf(target, ids, work.db)) names.set(id, label);
  }
  return names;
}

/**
 * Each field of a line before and after, in the reader's words; personal values are masked for who may not read them.
 */
export async function changesOf(line: Line, work: Work): Promise<Change[]> {
  const of = resourceNamed(line.resource);
  const fields = fieldsOf(of, line);
  const reader = { work, of, names: await pointedAt(fields, line, work) };
  return changedNames(line).map((name) => ({
    field: name,
    label: fields[name]?.label[work.lang] ?? name,
    before: spoken(fields[name], line.before?.[name], reader),
    after: line.after && name in line.after ? spoken(fields[name], line.after[name], reader) : null,
  }));
}

/** What a line itself holds of its row's name. */
const ownName = (of: Resource | undefined, { before, after }: Line): unknown =>
  of ? (after?.[of.display] ?? before?.[of.display]) : null;

/** A code that is as good as its value is not shown in a log. */
const codeField = /code$/i;

/** Names of the rows whose lines hold none, by id: a recharge notes the balance and no seller. */
export async function namesOfRows(lines: readonly Line[], work: Work): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const nameless = Map.groupBy(
    lines.filter((line) => isId(line['rowId']) && isNothing(ownName(resourceNamed(line.resource), line))),
    ({ resource }) => resourceNamed(resource),
  );
  for (const [of, found] of nameless) {
    if (!of || of.fields[of.display]?.target || codeField.test(of.display)) continue;
    for (const [id, name] of await namesOf(
      of,
      found.map(({ rowId }) => rowId as string),
      work.db,
    ))
      names.set(id, name);
  }
  return names;
}

/** What the row is called, as far as the reader may know, and which fields were changed. */
function about(line: Line, work: Work, rowNames: ReadonlyMap<string, string>): { name: string; changed: string } {
  const of = resourceNamed(line.resource);
  const fields = fieldsOf(of, line);
  const value = ownName(of, line) ?? rowNames.get(String(line['rowId']));
  const display = of ? fields[of.display] : undefined;
  const changed =
    line.before && line.after ? changedNames(line).map((name) => fields[name]?.label[work.lang] ?? name) : [];
  return {
    name: display?.target ? '' : (spoken(display, value, { work, of, names: new Map() }) ?? ''),
    changed: changed.join(work.lang === 'zh' ? '、' : ', '),
  };
}

/**
 * How a call is called, by its whole name: several subjects have an action of the same name. A verb of the subject's
 * own rows keeps its plain word: the contract's `parkMonth/add` issues a pass, while what is stored is added.
 */
const own = new Map<string, Text>();

/** The words for a line's subject and action; an action has its own subject's name for it. */
export function wordsOf({ resource, action }: Line): { subject: Text; actionName: Text } {
  const label = resourceNamed(resource)?.lifecycle?.actions[action]?.label ?? own.get(`${resource}.${action}`);
  const plain = (word: string) => text(word, word);
  return { subject: subjects[resource] ?? plain(resource), actionName: label ?? actionNames[action] ?? plain(action) };
}

/** A line as its list answers it: without its values, with its words. */
export function presentLine(
  { before, after, ...line }: Line,
  work: Work,
  rowNames: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const whole = { ...line, before: before ?? null, after: after ?? null } as Line;
  const { subject, actionName } = wordsOf(whole);
  return { ...line, subject: subject[work.lang], actionName: actionName[work.lang], ...about(whole, work, rowNames) };
}

/** Registers every subject and action of the product with the model, once. */
export function learnWords(all: readonly Resource[]): void {
  const verbs = new Map<string, ReadonlySet<string>>(all.map((of) => [of.name, new Set(of.verbs)]));
  for (const { name, title, lifecycle } of all) {
    subjects[name] ??= title;
    for (const [action, { label }] of Object.entries(lifecycle?.actions ?? {})) actionNames[action] ??= label;
  }
  for (const { call } of registeredServed()) {
    const [subject = '', action = ''] = call.name.split('.');
    subjects[subject] ??= call.title;
    actionNames[action] ??= call.title;
    if (!verbs.get(subject)?.has(action)) own.set(call.name, call.title);
  }
}
