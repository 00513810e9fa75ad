/** Warnings of berths: raised where the evidence gives cause, once, and cleared when the cause is gone. */
import type { BerthWarning, Settlement, Spell } from '#domain/berth/types.ts';
import { MINUTE } from '#domain/time/zone.ts';
import { zoneOf, clearWarning, openWarnings, raiseWarning } from '#areas/workorder/server/door.ts';
import type { Warning } from '#areas/workorder/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';
import type { Gathered } from './gather.ts';
import { attended } from './section-hours.ts';

/** Causes that the evidence of a berth gives. */
const causes = ['unread', 'noCar', 'still', 'closedCar', 'dispute', 'plateDoubt', 'suspect'] as const;
type Cause = (typeof causes)[number];
const causeOf: Partial<Record<BerthWarning['code'], Cause>> = {
  'W-UNREAD': 'unread',
  'W-NOCAR': 'noCar',
  'W-STILL': 'still',
  'W-CLOSED': 'closedCar',
  'W-DISPUTE': 'dispute',
  'W-PLATE': 'plateDoubt',
  'W-SUSPECT': 'suspect',
};

/** Warnings whose cause lasts: of a stay while it stands there, of a berth while it is as it was. */
function lasting({ input }: Gathered, { warnings, stays, spells }: Settlement): BerthWarning[] {
  const open = new Map(
    stays.flatMap((stay) => (stay.outTime === null && stay.state !== 'voided' ? [[stay.key, stay] as const] : [])),
  );
  const read = new Set([...open.values()].flatMap(({ plate, berthId }) => (plate === null ? [] : [berthId])));
  const last = new Map<string, Spell>();
  for (const spell of spells)
    if (!last.has(spell.berthId) || last.get(spell.berthId)!.from < spell.from) last.set(spell.berthId, spell);
  const since = (at: number, { berthId }: BerthWarning, state: Spell['state']): boolean => {
    const spell = last.get(berthId);
    return spell?.state === state && spell.from <= at && spell.to >= input.until;
  };
  const seen = new Map<string, string>();
  for (const { berthId, claim } of input.evidence.toSorted((a, b) => a.at - b.at)) seen.set(berthId, claim);
  return warnings.filter((each) => {
    const { code, at, stay, berthId } = each;
    if (code === 'W-UNREAD') return open.get(stay ?? '')?.plate === null;
    if (code === 'W-STILL') return since(at, each, 'occupied') && !read.has(berthId);
    if (code === 'W-DISPUTE') return since(at, each, 'unknown');
    if (code === 'W-CLOSED')
      return since(at, each, 'closed') && ['arrive', 'present', 'plate'].includes(seen.get(berthId) ?? '');
    return open.has(stay ?? '');
  });
}

/** Which of these causes are known at the changed berths: `type berth`. */
export async function knownWarnings(
  db: Db,
  lot: Lot,
  sections: readonly { readonly gathered: Gathered }[],
): Promise<ReadonlySet<string>> {
  const berths = sections.flatMap(({ gathered }) => [...gathered.changed]);
  const open = await openWarnings(db, lot.tenantId, causes, berths);
  return new Set(open.map(({ type, subjectId }) => `${type} ${subjectId}`));
}

/** Reports what begins and what is over at the changed berths of sections, in the transaction of the evidence. */
export async function writeWarnings(
  db: Db,
  lot: Lot,
  sections: readonly { readonly gathered: Gathered; readonly settlement: Settlement }[],
  known: ReadonlySet<string>,
): Promise<void> {
  for (const { gathered, settlement } of sections) await writeWarningsOf(db, lot, gathered, settlement, known);
}

async function writeWarningsOf(
  db: Db,
  lot: Lot,
  gathered: Gathered,
  settlement: Settlement,
  known: ReadonlySet<string>,
): Promise<void> {
  const { input, numbers, company, guardHours, changed } = gathered;
  const at = input.until - 1;
  const now = new Date(at);
  const lasts = new Map<string, { type: Cause; warning: BerthWarning }>();
  for (const warning of lasting(gathered, settlement)) {
    const type = causeOf[warning.code];
    if (type && changed.has(warning.berthId)) lasts.set(`${type} ${warning.berthId}`, { type, warning });
  }
  const owner = { ...lot, companyId: company };
  const fresh = [...lasts].filter(([key]) => !known.has(key));
  const onDuty = fresh.length === 0 || attended(guardHours, at, await zoneOf(db, owner));
  for (const [, { type, warning }] of fresh)
    if (type !== 'unread' || onDuty)
      await raiseWarning(db, owner, ofBerth(type, warning, numbers.get(warning.berthId) ?? '', gathered), now);
  for (const key of known) {
    const [type, subjectId] = key.split(' ') as [Cause, string];
    if (changed.has(subjectId) && !lasts.has(key)) await clearWarning(db, lot.tenantId, { type, subjectId }, now);
  }
}

function ofBerth(type: Cause, { at, berthId }: BerthWarning, subject: string, { input }: Gathered): Warning {
  const { unreadMinutes, stillThereMinutes } = input.parameters;
  const limit = type === 'unread' ? unreadMinutes : type === 'still' ? stillThereMinutes : null;
  return {
    type,
    subjectId: berthId,
    subject,
    berthNo: subject,
    level: 'warn',
    ...(limit === null
      ? {}
      : { figure: Math.max(limit, Math.round((input.until - at) / MINUTE) + limit), limit, unit: 'min' }),
  };
}

/** Evidence against bills was found at berths: a person reviews it. */
export async function warnOfDoubts(
  db: Db,
  lot: Lot,
  { numbers, company, input }: Gathered,
  berths: readonly string[],
): Promise<void> {
  for (const subjectId of new Set(berths))
    await raiseWarning(
      db,
      { ...lot, companyId: company },
      {
        type: 'doubt',
        subjectId,
        subject: numbers.get(subjectId) ?? '',
        berthNo: numbers.get(subjectId) ?? null,
        level: 'warn',
      },
      new Date(input.until - 1),
    );
}
