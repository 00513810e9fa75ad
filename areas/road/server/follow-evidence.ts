/**
 * What follows from the evidence, into the tables: spells, berths as they are now, stays and their bills, what a person
 * has to decide.
 */
import { createHash } from 'node:crypto';
import { settleSection } from '#domain/berth/section.ts';
import type { BerthStay, Evidence, SectionInput, Settlement, Spell } from '#domain/berth/types.ts';
import { factId } from '#domain/lane/identity.ts';
import { maskPlate } from '#domain/plate/plate.ts';
import { isoOf } from '#domain/time/iso.ts';
import { changeKerb, liveNews } from '#areas/passage/server/door.ts';
import type { KerbBill, KerbStay } from '#areas/passage/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';
import { dutyAt } from './duty-at.ts';
import { storedSpells, writeSpells } from './spells.ts';
import { knownWarnings, writeWarnings, warnOfDoubts } from './warn.ts';
import { gather } from './gather.ts';
import type { Gathered } from './gather.ts';
import type { StoredStay } from './windows.ts';

export type BerthNow = {
  readonly berthId: string;
  readonly berthNo: string;
  readonly state: string;
  readonly since: string;
  readonly stayId: string | null;
  readonly plate: string | null;
};

export type Followed = {
  /** Berths whose state, plate or stay is another one now. */
  readonly changed: readonly BerthNow[];
  readonly bills: readonly KerbBill[];
  /** Evidence after a bill that says otherwise. */
  readonly doubts: number;
};

const NOTHING = { changed: [], bills: [], doubts: 0, after: () => undefined };

/**
 * The id of the stay that begins at a berth at an instant; another one where the row of that id is a later car's by
 * now.
 */
const newStayId = ({ berthId, beginTime }: BerthStay, used: ReadonlySet<string>): string => {
  const ids = [0, 1].map((seq) => factId({ device: berthId, seq, rawAt: beginTime }, `kerb:${beginTime}`));
  return ids.find((id) => !used.has(id)) ?? ids[0]!;
};

const shared = (stored: StoredStay, stay: BerthStay, now: number): number =>
  Math.min(stored.outTime ?? now, stay.outTime ?? now) - Math.max(stored.beginTime, stay.beginTime);

/** Which row each stay of the evidence is: the open one of its berth it shares most time with, else a new one. */
function rowsOf(open: readonly StoredStay[], stays: readonly BerthStay[], now: number): Map<BerthStay, string> {
  const found = new Map<BerthStay, string>();
  const used = new Set<string>();
  const pairs = stays
    .flatMap((stay) =>
      open
        .filter((stored) => berthsOf(stay).includes(stored.berthId))
        .map((stored) => ({
          stay,
          stored,
          time: shared(stored, stay, now),
          alike: stored.plate !== null && stored.plate === stay.plate,
        })),
    )
    .filter(({ time }) => time >= 0)
    .sort((a, b) => Number(b.alike) - Number(a.alike) || b.time - a.time || a.stored.beginTime - b.stored.beginTime);
  for (const { stay, stored } of pairs)
    if (!found.has(stay) && !used.has(stored.id)) {
      found.set(stay, stored.id);
      used.add(stored.id);
    }
  for (const stay of stays) if (!found.has(stay)) found.set(stay, newStayId(stay, used));
  return found;
}

type Mapped = { readonly stay: BerthStay; readonly id: string };
type Plan = {
  readonly rows: readonly Mapped[];
  readonly ids: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
};

const berthsOf = ({ berthId, alsoBerths, moves }: BerthStay): string[] => [
  berthId,
  ...alsoBerths,
  ...moves.map((each) => each.berthId),
];

