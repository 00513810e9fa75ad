/** The audit as it is read: whole, by subject, by call. Nothing here writes. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import { registeredResources, registeredServed } from '#kit/server/registry.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { auditLog, operateTypes } from '../model/audit-log.ts';
import type { OperateType } from '../model/audit-log.ts';
import { changesOf, learnWords, namesOfRows, presentLine } from './audit-words.ts';
import type { Line } from './audit-words.ts';

const t = tableOf(auditLog);
const isCode = /qr|code$/i;

type Subject = Pick<Resource, 'area' | 'name'>;

/** What lines may be about: rows, and what calls alone are named after. */
const everySubject = (): Subject[] => [
  ...registeredResources(),
  ...registeredServed().map(({ call }) => ({ area: call.area, name: call.name.split('.')[0]! })),
];

/**
 * Which subjects a type of log is about, derived from areas and names, so that what is declared later belongs to it by
 * itself.
 */
const about: Readonly<Record<OperateType, (of: Subject) => boolean>> = {
  car: ({ area }) => area === 'vehicle' || area === 'pass',
  seller: ({ name }) => /seller/i.test(name),
  feeRule: ({ area }) => area === 'fee',
  derateQr: ({ area, name }) => (area === 'derate' || area === 'coupon') && isCode.test(name),
  derate: ({ area, name }) => (area === 'derate' || area === 'coupon') && !isCode.test(name) && !/seller/i.test(name),
  payConfig: ({ area, name }) => area === 'channel' || (area === 'billing' && /config|merchant/i.test(name)),
  ioRecord: ({ area }) => area === 'passage',
};

/** `subject`: lines about the rows of one declaration. */
const ofSubject = ({ raw: { subject } }: Work): SQL | undefined =>
  isEmpty(subject) ? undefined : eq(t.resource!, String(subject));

/** Views are in the general log; here are changes, unless views are requested. */
const changesAlone = ({ raw: { action } }: Work): SQL | undefined =>
  String(action ?? '')
    .split(',')
    .includes('view')
    ? undefined
    : ne(t.action!, 'view');

function bySubject(work: Work): SQL | undefined {
  learnWords(registeredResources());
  const operateType = work.raw.operateType;
  if (isEmpty(operateType)) return and(ofSubject(work), changesAlone(work));
  if (!Object.hasOwn(operateTypes, String(operateType))) {
    const all = (lang: 'zh' | 'en') =>
      Object.entries(operateTypes)
        .map(([key, label]) => `${label[lang]}(${key})`)
        .join(lang === 'zh' ? '、' : ', ');
    throw new Refused('bad_input', {}, [
      { field: 'operateType', msg: text(`应为：${all('zh')}`, `must be one of: ${all('en')}`) },
    ]);
  }
  const names = [
    ...new Set(
      everySubject()
        .filter(about[String(operateType) as OperateType])
        .map(({ name }) => name),
    ),
  ];
  return and(
    ofSubject(work),
    changesAlone(work),
    names.length === 0 ? eq(t.resource!, '-') : inArray(t.resource!, names),
  );
}

function whole(work: Work): SQL | undefined {
  learnWords(registeredResources());
  return ofSubject(work);
}

/** Lists return lines without their values; the detail has each field. */
const presented: NonNullable<Rules['verbs']> = {
  list: async (work, plain) => {
    const answer = (await plain(work)) as { records: Line[] };
    const rowNames = await namesOfRows(answer.records, work);
    return { ...answer, records: answer.records.map((line) => presentLine(line, work, rowNames)) };
  },
  detail: async (work, plain) => {
    const line = (await plain(work)) as Line;
    return { ...presentLine(line, work, await namesOfRows([line], work)), changes: await changesOf(line, work) };
  },
};

export const logRules = {
  auditLog: { narrow: whole, verbs: presented },
  operateLog: { narrow: bySubject, verbs: presented },
  apiLog: { narrow: whole, verbs: presented },
} satisfies Record<string, Rules>;
