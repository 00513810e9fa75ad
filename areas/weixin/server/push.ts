/** Messages by event as people keep them: what is wrong with a line, what it would say, a trial, and sending again. */
import {
  contentFaults,
  filledContent,
  filledWords,
  MOST_TRIES,
  pushFields,
  readContent,
  textFaults,
  waysOf,
} from '#domain/weixin/push.ts';
import type { ContentFault, PushEvent, PushWay } from '#domain/weixin/push.ts';
import { messageWords } from '#domain/weixin/push-words.ts';
import { company } from '#areas/org/model/company.ts';
import { sendWords, signatureIn } from '#areas/ops/server/door.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { previewPush, resendPush, systemplatemsgconfig, testPush, wxPush } from '../model/push.ts';
import { publicplat } from '../model/publicplat.ts';
import { wxinfo } from '../model/records.ts';
import { fieldWords, pushWays } from '../model/words.ts';
import { languageOf } from './push-messages.ts';
import { letterOf, pushGateway } from './send.ts';
import { askPlatform, PlatformFault } from './token.ts';

type Values = Readonly<Record<string, unknown>>;
type Line = {
  readonly companyId: string | null;
  readonly templateType: PushEvent;
  readonly way: PushWay | null;
  readonly publicplatId: string | null;
  readonly templateId: string | null;
  readonly content: string | null;
  readonly link: string | null;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
};

const wrong = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });
const lineOf = (row: Values): Line => row as Line;
const wayOf = ({ way }: Pick<Line, 'way'>): PushWay => way ?? 'template';
const isByAccount = (way: PushWay): way is 'template' | 'subscribe' => way === 'template' || way === 'subscribe';

const faultWords: Readonly<Record<ContentFault['why'], Text>> = {
  form: text('第{line}行应为“字段名=内容”', 'Line {line} should be “field=text”'),
  twice: text('第{line}行：{name} 重复', 'Line {line}: {name} appears twice'),
  unknown: text('第{line}行：该事件没有 {name}', 'Line {line}: the event has no {name}'),
  kind: text('第{line}行：平台没有字段 {name}', 'Line {line}: the platform has no field {name}'),
  many: text('内容过长', 'Too long'),
};

function contentProblems(line: Line): Problem[] {
  const way = wayOf(line);
  const faults = isByAccount(way)
    ? contentFaults(line.templateType, line.content)
    : textFaults(line.templateType, way, line.content);
  const [first] = faults;
  if (!first) return [];
  return [{ field: 'content', msg: fill(faultWords[first.why], { line: first.line, name: first.name }) }];
}

function lineProblems(line: Line): Problem[] {
  const way = wayOf(line);
  if (!waysOf(line.templateType).includes(way))
    return [
      {
        field: 'way',
        msg: fill(text('该事件不能用{way}', 'This event cannot be sent by {way}'), { way: pushWays[way] }),
      },
    ];
  return [
    ...contentProblems(line),
    ...(isByAccount(way) && isEmpty(line.templateId)
      ? [wrong('templateId', '请填写模板编号', 'Please enter the template id')]
      : []),
    ...(((line.quietFrom ?? null) === null) === ((line.quietUntil ?? null) === null)
      ? []
      : [wrong('quietUntil', '免打扰的开始与结束须一起填写', 'Enter both ends of the quiet hours, or none')]),
  ];
}

/** The account that sends: the named one, else the company's first. */
async function accountFor(line: Line, work: Work): Promise<{ id: string; companyId: unknown } | null> {
  if (line.publicplatId) {
    const row = await rowOf(publicplat as Resource, line.publicplatId, work.db);
    return { id: row.id, companyId: row['companyId'] };
  }
  const owner = await rowOf(company as Resource, String(line.companyId ?? work.person.companyId), work.db);
  const [first] = await work.db.raw<{ id: string; companyId: string }>(
    `SELECT id, company_id AS "companyId" FROM publicplat WHERE tenant_id = $1 AND company_id = $2 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1`,
    [Number(owner['tenantId']), owner.id],
  );
  return first ?? null;
}

async function check(values: Values, before: Values | null, work: Work): Promise<Problem[]> {
  const line = { ...before, ...values } as Line;
  if (isEmpty(line.templateType)) return [];
  const problems = lineProblems(line);
  if (problems.length > 0 || !isByAccount(wayOf(line))) return problems;
  const account = await accountFor(line, work);
  if (!account) return [wrong('publicplatId', '该单位没有公众号', 'The company has no public account')];
  return account.companyId === (line.companyId ?? work.person.companyId)
    ? []
    : [wrong('publicplatId', '公众号不属于该单位', 'The account belongs to another company')];
}

/** Whoever saves a line has seen to what the platform found wrong with it. */
export const pushRules: Rules = {
  check,
  fill: async (values, before, work) => {
    const line = { ...before, ...values } as Line;
    const account = isByAccount(wayOf(line)) ? await accountFor(line, work) : null;
    return {
      way: wayOf(line),
      publicplatId: account?.id ?? null,
      ...(account ? {} : { templateId: null, link: null }),
      fault: null,
      faultTime: null,
    };
  },
};