/** Which rows the stays are. Written are those of the changed berths; the others are as they were. */
function mapped({ input, newsFrom, open, changed }: Gathered, { stays }: Settlement): Plan {
  const settled = new Set(input.settled.map(({ id }) => id));
  const live = stays.filter(({ key, state }) => !settled.has(key) && state !== 'voided' && state !== 'closed-batch');
  const openIds = new Set(open.map(({ id }) => id));
  const rows = new Map(
    [...rowsOf(open, live, input.until)].filter(
      ([{ outTime }, id]) => outTime === null || outTime >= newsFrom || openIds.has(id),
    ),
  );
  const taken = new Set(rows.values());
  return {
    rows: [...rows].flatMap(([stay, id]) => (berthsOf(stay).some((each) => changed.has(each)) ? [{ stay, id }] : [])),
    ids: new Map([
      ...[...rows].map(([stay, id]) => [stay.key, id] as const),
      ...[...settled].map((id) => [id, id] as const),
    ]),
    gone: open.filter(({ id, berthId }) => changed.has(berthId) && !taken.has(id)).map(({ id }) => id),
  };
}

/**
 * An end is final once nothing new was received of the berth for so long that no source contradicts it: the lot's
 * time of confirmation where something was seen to leave, the time in which claims are of one event where the end
 * only follows from what came after. What came late and out of order waits in the same way. A person's own word ends
 * a stay at once.
 */
function stands(stay: BerthStay, input: SectionInput): boolean {
  if (stay.outTime === null) return false;
  const { pairMinutes, confirmSeconds } = input.parameters;
  const pairMs = pairMinutes * 60_000;
  const near = input.evidence.filter(
    ({ berthId, at }) => berthId === stay.berthId && at >= stay.beginTime - pairMs && at <= stay.outTime! + pairMs,
  );
  if (near.some(({ id, source }) => id === stay.endBy && source === 'person')) return true;
  const quietSince = near.reduce((latest, { heardAt: receivedAt }) => Math.max(latest, receivedAt), stay.outTime);
  return input.until - quietSince >= (stay.state === 'closed' ? confirmSeconds * 1000 : pairMs);
}

async function kerbStays(db: Db, lot: Lot, gathered: Gathered, { rows, ids }: Plan): Promise<KerbStay[]> {
  const { input, sectionId, zone } = gathered;
  const evidence = new Map(input.evidence.map((each) => [each.id, each]));
  const ends = rows.flatMap(({ stay }) => (stay.outTime === null ? [] : [stay.outTime]));
  const duty = await dutyAt(db, lot, sectionId, ends);
  return rows.map(({ stay, id }) => {
    const own = stay.evidence.flatMap((each) => evidence.get(each) ?? []);
    const shot = own.find(({ picture }) => picture !== null)?.picture ?? null;
    const settle = stands(stay, input);
    return {
      id,
      plate: stay.plate,
      colour: stay.colour,
      inTime: stay.inTime,
      outTime: settle ? stay.outTime : null,
      state:
        stay.state === 'suspect'
          ? 'suspect'
          : stay.outTime === null
            ? 'open'
            : stay.state === 'closed-inferred'
              ? 'closed-inferred'
              : 'closed',
      picture: shot === null ? null : `/api/updown/file/${shot}`,
      offline: own.some(({ offline }) => offline),
      settle,
      berth: {
        id: stay.berthId,
        section: sectionId,
        also: stay.alsoBerths,
        moves: stay.moves,
        bays: stay.bays,
        zone,
        beganBy: evidence.get(stay.beginBy)?.source ?? null,
        endedBy: evidence.get(stay.endBy ?? '')?.source ?? null,
        provenTo: stay.provenTo,
        continues: stay.continues === null ? null : (ids.get(stay.continues) ?? stay.continues),
        duty: stay.outTime === null ? null : (duty.get(stay.outTime) ?? null),
      },
    };
  });
}

type BerthRow = Pick<BerthNow, 'berthNo' | 'state' | 'since' | 'plate'> & {
  readonly id: string;
  readonly stay: string | null;
};

