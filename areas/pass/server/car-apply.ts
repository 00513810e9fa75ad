/** Applications for passes: entered by the staff of a village or lot, decided by who grants passes. */
import { and, eq, ne } from 'drizzle-orm';
import { dayOf } from '#domain/time/day.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { changesLocked } from '#areas/vehicle/server/door.ts';
import { carApply } from '../model/car-apply.ts';
import { grantPass, typeProblems } from './passes.ts';
import type { Paid } from './passes.ts';
import { asWritten, lockPasses, plateProblems } from './plates.ts';
import { publishDecided } from './publish.ts';

type Given = Record<string, unknown>;
type Application = Given &
  Stored & { tenantId: number; parkId: string; plateNumber: string; carTypeId: string; version: number };

/** One application of a plate waits in a lot at a time. */
async function doubles(now: Given, before: Application | null, work: Work): Promise<Problem[]> {
  const t = tableOf(carApply);
  const lot = await rowOf(park, String(now.parkId), work.db);
  await lockPasses(work.db, { tenantId: lot.tenantId as number, parkId: String(now.parkId) });
  const same = [
    eq(t.parkId!, now.parkId),
    eq(t.plateNumber!, now.plateNumber),
    eq(t.status!, 'applied'),
    ...(before ? [ne(t.id!, before.id)] : []),
  ];
  const [found] = await work.db
    .select({ id: t.id! })
    .from(t)
    .where(scoped(carApply, work.db.scope, [and(...same)]))
    .limit(1);
  return found
    ? [
        {
          field: 'plateNumber',
          msg: text(
            '该车牌在此车场已有待审核的申请',
            'An application for this plate is already pending in this car park',
          ),
        },
      ]
    : [];
}

async function check(values: Given, before: Application | null, work: Work): Promise<Problem[]> {
  const now: Given = { ...before, ...values };
  const problems = plateProblems(now);
  if (before && before.status !== 'applied' && before.status !== 'refused')
    problems.push({
      field: 'status',
      msg: text('已审核或已取消的申请不能修改', 'Reviewed or withdrawn applications cannot be changed'),
    });
  if (problems.length > 0 || typeof now.parkId !== 'string' || typeof now.carTypeId !== 'string') return problems;
  if (await changesLocked(work.db, now.parkId))
    return [
      {
        field: 'parkId',
        msg: text(
          '该车场所属小区已锁定，不能修改车辆',
          'The community of this car park is locked; vehicles cannot be changed',
        ),
      },
    ];
  return [
    ...(await typeProblems(now, work)),
    ...(isEmpty(now.plateNumber) || before?.status === 'refused' ? [] : await doubles(now, before, work)),
  ];
}

const rules = {
  check: check,
  fill: (values: Given, before: Application | null, work: Work) => ({
    ...('plateNos' in values ? { plateNos: asWritten(values.plateNos as string) } : {}),
    ...(before
      ? {}
      : { version: 1, applicant: work.person.name || work.person.account, applyTime: work.now.toISOString() }),
  }),
  removing: async (row: Application) => {
    if (row.status === 'passed')
      throw ruleRefused(
        text(
          '已通过的申请是月租车的依据，不能删除',
          'An approved application is the basis of a pass and cannot be deleted',
        ),
      );
  },
} satisfies Rules;

type Decision = (row: Application, input: Given, work: Work) => Promise<Given | void>;
const effect =
  (run: Decision): Effect =>
  (row, input, work) =>
    run(row as Application, input, work);

const decidedKey = (row: Application): string => `apply/${row.id}/${Number(row.version ?? 1)}`;

const refuse: Decision = (row, input, work) => publishDecided(work, row, decidedKey(row), false, input.auditRemark);

/**
 * Makes the pass in the same transaction: an application is passed once, because its row is locked and leaves the state
 * it waits in.
 */
const approve: Decision = async (row, input, work) => {
  const { plateNumber, parkId, carTypeId, plateNos, ownerName, phone, address, spaceNo, remark } = row;
  const today = dayOf(work.now.getTime(), work.person.zone);
  const form = {
    plateNumber,
    parkId,
    carTypeId,
    plateNos,
    ownerName,
    phone,
    address,
    spaceNo,
    remark,
    startTime: row.startTime ?? today,
  };
  const pass = await grantPass(form, input as Paid, String(input.auditRemark ?? ''), work);
  await publishDecided(work, row, decidedKey(row), true, input.auditRemark);
  return { passId: pass.id };
};

/** Sent again with what was put right; the decision it answers stays in the audit. */
const reapply: Decision = async (row, input, work) => {
  const plateNumber = isEmpty(input.plateNumber) ? row.plateNumber : input.plateNumber;
  const problems = await doubles({ ...row, plateNumber }, row, work);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const remark = isEmpty(input.remark) ? {} : { remark: input.remark };
  return {
    plateNumber,
    ...remark,
    version: Number(row.version ?? 1) + 1,
    applicant: work.person.name || work.person.account,
    applyTime: work.now.toISOString(),
    auditBy: null,
    auditTime: null,
    auditRemark: null,
  };
};

export const carApplyRules = { carApply: rules };

export const carApplyServed: Served[] = [
  ...moves(carApply, {
    pass: effect(approve),
    refuse: effect(refuse),
    reapply: effect(reapply),
    cancel: 'none',
  }),
];
