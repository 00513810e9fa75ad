/** A week of a device or of a person: the rights that are to be at the devices, by the plans that decide there. */
import { eq } from 'drizzle-orm';
import { addDays, dayOf, weekdayOf } from '#domain/time/day.ts';
import type { Plan, Span } from '#domain/door/plan.ts';
import { openOn } from '#domain/door/week.ts';
import type { Right } from '#domain/door/week.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { doorDevice } from '#areas/door/model/door-device.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { weekPlan } from '#areas/door/model/week-plan.ts';
import { clockOf } from './place.ts';
import { wantedIn } from './wanted.ts';
import type { Entry, Wanted } from './wanted.ts';

type Line = {
  id: string;
  name: string;
  gateName?: string | null;
  people?: number;
  standsOpen?: boolean;
  spans: Span[][];
};
type About = { id: string; tenantId: number; villageId: string };
type Draw = (rights: readonly Right[]) => Span[][];

const rightsOf = ({ rights }: Entry, plans: ReadonlyMap<string, Plan>): (Right & { planId: string })[] =>
  rights.flatMap(({ from, until, plan: planId }) => {
    const plan = plans.get(planId);
    const [begins, ends] = [Date.parse(from), until === null ? null : Date.parse(until)];
    return plan ? [{ planId, plan, from: begins, until: ends }] : [];
  });

async function namesOf(db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.raw<{ id: string; name: string }>(
    'SELECT id, period_name AS name FROM door_time_period WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, [...ids]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Its periods with how many people have a right in each, and the one its door stands open in. */
async function linesOfDevice(db: Db, { id, tenantId }: About, wanted: Wanted, draw: Draw): Promise<Line[]> {
  const periods = new Map<string, { people: Set<string>; rights: Map<string, Right> }>();
  for (const [person, entry] of wanted.entries.get(id) ?? [])
    for (const { planId, ...right } of rightsOf(entry, wanted.plans)) {
      const period = periods.get(planId) ?? { people: new Set(), rights: new Map() };
      period.people.add(person);
      // People of one grant share its time: it is drawn once.
      period.rights.set(`${right.from} ${right.until}`, right);
      periods.set(planId, period);
    }
  const openPlan = wanted.doors.get(id)?.openPlan ?? null;
  const openHours = openPlan === null ? undefined : wanted.plans.get(openPlan);
  const names = await namesOf(db, tenantId, [...periods.keys(), ...(openPlan === null ? [] : [openPlan])]);
  const lines = [...periods].map(([planId, { people, rights }]) => ({
    id: planId,
    name: names.get(planId) ?? '',
    people: people.size,
    standsOpen: false,
    spans: draw([...rights.values()]),
  }));
  const open = openHours
    ? [
        {
          id: openPlan!,
          name: names.get(openPlan!) ?? '',
          people: 0,
          standsOpen: true,
          spans: draw([{ from: 0, until: null, plan: openHours }]),
        },
      ]
    : [];
  return [...lines.toSorted((a, b) => b.people - a.people || (a.name < b.name ? -1 : 1)), ...open];
}

/** The devices he has a right at, with all his rights there taken together. */
async function linesOfPerson(db: Db, { id, tenantId }: About, wanted: Wanted, draw: Draw): Promise<Line[]> {
  const devices = await db.raw<{ id: string; name: string; gateName: string | null }>(
    `SELECT d.id, d.device_name AS name, g.gate_name AS "gateName" FROM park_device d
     LEFT JOIN door_gate g ON g.tenant_id = d.tenant_id AND g.id::text = d.door_gate_id AND g.deleted_at IS NULL
     WHERE d.tenant_id = $1 AND d.id = ANY($2::uuid[]) AND d.deleted_at IS NULL ORDER BY g.gate_name, d.device_name, d.id`,
    [tenantId, [...wanted.entries.keys()]],
  );
  return devices.flatMap(({ id: deviceId, name, gateName }) => {
    const entry = wanted.entries.get(deviceId)?.get(id);
    return entry ? [{ id: deviceId, name, gateName, spans: draw(rightsOf(entry, wanted.plans)) }] : [];
  });
}

/** As far as calendars are entered ahead. */
const MOST_DAYS = 366;
const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

async function week(work: Work<typeof weekPlan.input>): Promise<unknown> {
  const { deviceId, EmpID } = work.input;
  if (Boolean(deviceId) === Boolean(EmpID))
    throw new Refused('bad_input', {}, [
      { field: 'deviceId', msg: text('设备与人员二选一', 'Either a device or a person') },
    ]);
  const isDoor = eq(tableOf(parkDevice).deviceType!, 'door');
  const about = (
    deviceId
      ? await rowOf(doorDevice, deviceId, work.db, { narrow: isDoor })
      : await rowOf(doorEmployee, EmpID!, work.db)
  ) as About;
  const db = ofTenant(work.db, about.tenantId);
  const { zone, calendar } = await clockOf(db, about.tenantId, about.villageId);
  const today = dayOf(work.now.getTime(), zone);
  const thisMonday = mondayOf(today);
  const within = work.input.day ?? today;
  // What has ended is not at the devices any more: an earlier week would be drawn without it.
  if (within < thisMonday || within > addDays(today, MOST_DAYS))
    throw new Refused('bad_input', {}, [
      { field: 'day', msg: text('本周起一年以内', 'From this week on, within a year') },
    ]);
  const monday = mondayOf(within);
  const wanted = await wantedIn(db, about, deviceId ? { devices: [deviceId] } : { people: [EmpID!] }, work.now);
  const days = Array.from({ length: 7 }, (_, nth) => addDays(monday, nth));
  const draw: Draw = (rights) => days.map((day) => openOn(rights, day, zone, calendar));
  const lines = deviceId ? await linesOfDevice(db, about, wanted, draw) : await linesOfPerson(db, about, wanted, draw);
  return { zone, today, days: days.map((day) => ({ day, kinds: [...(calendar.get(day) ?? [])].sort() })), lines };
}

export const weekPlanServed: readonly Served[] = [serve(weekPlan, week)];
