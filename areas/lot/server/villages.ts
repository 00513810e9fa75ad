import { and, eq, isNull } from 'drizzle-orm';
import { call } from '#kit/declare/call.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { emit } from '#kit/server/events.ts';
import { move, moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { clocksDue } from '#areas/lot/model/events.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { village } from '#areas/lot/model/village.ts';

type Village = Stored & { tenantId: number; companyId: string; locked: boolean | null };
type Area = Stored & {
  tenantId: number;
  parkId: string;
  parentId: string | null;
  areaName: string;
  totalStall: number;
  status: string;
};

/**
 * Sets the clocks of the village's cameras and barriers, and with it has them report; returns how many got the command.
 */
async function notify(home: Village, work: Work): Promise<number> {
  const [d, p] = [tableOf(parkDevice), tableOf(park)];
  const devices = await work.db
    .select({ id: d.id! })
    .from(d)
    .innerJoin(p, and(eq(p.tenantId!, d.tenantId!), eq(p.id!, d.parkId!)))
    .where(and(eq(d.tenantId!, home.tenantId), eq(p.villageId!, home.id), isNull(d.deletedAt!), isNull(p.deletedAt!)));
  const answers = await emit(
    clocksDue,
    {
      tenantId: home.tenantId,
      deviceIds: devices.map(({ id }) => id as string),
      byId: work.person.userId,
      byName: work.person.name,
      at: work.now,
    },
    { db: work.db },
  );
  for (const { afterCommit } of answers) work.afterCommit(afterCommit);
  return answers.reduce((sum, { queued }) => sum + queued, 0);
}

const effects: Record<string, Effect> = {
  successExamine: async (_, __, work) => ({ examinedTime: work.now.toISOString() }),
  TurnOnOffLock: async (row, input, work) => {
    const locked = input.onOffFlag === true;
    return { locked, lockedTime: locked ? ((row as Stored).lockedTime ?? work.now.toISOString()) : null };
  },
  mqttNoticeDown: async (row, _, work) => {
    const notified = await notify(row as Village, work);
    if (notified === 0)
      throw ruleRefused(text('小区的车场还没有设备', 'The lots of this community have no devices yet'));
  },
};

/**
 * Spaces of approved areas side by side, also of those approved in the same moment, may not exceed what lies around
 * them; an area without a figure of its own adds nothing.
 */
async function fits(area: Area, work: Work): Promise<void> {
  const t = tableOf(parkArea);
  const around = area.parentId
    ? // A plain `Resource` names no columns.
      ((await rowOf(parkArea, area.parentId, work.db, { lock: true })) as unknown as {
        areaName: string;
        totalStall: number;
      })
    : ((await rowOf(park, area.parkId, work.db, { lock: true })) as {
        parkName: string;
        totalStall: number;
      });
  const beside = await work.db
    .select({ id: t.id!, totalStall: t.totalStall! })
    .from(t)
    .where(
      scoped(parkArea, work.db.scope, [
        eq(t.parkId!, area.parkId),
        area.parentId ? eq(t.parentId!, area.parentId) : isNull(t.parentId!),
        eq(t.status!, 'approved'),
      ]),
    );
  const sum = beside
    .filter(({ id }) => id !== area.id)
    .reduce((all, each) => all + (each.totalStall as number), area.totalStall);
  const name = 'areaName' in around ? around.areaName : around.parkName;
  if (sum > around.totalStall)
    throw ruleRefused(
      fill(
        text(
          '区域车位之和{sum}超过“{name}”的车位数{most}',
          'The areas add up to {sum} spaces, but “{name}” has {most}',
        ),
        { sum, name, most: around.totalStall },
      ),
    );
}

async function areaProblems(values: Partial<Area>, before: Area | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values };
  const problems: Problem[] = [];
  if (values.parentId) {
    const parent = await rowOf(parkArea, values.parentId, work.db);
    if (parent.parkId !== now.parkId)
      problems.push({
        field: 'parentId',
        msg: text('上级区域不属于该车场', 'The area around it belongs to another car park'),
      });
  }
  if (
    before?.status === 'approved' &&
    problems.length === 0 &&
    (values.totalStall !== undefined || values.parentId !== undefined)
  )
    await fits(now as Area, work);
  return problems;
}

export const areaRules: Rules = {
  // Sections of a street are areas too, with files of their own.
  files: { read: async (rows) => rows.map(({ section }) => (section ? null : {})) },
  check: areaProblems,
  fill: async (values, before, work) =>
    // A plain `Resource` names no columns.
    before !== null ? {} : ofLot((await rowOf(park, (values as { parkId: string }).parkId, work.db)) as never),
};

/** What an area has of its car park. */
const ofLot = ({ villageId, parkType }: { villageId: string | null; parkType: string }) => ({
  villageId,
  section: parkType === 'curb',
});

/** One call approves villages and areas: the contract keys both by `vid`. */
const approve = serve(
  call({
    name: 'village.successExamine',
    title: text('审核通过', 'Approve'),
    area: 'lot',
    method: 'POST',
    path: '/api/updown/baseVillage/successExamine',
    permission: 'session',
    answer: 'ack',
    note: text('vid 为小区或区域的编号。', 'vid is the id of a community or of an area.'),
  }),
  async (plain) => {
    const work = plain;
    const ids = idsIn(village, work.raw, ['vid']);
    const t = tableOf(village);
    for (const id of ids) {
      const [found] = await work.db
        .select({ id: t.id! })
        .from(t)
        .where(scoped(village, work.db.scope, [eq(t.id!, id)]))
        .limit(1);
      const of = found ? village : parkArea;
      if (!work.permits(`${of.name}:successExamine`))
        throw new Refused('not_permitted', { what: fill(text('{title}审核', 'approve {title}'), { title: of.title }) });
      if (found) await move(village, id, 'successExamine', {}, work, effects.successExamine!);
      else await move(parkArea, id, 'successExamine', {}, work, async (row) => fits(row as Area, work));
    }
    return { ids };
  },
);

export const villagesServed: Served[] = [
  ...moves(village, effects).filter(({ call: { path } }) => path !== approve.call.path),
  approve,
];
