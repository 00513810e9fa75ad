/**
 * Separation rules are kept by whatever is saved: who breaks an enforced rule after a change and did not before, or not
 * at these times, is a reason to refuse it, with a counter-example. Before is before the transaction; what is refused is
 * taken back with it.
 */
import { wallTime } from '#kit/declare/format.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { without } from '#domain/door/reach.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import type { Place } from './delivery-rows.ts';
import type { Holder } from './holders.ts';
import { villageNamed } from './place.ts';
import { brokenAmong, brokenIn, settingOf } from './separations.ts';
import type { Broken, Setting } from './separations.ts';

type Row = Readonly<Record<string, unknown>>;
/** Who breaks which rule, and when. */
type Breaks = ReadonlyMap<string, Broken['times']>;

/** By transaction and community: who broke which enforced rule, and when, before it changed anything. */
const broken = new WeakMap<Db, Map<string, Breaks>>();
/** By transaction and community: what decides, while nothing of it changes. */
const settings = new WeakMap<Db, Map<string, Setting | null>>();

const kept = <T>(of: WeakMap<Db, Map<string, T>>, db: Db): Map<string, T> => {
  const found = of.get(db) ?? new Map<string, T>();
  of.set(db, found);
  return found;
};

const breakKey = ({ rule }: Broken, person: string): string => `${rule.id} ${person}`;
const breaksOf = (found: readonly Broken[]): Breaks =>
  new Map(found.flatMap((each) => each.people.map((person) => [breakKey(each, person), each.times] as const)));

/** Of these what did not stand before: who broke nothing, and when somebody breaks a rule besides the times he did. */
function beyond(found: readonly Broken[], before: Breaks): Broken[] {
  return found.flatMap((each) => {
    const people = each.people.filter((person) => !before.has(breakKey(each, person)));
    const more = each.people.flatMap((person) => {
      const then = before.get(breakKey(each, person));
      const [added] = then === undefined ? [] : without(each.times(), then());
      const conflict = added && each.firstSince(added.from);
      return conflict ? [{ ...each, people: [person], conflict }] : [];
    });
    return people.length > 0 ? [{ ...each, people }, ...more] : more;
  });
}

/** Two changes that break a rule only together do not pass at the same time. */
const inTurn = (db: Db, { villageId }: Place): Promise<unknown> =>
  db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`door separation:${villageId}`]);

/** Of the rules that are enforced; null where there are none. */
async function enforcedAt(db: Db, place: Place, now: Date): Promise<Setting | null> {
  const known = kept(settings, db);
  const found = known.get(place.villageId);
  if (found !== undefined) return found;
  const own = ofTenant(db, place.tenantId);
  const enforced = (): Promise<Setting | null> => settingOf(own, place, now, ({ mode }) => mode === 'enforced');
  let setting = await enforced();
  if (setting !== null) {
    await inTurn(own, place);
    // As it is now that whoever came before has committed.
    setting = await enforced();
  }
  known.set(place.villageId, setting);
  return setting;
}

async function nameOf(db: Db, tenantId: number, person: string): Promise<string | null> {
  const [row] = await db.raw<{ name: string }>(
    'SELECT emp_name AS name FROM door_employee WHERE tenant_id = $1 AND id = $2',
    [tenantId, person],
  );
  return row?.name ?? null;
}

/** The earliest conflict of these, and how many people more break a rule; names for whoever may read people. */
export async function counterExample(
  db: Db,
  setting: Setting,
  found: readonly Broken[],
  mayName: boolean,
): Promise<Text> {
  const { place, period, gates } = setting;
  const first = found.toSorted((a, b) => a.conflict.from - b.conflict.from)[0]!;
  const { rule, conflict, people } = first;
  const all = new Set(found.flatMap((each) => each.people)).size;
  const name = mayName ? await nameOf(ofTenant(db, place.tenantId), place.tenantId, people[0]!) : null;
  const values = {
    rule: rule.ruleName,
    name: name ?? text('有一人', 'somebody'),
    at: wallTime(isoOf(conflict.from), period.zone).slice(0, 16),
    door: gates.get(conflict.door)!.name,
    other: conflict.other === null ? '' : gates.get(conflict.other)!.name,
    more: String(all - 1),
  };
  const what =
    conflict.other === null
      ? text(
          '违反分权规则“{rule}”：{name}自 {at} 起在禁入时段可进“{door}”',
          'Breaks the separation rule “{rule}”: {name} could enter “{door}” in forbidden hours from {at}',
        )
      : text(
          '违反分权规则“{rule}”：{name}自 {at} 起可同时进“{door}”与“{other}”',
          'Breaks the separation rule “{rule}”: {name} could enter both “{door}” and “{other}” from {at}',
        );
  const sentence = fill(what, values);
  return all === 1
    ? sentence
    : fill(text('{sentence}；另有 {more} 人', '{sentence}, and {more} more'), { ...values, sentence });
}

export const refusedAt = (field: string, msg: Text): Refused =>
  new Refused('rule_refused', { why: msg }, [{ field, msg }]);

export const mayName = (work: Pick<Work, 'permits'>): boolean => work.permits(`${doorEmployee.name}:read`);

