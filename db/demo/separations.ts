/** What nobody at the demo's tower may hold at once, and whom somebody else excepted from it for a time. */
import { dayOf } from '#domain/time/day.ts';
import { HOUR } from '#domain/time/zone.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Ask } from './build-base.ts';
import type { DoorAt } from './door-past.ts';

const DAY = 24 * HOUR;
const CLERK = { account: 'anbo.doors', name: '聂清禾' };
const HEAD = '顾明远';

type Place = { readonly tenantId: number; readonly villageId: string };
type Person = Readonly<Record<string, unknown>>;
type Tower = {
  readonly place: Place;
  readonly devices: ReadonlyMap<string, DoorAt>;
  readonly areas: ReadonlyMap<string, string>;
  readonly people: readonly Person[];
  readonly contractors: string;
  /** A period that is open at all hours. */
  readonly always: string;
  readonly now: Date;
};

/** One rule that holds, and one that the caretakers of the tower break: it is watched. */
async function rulesOf(ask: Ask, { place, devices, areas, contractors, always }: Tower) {
  const rule = async (input: Record<string, unknown>): Promise<string> =>
    (await ask('POST', '/api/gatehouse/doorSeparation/submit', { villageId: place.villageId, ...input })).id;
  return {
    research: await rule({
      ruleName: '外协不进研发区',
      kind: 'hours',
      deptIds: [contractors],
      areaIds: [areas.get('研发区')],
      timePeriodId: always,
    }),
    goods: await rule({
      ruleName: '货梯厅与机房不兼有',
      mode: 'watched',
      gateIds: [devices.get('货梯厅')!.gateId],
      otherAreaIds: [areas.get('机房')],
    }),
  };
}

/** Requested through the call, and decided as it stands in the rows: two people of the company did that days ago. */
async function exceptions(database: Database, ask: Ask, tower: Tower, rules: { research: string; goods: string }) {
  const { place, people, now } = tower;
  const back = (hours: number): string => new Date(now.getTime() - hours * HOUR).toISOString();
  const dayIn = (days: number): string => dayOf(now.getTime() + days * DAY, 'Asia/Shanghai');
  const of = (kind: string): Person[] =>
    people.filter((each) => each['person_kind'] === kind && each['status'] === 'active');
  const [caretakers, outside] = [of('service'), of('contractor')];
  const decided = { decided_by: HEAD, decided_time: back(70) };
  const rows = [
    [rules.goods, caretakers[0]!, 90, '机房空调改造期间值守', { ...decided, status: 'approved' }],
    [
      rules.research,
      outside[0]!,
      30,
      '研发区网络布线施工',
      { ...decided, status: 'approved', decided_remark: '限施工期' },
    ],
    [rules.goods, caretakers[1]!, 60, '替班搬运兼巡检', { status: 'proposed' }],
    [
      rules.research,
      outside[1]!,
      180,
      '长期驻场',
      { ...decided, status: 'refused', decided_remark: '时间过长，请按施工期申请' },
    ],
    [
      rules.goods,
      caretakers[2]!,
      20,
      '临时替班',
      { ...decided, status: 'withdrawn', ended_by: HEAD, ended_time: back(6), ended_remark: '替班结束' },
    ],
  ] as const;
  for (const [nth, [ruleId, person, days, reason, stands]] of rows.entries()) {
    const { id } = await ask('POST', '/api/gatehouse/separationException/submit', {
      villageId: place.villageId,
      ruleId,
      EmpID: person['id'],
      lastDay: dayIn(days),
      reason,
    });
    const set: Record<string, string> = { asked_by: CLERK.name, asked_time: back(80 - nth * 2), ...stands };
    const names = Object.keys(set);
    await database.write(tenantScope(place.tenantId), (db) =>
      db.raw(
        `UPDATE separation_exception SET asked_by_id = (SELECT id::text FROM "user" WHERE tenant_id = $1 AND account = $3),
         ${names.map((name) => `${name} = r.${name}`).join(', ')}
         FROM jsonb_to_record($4::jsonb) AS r(${names.map((name) => `${name} ${name.endsWith('_time') ? 'timestamptz' : 'text'}`).join(', ')})
         WHERE tenant_id = $1 AND id = $2`,
        [place.tenantId, id, CLERK.account, JSON.stringify(set)],
      ),
    );
  }
  return { excepted: outside[0]!, until: new Date(`${dayIn(30)}T16:00:00Z`).toISOString() };
}

export async function separate(database: Database, ask: Ask, tower: Tower): Promise<void> {
  const { excepted, until } = await exceptions(database, ask, tower, await rulesOf(ask, tower));
  await ask('POST', 'doordevgrant/submit', {
    villageId: tower.place.villageId,
    deviceIds: [tower.devices.get('研发区东门')!.id],
    empIds: [excepted['id']],
    timePeriodId: tower.always,
    startTime: new Date(tower.now.getTime() - 3 * DAY).toISOString(),
    endTime: until,
    remark: '布线施工，见分权例外',
  });
}
