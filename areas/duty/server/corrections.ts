/** Forgotten clocks: entered by one person, approved by another, then clocks like others. */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { dayOf } from '#domain/time/day.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { user } from '#areas/access/model/user.ts';
import { clockCorrection } from '../model/clock.ts';
import { writeClock } from './clocks.ts';
import { closedMonths, workerOf } from './person.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Worker } from './person.ts';

type CorrectionRow = { readonly userId: string | null; readonly askedById: string | null };

/** A5: neither the applicant nor the person it is about. */
function secondPerson({ userId, askedById }: CorrectionRow, work: Work): void {
  if (work.person.userId === askedById || work.person.userId === userId)
    throw ruleRefused(
      text('不能审批自己申请的或自己的补卡', 'You cannot review your own request or a correction of your own time'),
      'own-signature',
    );
}

async function openMonth(work: Work, worker: Worker, at: number): Promise<void> {
  const month = dayOf(at, worker.zone).slice(0, 7);
  if ((await closedMonths(ofTenant(work.db, worker.tenantId), worker)).has(month))
    throw ruleRefused(fill(text('{month} 已关账', '{month} is closed'), { month }), 'month-closed');
}

const decided = (work: Work) => ({
  decidedBy: work.person.name || work.person.account,
  decidedTime: work.now.toISOString(),
});

export const correctionRules: { readonly clockCorrection: Rules<(typeof clockCorrection)['fields']> } = {
  clockCorrection: {
    check: (values, _, work) =>
      values.at && Date.parse(values.at) > work.now.getTime()
        ? [{ field: 'at', msg: text('时间不能晚于现在', 'The time cannot be in the future') }]
        : [],
    fill: (values, before, work) => {
      if (before || !values.userId) return {};
      return {
        askedBy: work.person.name || work.person.account,
        askedById: work.person.userId,
      };
    },
    saved: async (after, _, work) => {
      const tenantId = Number(after.tenantId);
      const db = ofTenant(work.db, tenantId);
      const worker = await workerOf(db, tenantId, String(after.userId));
      if (!worker) throw new Refused('no_such_record', { what: user.title });
      await openMonth(work, worker, Date.parse(String(after.at)));
      // It belongs to the company of the person it is about, whoever applies: that company's month waits for it.
      await db.raw('UPDATE clock_correction SET company_id = $3 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        after.id,
        worker.companyId,
      ]);
    },
  },
};

export const correctionServed: Served[] = [
  ...moves(clockCorrection, {
    approve: async (row, _, work) => {
      secondPerson(row, work);
      const tenantId = Number(row.tenantId);
      const db = ofTenant(work.db, tenantId);
      const worker = await workerOf(db, tenantId, String(row.userId), true);
      if (!worker) throw new Refused('no_such_record', { what: user.title });
      const at = Date.parse(String(row.at));
      await openMonth(work, worker, at);
      const done = await writeClock(
        db,
        worker,
        {
          id: newId(),
          at,
          kind: row.kind === 'out' ? 'out' : 'in',
          offline: false,
          source: 'correction',
          remark: row.reason,
        },
        work.now,
      );
      return { ...decided(work), clockId: done.clockId };
    },
    refuse: async (row, _, work) => {
      secondPerson(row, work);
      return decided(work);
    },
  }),
];
