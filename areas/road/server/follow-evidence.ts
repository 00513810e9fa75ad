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
import { writeSpells } from './spells.ts';
import { writeWarnings, warnOfDoubts } from './warn.ts';
import { gather } from './gather.ts';
import type { Gathered, StoredStay } from './gather.ts';

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

/** The id of the stay that begins at a berth at an instant. */
const newStayId = (stay: BerthStay): string =>
  factId({ device: stay.berthId, seq: 0, rawAt: stay.beginTime }, `kerb:${stay.beginTime}`);

const shared = (stored: StoredStay, stay: BerthStay, now: number): number =>
  Math.min(stored.outTime ?? now, stay.outTime ?? now) - Math.max(stored.beginTime, stay.beginTime);

/** Which row each stay of the evidence is: the open one of its berth it shares most time with, else a new one. */
function rowsOf(open: readonly StoredStay[], stays: readonly BerthStay[], now: number): Map<BerthStay, string> {
  const found = new Map<BerthStay, string>();
  const used = new Set<string>();
  const pairs = stays
    .flatMap((stay) =>
      open
        .filter(
          (stored) =>
            stored.berthId === stay.berthId ||
            stay.alsoBerths.includes(stored.berthId) ||
            stay.moves.some(({ berthId }) => berthId === stored.berthId),
        )
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
  for (const stay of stays) if (!found.has(stay)) found.set(stay, newStayId(stay));
  return found;
}

type Mapped = { readonly stay: BerthStay; readonly id: string };

function mapped(
  { input, newsFrom, open }: Gathered,
  { stays }: Settlement,
): { rows: Mapped[]; ids: Map<string, string>; gone: string[] } {
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
    rows: [...rows].map(([stay, id]) => ({ stay, id })),
    ids: new Map([
      ...[...rows].map(([stay, id]) => [stay.key, id] as const),
      ...[...settled].map((id) => [id, id] as const),
    ]),
    gone: open.filter(({ id }) => !taken.has(id)).map(({ id }) => id),
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

async function kerbStays(
  db: Db,
  lot: Lot,
  gathered: Gathered,
  { rows, ids }: { rows: Mapped[]; ids: Map<string, string> },
): Promise<KerbStay[]> {
  const { input, sectionId, zone } = gathered;
  const evidence = new Map(input.evidence.map((each) => [each.id, each]));
  const ends = rows.flatMap(({ stay }) => (stay.outTime === null ? [] : [stay.outTime]));
  const duty = await dutyAt(db, lot, sectionId, ends, { evidence: input.evidence, since: input.from });
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

/** The last spell of each berth is how it is now. */
async function writeBerths(
  db: Db,
  lot: Lot,
  { input, numbers }: Gathered,
  { spells, stays }: Settlement,
  ids: ReadonlyMap<string, string>,
): Promise<BerthNow[]> {
  const last = new Map<string, Spell>();
  for (const spell of spells)
    if (!last.has(spell.berthId) || last.get(spell.berthId)!.from < spell.from) last.set(spell.berthId, spell);
  // A car may be registered where its sensor is silent: the berth is unknown then, and has a stay all the same.
  const here = new Map<string, BerthStay>();
  for (const stay of stays)
    if (stay.outTime === null && stay.state !== 'voided')
      for (const berth of [stay.berthId, ...stay.alsoBerths]) here.set(berth, stay);
  const rows = [...last.values()].map((spell) => {
    const stay = here.get(spell.berthId);
    return {
      id: spell.berthId,
      state: spell.state,
      since: isoOf(spell.from),
      plate: stay?.plate ?? null,
      stay: stay ? (ids.get(stay.key) ?? null) : null,
    };
  });
  const changed = await db.raw<{ id: string }>(
    `UPDATE rd_berth b SET state = n.state, since = n.since, plate_number = n.plate, stay_id = n.stay, updated_at = $3
    FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, state text, since timestamptz, plate text, stay text)
    WHERE b.tenant_id = $1 AND b.id = n.id AND (b.state, b.since, b.plate_number, b.stay_id) IS DISTINCT FROM (n.state, n.since, n.plate, n.stay) RETURNING b.id`,
    [lot.tenantId, JSON.stringify(rows), isoOf(input.until)],
  );
  const moved = new Set(changed.map(({ id }) => id));
  return rows
    .filter(({ id }) => moved.has(id))
    .map(({ id, state, since, plate, stay }) => ({
      berthId: id,
      berthNo: numbers.get(id) ?? '',
      state,
      since,
      plate,
      stayId: stay,
    }));
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
  const { from, settled } = gathered.input;
  const halfRead = new Set(settled.filter(({ beginTime }) => beginTime < from).map(({ id }) => id));
  const exceptions = settlement.exceptions.filter(({ settledId }) => !halfRead.has(settledId));
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

async function followSection(
  db: Db,
  lot: Lot,
  gathered: Gathered,
  receivedAt: number,
): Promise<Followed & { after: () => void }> {
  const settlement = settleSection(gathered.input);
  const plan = mapped(gathered, settlement);
  const stays = await kerbStays(db, lot, gathered, plan);
  const now = gathered.input.until;
  const { bills, after } = await changeKerb(db, lot, {
    stays,
    gone: plan.gone.map((id) => {
      const stored = gathered.open.find((each) => each.id === id)!;
      const into = plan.rows.find(({ stay }) => stay.berthId === stored.berthId && shared(stored, stay, now) >= 0);
      return { id, into: into?.id ?? null };
    }),
    at: now,
  });
  await writeSpells(db, lot, gathered, settlement.spells, plan.ids);
  const changed = await writeBerths(db, lot, gathered, settlement, plan.ids);
  const doubts = await writeDoubts(db, lot, gathered, settlement);
  await writeWarnings(db, lot, gathered, settlement);
  await countFaults(db, lot, settlement.faults, gathered.input.evidence, receivedAt);
  return { changed, bills, doubts, after };
}

/** Works out anew what these berths' sections were and are, in the caller's transaction, which holds the lot. */
export async function followEvidence(
  db: Db,
  lot: Lot,
  berths: readonly string[],
  now: Date,
): Promise<Followed & { readonly after: () => void }> {
  if (berths.length === 0) return NOTHING;
  const receivedAt = now.getTime();
  const rows = await db.raw<{ section: string; earliest: string | null }>(
    `SELECT b.section_id AS section, min(e.at) AS earliest FROM rd_berth b
    LEFT JOIN berth_evidence e ON e.tenant_id = b.tenant_id AND e.berth_id = b.id AND e.heard_at = $3
    WHERE b.tenant_id = $1 AND b.id = ANY($2::uuid[]) GROUP BY b.section_id`,
    [lot.tenantId, [...berths], isoOf(receivedAt)],
  );
  const earliest = Math.min(receivedAt, ...rows.flatMap((row) => (row.earliest ? [Date.parse(row.earliest)] : [])));
  const sections = await gather(
    db,
    lot,
    rows.map(({ section }) => section),
    earliest,
    receivedAt,
  );
  const done: (Followed & { after: () => void })[] = [];
  for (const section of sections) done.push(await followSection(db, lot, section, receivedAt));
  const changed = done.flatMap((each) => each.changed);
  return {
    changed,
    bills: done.flatMap(({ bills }) => bills),
    doubts: done.reduce((sum, { doubts }) => sum + doubts, 0),
    after: () => {
      for (const { after } of done) after();
      for (const { plate, ...berth } of changed)
        liveNews.value()(lot.tenantId, lot.parkId, 'berth', {
          ...berth,
          plate: plate === null ? null : maskPlate(plate),
        });
    },
  };
}