/** Keeps who breaks a rule before anything is changed. */
async function lookBefore(db: Db, place: Place, now: Date, concerns: (setting: Setting) => boolean): Promise<void> {
  const known = kept(broken, db);
  if (known.has(place.villageId)) return;
  const setting = await enforcedAt(db, place, now);
  if (setting !== null && concerns(setting))
    known.set(place.villageId, breaksOf(await brokenIn(ofTenant(db, place.tenantId), setting)));
}

/** @returns those who break a rule now and did not before, or not at these times, with what decided */
async function newlyBroken(db: Db, place: Place, now: Date): Promise<{ setting: Setting; found: Broken[] } | null> {
  const before = kept(broken, db).get(place.villageId);
  kept(settings, db).delete(place.villageId);
  if (before === undefined) return null;
  const setting = await enforcedAt(db, place, now);
  if (setting === null) return null;
  const found = beyond(await brokenIn(ofTenant(db, place.tenantId), setting), before);
  return found.length > 0 ? { setting, found } : null;
}

const anything = (): boolean => true;

/**
 * What another area changes of a community, such as its calendar: looked at before, and by what is returned after.
 * @throws Refused naming this field
 */
export async function keeping(
  { db, now }: { readonly db: Db; readonly now: Date },
  places: readonly Place[],
  field: string,
  isNamed = false,
): Promise<() => Promise<void>> {
  for (const place of places) await lookBefore(db, place, now, anything);
  return async () => {
    for (const place of places) {
      const broke = await newlyBroken(db, place, now);
      if (broke) throw refusedAt(field, await counterExample(db, broke.setting, broke.found, isNamed));
    }
  };
}

const placeOf = async (row: Row, work: Work): Promise<Place | null> => {
  const { villageId, tenantId } = row;
  if (typeof villageId !== 'string') return null;
  if (typeof tenantId === 'number') return { villageId, tenantId };
  return { villageId, tenantId: (await villageNamed(work, villageId)).tenantId };
};

const namedIn = (row: Row | null, devices: ReadonlySet<string>): boolean =>
  ((row?.['deviceIds'] ?? []) as readonly string[]).some((id) => devices.has(id));

/** The first of these fields that was given anew, or changed. */
function changedOf(fields: readonly string[], after: Row, before: Row | null): string {
  const differs = (field: string): boolean =>
    JSON.stringify(after[field] ?? null) !== JSON.stringify(before?.[field] ?? null);
  return fields.find(differs) ?? fields[0]!;
}

/**
 * Rules of what decides who may enter where: nothing is saved that breaks separation. `fields` are those that decide, the
 * likeliest first. Whatever has `deviceIds` is looked at only where these are at doors of a rule.
 */
export const separated = (rules: Rules, fields: readonly string[]): Rules => {
  const concerns =
    (...rows: (Row | null)[]) =>
    ({ devices }: Setting): boolean =>
      !fields.includes('deviceIds') || rows.some((row) => namedIn(row, devices));
  return {
    ...rules,
    check: async (values, before, work) => {
      const problems = (await rules.check?.(values, before, work)) ?? [];
      if (problems.length > 0) return problems;
      const now: Row = { ...before, ...values };
      const place = await placeOf(now, work);
      if (place) await lookBefore(work.db, place, work.now, concerns(now, before));
      return problems;
    },
    saved: async (after, before, work) => {
      await rules.saved?.(after, before, work);
      const place = await placeOf(after, work);
      const broke = place && (await newlyBroken(work.db, place, work.now));
      if (broke)
        throw refusedAt(
          changedOf(fields, after, before),
          await counterExample(work.db, broke.setting, broke.found, mayName(work)),
        );
    },
  };
};

export type PersonRow = Row & { id: string; villageId: string; tenantId: number; deptId: string; status?: string };

function holderOf({ id, deptId, validFrom, validUntil }: Row): Holder {
  const midnight = (day: unknown, nights: number): string | null =>
    typeof day === 'string' ? isoOf(Date.parse(`${day}T00:00:00+08:00`) + nights * 86_400_000) : null;
  return { id: String(id), deptId: String(deptId), from: midnight(validFrom, 0), until: midnight(validUntil, 1) };
}

/** One person entered, moved or back again: the rules are put together once for a file of people. */
export async function keepPerson(after: PersonRow, before: PersonRow | null, work: Work): Promise<void> {
  const same = ['deptId', 'validFrom', 'validUntil', 'status'].every((field) => after[field] === before?.[field]);
  if (same || after.status === 'left') return;
  const setting = await enforcedAt(work.db, { villageId: after.villageId, tenantId: after.tenantId }, work.now);
  if (setting === null) return;
  const then = before === null || before.status === 'left' ? [] : brokenAmong([holderOf(before)], setting);
  const found = beyond(brokenAmong([holderOf(after)], setting), breaksOf(then));
  if (found.length > 0)
    throw refusedAt(
      changedOf(['deptId', 'validUntil', 'validFrom', 'status'], after, before),
      await counterExample(work.db, setting, found, mayName(work)),
    );
}