type Samples = Readonly<Record<string, string>>;

/** Samples in the language of the company's messages. */
async function samplesFor(db: Db, row: Values): Promise<Samples> {
  return messageWords[await languageOf(db, Number(row['tenantId']), String(row['companyId']))].samples;
}

/** What a line would send, filled with samples. */
function sampleOf(
  line: Line,
  samples: Samples,
): { fields: unknown[]; sent: { field: string; value: string }[]; words: string | null } {
  const names = pushFields[line.templateType];
  const fields = names.map((name) => ({ name, sample: samples[name] ?? '', label: fieldWords[name] }));
  if (!isByAccount(wayOf(line))) return { fields, sent: [], words: filledWords(line.content, samples) };
  const filled = filledContent(readContent(line.content), samples);
  return { fields, sent: Object.entries(filled).map(([field, { value }]) => ({ field, value })), words: null };
}

async function preview(work: Work): Promise<unknown> {
  const row = await rowOf(systemplatemsgconfig as Resource, String(work.input['recordId']), work.db);
  const { fields, ...rest } = sampleOf(lineOf(row), await samplesFor(work.db, row));
  return {
    ...rest,
    link: row['link'] ?? null,
    fields: (fields as { name: string; sample: string; label: Text }[]).map(({ label, ...each }) => ({
      ...each,
      label: label[work.lang],
    })),
  };
}

const needs = (field: string, zh: string, en: string) => ruleRefused(text(zh, en), field);

async function testText(line: Line, phone: unknown, samples: Samples, signature: string): Promise<void> {
  if (isEmpty(phone)) throw needs('phone', '请填写手机号', 'Please enter a phone');
  const gateway = pushGateway.value();
  if (!gateway) throw needs('gateway', '没有短信网关', 'No gateway for text messages is set');
  const words = filledWords(line.content, samples);
  await sendWords(gateway, { phone: String(phone), words, params: samples }, signature).catch((error: Error) => {
    throw ruleRefused({ zh: `未发出：${error.message}`, en: `It was not sent: ${error.message}` });
  });
}

/** The sample, at once. Outside a transaction: the platform may take its time. */
async function test(work: Work): Promise<null> {
  const { recordId, followerId, phone } = work.input as Record<string, string | null | undefined>;
  const scope = scopeOf(work.person);
  const { row, samples, signature } = await work.database.read(scope, async (db) => {
    const found = await rowOf(systemplatemsgconfig as Resource, String(recordId), db);
    return { row: found, samples: await samplesFor(db, found), signature: await signatureIn(db) };
  });
  const line = lineOf(row);
  const way = wayOf(line);
  if (way === 'notice') throw needs('way', '站内公告不能测试发送', 'Internal notices cannot be sent as a test');
  if (way === 'sms') {
    await testText(line, phone, samples, signature);
    return null;
  }
  if (isEmpty(followerId)) throw needs('followerId', '请选择公众号用户', 'Please choose a follower');
  const follower = await work.database.read(scope, (db) => rowOf(wxinfo as Resource, String(followerId), db));
  if (follower['publicplatId'] !== line.publicplatId)
    throw needs('followerId', '该用户关注的是另一个公众号', 'This one follows another account');
  const letter = { ...line, way, openid: String(follower['openid']), templateId: line.templateId ?? '' };
  const { path, body } = letterOf(letter, samples, null);
  const account = { id: String(line.publicplatId), tenantId: Number(row['tenantId']) };
  await askPlatform(work.database, account, path, body).catch((error: unknown) => {
    if (!(error instanceof PlatformFault)) throw error;
    throw ruleRefused({ zh: `未发出：${error.message}`, en: `It was not sent: ${error.message}` });
  });
  return null;
}

const RESENT_MS = 2 * 3_600_000;

async function resend(work: Work): Promise<{ id: string }> {
  const row = await rowOf(wxPush as Resource, String(work.input['id']), work.db, { lock: true });
  if (row['status'] !== 'dead' || row['way'] === 'notice')
    throw ruleRefused(text('只有未发出的消息可以重新发送', 'Only a message that was not sent can be sent again'));
  await putBack(work.db, Number(row['tenantId']), row.id, work.now);
  work.record({
    resource: wxPush.name,
    action: 'resend',
    rowId: row.id,
    before: { status: 'dead' },
    after: { status: 'queued' },
    tenantId: Number(row['tenantId']),
    companyId: String(row['companyId']),
  });
  return { id: row.id };
}

const putBack = (db: Db, tenantId: number, id: string, now: Date): Promise<unknown> =>
  db.raw(
    `UPDATE wx_push SET status = 'queued', due_at = $3, until_time = $4, tries = least(tries, ${MOST_TRIES - 3}), answer = NULL, updated_at = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
    [tenantId, id, now.toISOString(), new Date(now.getTime() + RESENT_MS).toISOString()],
  );

export const pushServed: Served[] = [
  serve(previewPush, preview),
  serve(testPush, test, { mode: 'open' }),
  serve(resendPush, resend),
];