/** The last spell of each changed berth is how it is now. */
function berthRows({ numbers, changed }: Gathered, { spells, stays }: Settlement, ids: Plan['ids']): BerthRow[] {
  const last = new Map<string, Spell>();
  for (const spell of spells)
    if (!last.has(spell.berthId) || last.get(spell.berthId)!.from < spell.from) last.set(spell.berthId, spell);
  // A car may be registered where its sensor is silent: the berth is unknown then, and has a stay all the same.
  const here = new Map<string, BerthStay>();
  for (const stay of stays)
    if (stay.outTime === null && stay.state !== 'voided')
      for (const berth of [stay.berthId, ...stay.alsoBerths]) here.set(berth, stay);
  return [...last.values()]
    .filter(({ berthId }) => changed.has(berthId))
    .map((spell) => {
      const stay = here.get(spell.berthId);
      return {
        id: spell.berthId,
        berthNo: numbers.get(spell.berthId) ?? '',
        state: spell.state,
        since: isoOf(spell.from),
        plate: stay?.plate ?? null,
        stay: stay ? (ids.get(stay.key) ?? null) : null,
      };
    });
}

/** Stores how berths are now; answers those that are otherwise than before. */
async function writeBerths(db: Db, lot: Lot, rows: readonly BerthRow[], now: number): Promise<BerthNow[]> {
  const changed = await db.raw<{ id: string }>(
    `UPDATE rd_berth b SET state = n.state, since = n.since, plate_number = n.plate, stay_id = n.stay, updated_at = $3
    FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, state text, since timestamptz, plate text, stay text)
    WHERE b.tenant_id = $1 AND b.id = n.id AND (b.state, b.since, b.plate_number, b.stay_id) IS DISTINCT FROM (n.state, n.since, n.plate, n.stay) RETURNING b.id`,
    [lot.tenantId, JSON.stringify(rows), isoOf(now)],
  );
  const moved = new Set(changed.map(({ id }) => id));
  return rows
    .filter(({ id }) => moved.has(id))
    .map(({ id, stay, ...berth }) => ({ berthId: id, ...berth, stayId: stay }));
}

