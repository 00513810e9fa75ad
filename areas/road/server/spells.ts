/** How long berths were in each state, as rows. */
import type { Spell } from '#domain/berth/types.ts';
import { factId } from '#domain/lane/identity.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';
import type { Gathered } from './gather.ts';
import { placesOf } from './stored-evidence.ts';
import type { Since } from './stored-evidence.ts';

/** The id of the spell of a berth that begins at an instant, epoch ms. */
export const spellId = (berthId: string, from: number): string =>
  factId({ device: berthId, seq: 0, rawAt: from }, 'spell');

type Stored = {
  id: string;
  berth: string;
  from: string;
  to: string | null;
  state: string;
  stay: string | null;
  by: string | null;
  ended: string | null;
};

const COLUMNS =
  'id, berth_id AS berth, from_time AS "from", to_time AS "to", state, stay_id AS stay, began_by AS by, ended_by AS ended';

/** The spell of each berth that reaches from before its window into it. */
const reachingIn = (db: Db, { tenantId }: Lot, windows: readonly Since[]): Promise<Stored[]> =>
  db.raw<Stored>(
    `SELECT s.* FROM unnest($2::uuid[], $3::timestamptz[]) AS w(berth, since), LATERAL (
      SELECT ${COLUMNS} FROM berth_spell
      WHERE tenant_id = $1 AND berth_id = w.berth AND from_time < w.since AND deleted_at IS NULL ORDER BY from_time DESC LIMIT 1) s
    WHERE s.to IS NULL OR s.to >= w.since`,
    [tenantId, ...placesOf(windows)],
  );

const startedIn = (db: Db, { tenantId }: Lot, windows: readonly Since[]): Promise<Stored[]> =>
  db.raw<Stored>(
    `SELECT s.* FROM unnest($2::uuid[], $3::timestamptz[]) AS w(berth, since), LATERAL (
      SELECT ${COLUMNS} FROM berth_spell
      WHERE tenant_id = $1 AND berth_id = w.berth AND from_time >= w.since AND deleted_at IS NULL OFFSET 0) s`,
    [tenantId, ...placesOf(windows)],
  );

/**
 * The first spell of the window takes over where the one before it ends: in the same state they are one, else the
 * earlier ends there. So the spells of a berth neither overlap nor fall into pieces, however often the window moves on.
 */
async function joined(
  db: Db,
  { tenantId }: Lot,
  rows: readonly SpellRow[],
  earlier: readonly Stored[],
): Promise<SpellRow[]> {
  const before = new Map(earlier.map((each) => [each.berth, each]));
  const first = new Map<string, SpellRow>();
  for (const row of rows) if (row.from_time < (first.get(row.berth_id)?.from_time ?? '9')) first.set(row.berth_id, row);
  const ended: { id: string; at: string }[] = [];
  const out = rows.map((row) => {
    const old = before.get(row.berth_id);
    if (!old || first.get(row.berth_id) !== row) return row;
    if (old.state === row.state && old.stay === row.stay_id)
      return { ...row, id: old.id, from_time: old.from, began_by: old.by };
    if (timeOf(old.to) !== timeOf(row.from_time)) ended.push({ id: old.id, at: row.from_time });
    return row;
  });
  if (ended.length > 0)
    await db.raw(
      'UPDATE berth_spell s SET to_time = n.at FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, at timestamptz) WHERE s.tenant_id = $1 AND s.id = n.id',
      [tenantId, JSON.stringify(ended)],
    );
  return out;
}

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

type SpellRow = {
  readonly id: string;
  readonly berth_id: string;
  readonly from_time: string;
  readonly to_time: string | null;
  readonly state: string;
  readonly stay_id: string | null;
  readonly began_by: string | null;
  readonly ended_by: string | null;
} & Readonly<Record<string, unknown>>;

const isStored = (row: SpellRow, old: Stored | undefined): boolean =>
  old !== undefined &&
  timeOf(old.to) === timeOf(row.to_time) &&
  old.state === row.state &&
  old.stay === row.stay_id &&
  old.by === row.began_by &&
  old.ended === row.ended_by;

/** Spells of a section as they follow, and the rows that its stays are, by their keys. */
export type SpellsOfSection = {
  readonly gathered: Gathered;
  readonly spells: readonly Spell[];
  readonly ids: ReadonlyMap<string, string>;
};

function rowsOf({ tenantId, parkId }: Lot, { gathered, spells, ids }: SpellsOfSection): SpellRow[] {
  const { input, company, changed } = gathered;
  const sources = new Map(input.evidence.map(({ id, source }) => [id, source]));
  const from = new Map(input.berths.map((each) => [each.berthId, each.from ?? input.from]));
  const now = isoOf(input.until);
  // Unknown at the begin of a window is what was not read; unless the berth reported in that very instant.
  const begun = new Set(input.evidence.flatMap(({ berthId, at }) => (at === from.get(berthId) ? [berthId] : [])));
  const isRead = ({ berthId, state, from: at }: Spell): boolean =>
    state !== 'unknown' || at > from.get(berthId)! || begun.has(berthId);
  return spells
    .filter((each) => changed.has(each.berthId) && isRead(each))
    .map((spell) => ({
      tenant_id: tenantId,
      company_id: company,
      park_id: parkId,
      id: spellId(spell.berthId, spell.from),
      created_at: now,
      updated_at: now,
      berth_id: spell.berthId,
      from_time: isoOf(spell.from),
      to_time: spell.to >= input.until ? null : isoOf(spell.to),
      state: spell.state,
      stay_id: spell.stay === null ? null : (ids.get(spell.stay) ?? null),
      began_by: sources.get(spell.beganBy ?? '') ?? null,
      ended_by: sources.get(spell.endedBy ?? '') ?? null,
    }));
}

/** The spells that are stored of the windows of the changed berths: those that reach into them, those that begin there. */
export type StoredSpells = { readonly earlier: readonly Stored[]; readonly inWindow: readonly Stored[] };

export async function storedSpells(db: Db, lot: Lot, sections: readonly SpellsOfSection[]): Promise<StoredSpells> {
  const windows = sections.flatMap(({ gathered: { input, changed } }) =>
    input.berths
      .filter(({ berthId }) => changed.has(berthId))
      .map(({ berthId, from }) => ({ berthId, from: from ?? input.from })),
  );
  const [earlier, inWindow] = await Promise.all([reachingIn(db, lot, windows), startedIn(db, lot, windows)]);
  return { earlier, inWindow };
}

/**
 * Brings the spells of the windows of the changed berths up to date; those before stay. Only rows that differ are
 * written: nearly all of a window are as they were a minute ago.
 */
export async function writeSpells(
  db: Db,
  lot: Lot,
  sections: readonly SpellsOfSection[],
  { earlier, inWindow }: StoredSpells,
): Promise<void> {
  const rows = sections.flatMap((each) => rowsOf(lot, each));
  const current = await joined(db, lot, rows, earlier);
  const kept = new Set(current.map(({ id }) => id));
  const gone = inWindow.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0)
    await db.raw('DELETE FROM berth_spell WHERE tenant_id = $1 AND id = ANY($2::uuid[])', [lot.tenantId, gone]);
  const stored = new Map([...earlier, ...inWindow].map((each) => [each.id, each]));
  await insertRows(
    db,
    'berth_spell',
    current.filter((row) => !isStored(row, stored.get(row.id))),
    'ON CONFLICT (tenant_id, id) DO UPDATE SET to_time = excluded.to_time, state = excluded.state, stay_id = excluded.stay_id, began_by = excluded.began_by, ended_by = excluded.ended_by, updated_at = excluded.updated_at',
  );
}
