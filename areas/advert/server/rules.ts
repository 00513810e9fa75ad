/** Adverts as people enter them: what is wrong with one, and what may still change of one that was reviewed. */
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';
import type { adver } from '../model/adver.ts';

type Adver = Row<typeof adver>;

const bad = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });

function problemsOf(now: Adver): Problem[] {
  const problems: Problem[] = [];
  if (now.startTime && now.endTime && now.startTime >= now.endTime)
    problems.push(bad('endTime', '结束时间须晚于开始时间', 'It must end after it begins'));
  if (Boolean(now.hoursFrom) !== Boolean(now.hoursUntil))
    problems.push(bad('hoursUntil', '每天的起止时刻须同时填写', 'Both hours are needed, or neither'));
  if (now.hoursFrom && now.hoursFrom === now.hoursUntil)
    problems.push(bad('hoursUntil', '起止时刻不能相同', 'The hours must differ'));
  if (now.kind === 'picture' && !now.picture) problems.push(bad('picture', '请上传图片', 'A picture is needed'));
  if (now.kind === 'text' && !now.text) problems.push(bad('text', '请填写文字', 'A text is needed'));
  if (now.linkUrl && !now.linkUrl.startsWith('https://'))
    problems.push(bad('linkUrl', '链接须以 https:// 开头', 'The link must begin with https://'));
  if ((now.slots ?? []).length === 0) problems.push(bad('slots', '请选择广告位', 'Choose a slot'));
  if (now.budgetFen !== null && now.budgetFen !== undefined && now.budgetFen < (now.spentFen ?? 0))
    problems.push(bad('budgetFen', '预算不能少于已产生的费用', 'The budget cannot be less than what was charged'));
  return problems;
}

/** What a reviewer has not judged, and what only sets how long and how often. */
const OPEN = new Set(['remark', 'weight', 'perDeviceDay', 'budgetFen', 'endTime', 'advertiser']);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function frozen(values: Partial<Adver>, before: Adver): Problem[] {
  if (before.status === 'draft') return [];
  return Object.keys(values)
    .filter((name) => !OPEN.has(name) && !same(values[name as keyof Adver], before[name as keyof Adver]))
    .map((name) => bad(name, '已审核，此项不能再改', 'It was reviewed: this may not change any more'));
}

async function foreignParks(now: Adver, work: Work): Promise<Problem[]> {
  const group = now.companyId ? Number((await rowOf(company, now.companyId, work.db)).tenantId) : work.person.tenantId;
  for (const id of now.parkIds ?? [])
    if ((await rowOf(park, id, work.db)).tenantId !== group)
      return [bad('parkIds', '车场不属于该集团', 'A car park belongs to another group')];
  return [];
}

export const adverRules: Rules = {
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Adver;
    return [
      ...problemsOf(now),
      ...(before ? frozen(values as Partial<Adver>, before as Adver) : []),
      ...(await foreignParks(now, work)),
    ];
  },
  fill: (_, before) => (before ? {} : { served: 0, views: 0, clicks: 0, days: 0, spentFen: 0, lotFen: 0 }),
  removing: async (row) => {
    if (row.status !== 'draft')
      throw ruleRefused(text('已审核的广告不能删除，请停止', 'A reviewed advert is stopped, not removed'));
  },
};

const notOver: Effect = async (row, _, work) => {
  if (Date.parse(String(row.endTime)) <= work.now.getTime())
    throw ruleRefused(text('排期已过', 'Its schedule is over'));
};

export const adverEffects: Record<string, Effect> = { review: notOver, start: notOver, stopAdver: 'none' };