const doubtId = (parts: readonly unknown[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * What speaks against a bill waits for a person, once for each stay and kind of doubt. Of a stay that begins before
 * what is read, half of the evidence is unread: nothing new was received of it, and nothing is judged.
 */
async function writeDoubts(db: Db, lot: Lot, gathered: Gathered, settlement: Settlement): Promise<number> {
  const { berths, from, settled } = gathered.input;
  const readFrom = new Map(berths.map((each) => [each.berthId, each.from ?? from]));
  const halfRead = new Set(
    settled
      .filter(({ beginTime, berthId }) => beginTime < readFrom.get(berthId)!)
      .map(({ id, berthId }) => `${id} ${berthId}`),
  );
  const exceptions = settlement.exceptions.filter(
    ({ settledId, berthId }) => gathered.changed.has(berthId) && !halfRead.has(`${settledId} ${berthId}`),
  );
  if (exceptions.length === 0) return 0;
  const now = isoOf(gathered.input.until);
  const fresh = await insertRows<{ berth_id: string }>(
    db,
    'settlement_doubt',
    exceptions.map(({ code, settledId, berthId, before, after }) => ({
      tenant_id: lot.tenantId,
      company_id: gathered.company,
      park_id: lot.parkId,
      id: doubtId([settledId, code, after]),
      created_at: now,
      updated_at: now,
      berth_id: berthId,
      stay_id: settledId,
      code,
      found_time: now,
      before,
      after,
      status: 'waiting',
    })),
    'ON CONFLICT (tenant_id, id) DO NOTHING RETURNING berth_id',
  );
  await warnOfDoubts(
    db,
    lot,
    gathered,
    fresh.map(({ berth_id }) => berth_id),
  );
  return fresh.length;
}

async function countFaults(
  db: Db,
  lot: Lot,
  faults: Settlement['faults'],
  evidence: readonly Evidence[],
  since: number,
): Promise<void> {
  const receivedById = new Map(evidence.map(({ id, heardAt }) => [id, heardAt]));
  const fresh = Map.groupBy(
    faults.filter(({ by }) => (receivedById.get(by) ?? 0) >= since),
    ({ deviceId }) => deviceId,
  );
  for (const [device, all] of fresh)
    await db.raw('UPDATE park_device SET faults = coalesce(faults, 0) + $3 WHERE tenant_id = $1 AND id = $2', [
      lot.tenantId,
      device,
      all.length,
    ]);
}

type Settled = {
  readonly gathered: Gathered;
  readonly settlement: Settlement;
  readonly plan: Plan;
};

/** Rows that the evidence knows no more, and which stay took their time. */
const goneOf = ({ gathered: { open, input }, plan }: Settled): { id: string; into: string | null }[] =>
  plan.gone.map((id) => {
    const stored = open.find((each) => each.id === id)!;
    const into = plan.rows.find(
      ({ stay }) => stay.berthId === stored.berthId && shared(stored, stay, input.until) >= 0,
    );
    return { id, into: into?.id ?? null };
  });

/** Writes what follows for the changed berths of sections of one lot. */
async function writeSections(
  db: Db,
  lot: Lot,
  sections: readonly Settled[],
  receivedAt: number,
): Promise<Followed & { readonly after: () => void }> {
  const at = receivedAt + 1;
  const spells = sections.map(({ gathered, settlement, plan }) => ({
    gathered,
    spells: settlement.spells,
    ids: plan.ids,
  }));
  const [stays, stored, warned] = await Promise.all([
    Promise.all(sections.map(({ gathered, plan }) => kerbStays(db, lot, gathered, plan))),
    storedSpells(db, lot, spells),
    knownWarnings(db, lot, sections),
  ]);
  const { bills, after } = await changeKerb(db, lot, { stays: stays.flat(), gone: sections.flatMap(goneOf), at });
  const now = sections.flatMap(({ gathered, settlement, plan }) => berthRows(gathered, settlement, plan.ids));
  const [changed] = await Promise.all([writeBerths(db, lot, now, at), writeSpells(db, lot, spells, stored)]);
  let doubts = 0;
  for (const { gathered, settlement } of sections) doubts += await writeDoubts(db, lot, gathered, settlement);
  await writeWarnings(db, lot, sections, warned);
  for (const { gathered, settlement } of sections)
    await countFaults(db, lot, settlement.faults, gathered.input.evidence, receivedAt);
  return { changed, bills, doubts, after };
}

/**
 * Works out anew what these berths were and are, in the caller's transaction, which holds the lot. `whole`: from
 * everything of their sections instead of what has come since and what it can change; after a change that reaches back
 * otherwise than by evidence. `newsAt` (epoch ms): when the earliest happened of what was received now.
 */
export async function followEvidence(
  db: Db,
  lot: Lot,
  berths: readonly string[],
  now: Date,
  { whole = false, newsAt = now.getTime() }: { readonly whole?: boolean; readonly newsAt?: number } = {},
): Promise<Followed & { readonly after: () => void }> {
  if (berths.length === 0) return NOTHING;
  const receivedAt = now.getTime();
  const sections = (await gather(db, lot, berths, { now: receivedAt, newsAt, whole })).map((gathered): Settled => {
    const settlement = settleSection(gathered.input);
    return { gathered, settlement, plan: mapped(gathered, settlement) };
  });
  if (sections.length === 0) return NOTHING;
  const { after, ...followed } = await writeSections(db, lot, sections, receivedAt);
  return {
    ...followed,
    after: () => {
      after();
      for (const { plate, ...berth } of followed.changed)
        liveNews.value()(lot.tenantId, lot.parkId, 'berth', {
          ...berth,
          plate: plate === null ? null : maskPlate(plate),
        });
    },
  };
}
