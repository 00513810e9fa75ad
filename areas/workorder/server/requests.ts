/**
 * Complaints, suggestions and appeals. What an appeal does to a debt is done by the area that keeps debts, in the same
 * transaction.
 */
import { DEFAULT_HOURS, PROMISES, dueAt } from '#domain/due/due.ts';
import { park } from '#areas/lot/model/park.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import { emit, isHandled } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { requestWords } from '../model/calls.ts';
import { appealDecided, appealRaised } from '../model/events.ts';
import type { AppealOutcome } from '../model/events.ts';
import { userRequest } from '../model/user-request.ts';
import { appealResults, requestResults, requestStates, requestTypes } from '../model/words.ts';
import type { RequestResult } from '../model/words.ts';
import type { Rules } from '#kit/server/rules.ts';
import { numbered } from './open-work.ts';

/** Appeals are taken where debts are kept. */
export function debtsAreKept(): void {
  if (!isHandled(appealRaised) || !isHandled(appealDecided))
    throw ruleRefused(text('欠费业务未启用，不能申诉', 'No debts are kept here to appeal against'), 'no-debts');
}

const isAppeal = (result: string): result is AppealOutcome['result'] => appealResults.some((each) => each === result);
const need = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);

type Answer = {
  result: RequestResult;
  reply?: string | null;
  endTime?: string | null;
  plateNumber?: string | null;
  amountFen?: number | null;
};

/** Result and type go together, and what corrects something says to what. */
function checkAnswer(type: unknown, answer: Answer): void {
  if ((type === 'appeal') !== isAppeal(answer.result))
    throw need('result', text('此结果不适用于该类诉求', 'This outcome does not fit this kind of request'));
  const wanted = { endTime: answer.endTime, plate: answer.plateNumber, amount: answer.amountFen };
  const fields = { endTime: 'endTime', plate: 'plateNumber', amount: 'amountFen' } as const;
  for (const name of ['endTime', 'plate', 'amount'] as const)
    if (answer.result === name && (wanted[name] === null || wanted[name] === undefined))
      throw need(fields[name], text('请填写更正后的值', 'Enter the corrected value'));
}

const dictionary = (words: Readonly<Record<string, Text>>, lang: 'zh' | 'en') =>
  Object.entries(words).map(([value, label]) => ({ value, label: label[lang] }));

/** By when a request is to be answered: complaints and fault reports in a day of service, all else in two. */
export const dueOf = (type: unknown, at: Date): string => {
  const days = type === 'complaint' || type === 'repair' ? 0.5 : 1;
  return new Date(dueAt(at.getTime(), PROMISES[3].solveMinutes * days, DEFAULT_HOURS)).toISOString();
};

const self = (work: Work): string => work.person.name || work.person.account;

export const requestRules: Record<string, Rules> = {
  userRequest: {
    check: (values, before) =>
      !before && values.type === 'appeal' && !values.escapeId
        ? [{ field: 'escapeId', msg: text('申诉须指明欠费单', 'An appeal names the debt') }]
        : [],
    fill: (values, before, work) => {
      if (before) return {};
      return {
        requestNo: numbered('R', newId(), work.now),
        raisedAt: work.now.toISOString(),
        due: dueOf(values.type, work.now),
      };
    },
    saved: async (after, before, work) => {
      if (before) return;
      const tenantId = Number(after.tenantId);
      const lot = after.parkId ? await rowOf(park, String(after.parkId), work.db) : null;
      // It belongs to the company that runs the car park, whoever enters it.
      if (lot && lot.companyId !== after.companyId)
        await ofTenant(work.db, tenantId).raw(
          'UPDATE user_request SET company_id = $3 WHERE tenant_id = $1 AND id = $2',
          [tenantId, after.id, lot.companyId],
        );
      if (after.type !== 'appeal') return;
      debtsAreKept();
      const appeal = { tenantId, requestId: after.id, escapeId: String(after.escapeId) };
      await emit(appealRaised, appeal, { db: ofTenant(work.db, tenantId) });
    },
  },
};

export const requestServed: Served[] = [
  ...moves(userRequest, {
    take: async (_, __, work) => ({ handler: self(work) }),
    handle: async (row, input, work) => {
      const answer = input as Answer;
      checkAnswer(row.type, answer);
      if (isAppeal(answer.result)) {
        debtsAreKept();
        const tenantId = Number(row.tenantId);
        const outcome: AppealOutcome = {
          tenantId,
          requestId: row.id,
          escapeId: String(row.escapeId),
          result: answer.result,
          endTime: answer.endTime ?? null,
          plateNumber: answer.plateNumber ?? null,
          amountFen: answer.amountFen ?? null,
          reply: answer.reply ?? null,
          userId: work.person.userId,
          name: self(work),
        };
        for (const after of await emit(appealDecided, outcome, { db: ofTenant(work.db, tenantId) }))
          if (after) work.afterCommit(after);
      }
      return {
        result: answer.result,
        reply: answer.reply ?? null,
        handler: self(work),
        answeredAt: work.now.toISOString(),
      };
    },
    close: 'none',
  }),
  serve(requestWords, async ({ lang }) => ({
    types: dictionary(requestTypes, lang),
    statuses: dictionary(requestStates, lang),
    results: dictionary(requestResults, lang),
  })),
];
