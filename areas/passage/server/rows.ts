/** A stay as the rules keep it, and as it is stored. Times in the rules are epoch ms, in rows ISO. */
import type { BerthMove } from '#domain/berth/types.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { AtBerth, Move, Stay, StayEnd, StayKind, StayState } from '#domain/lane/types.ts';

export type Row = Readonly<Record<string, unknown>>;

export const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : isoOf(ms);
export const ms = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);
const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function end(row: Row, side: 'in' | 'out'): StayEnd | null {
  const at = ms(row[`${side}_time`]);
  return at === null
    ? null
    : {
        at,
        rawAt: ms(row[`${side}_time_raw`]) ?? at,
        lane: words(row[`${side}_gate_id`]),
        passage: words(row[`${side}_passage_id`]),
      };
}

export const stayColumns = `id, begin_time, plate_number, plate_colour, kind, status, clone, in_time, in_time_raw, in_gate_id, in_passage_id, out_time, out_time_raw, out_gate_id,
  out_passage_id, out_plate, exit_stay, rule_id, pass_id, booking_id, in_picture, merged_into, claims, moves, events, offline, stay_seconds, release_type, car_type_id,
  receivable_fen, derate_fen, waived_fen, paid_fen, outstanding_fen, bill_fen, lines, out_picture, rule_name, confidence, changes, created_at,
  berth_id, section_id, also_berths, bays, zone_class, begin_by, end_by, proven_to, continues, duty_user_id`;

export const stayOf = (row: Row): Stay => ({
  id: String(row.id),
  plate: String(row.plate_number ?? ''),
  colour: String(row.plate_colour ?? 'unknown'),
  kind: row.kind as StayKind,
  state: row.status as StayState,
  clone: row.clone === true,
  entry: end(row, 'in'),
  exit: end(row, 'out'),
  exitPlate: words(row.out_plate),
  exitStay: words(row.exit_stay),
  tariff: words(row.rule_id),
  pass: words(row.pass_id),
  booking: words(row.booking_id),
  picture: words(row.in_picture),
  mergedInto: words(row.merged_into),
  claims: words(row.claims),
  offline: row.offline === true,
  ...(Array.isArray(row.moves) && typeof row.berth_id !== 'string' ? { moves: row.moves as Move[] } : {}),
  ...(Array.isArray(row.events) ? { events: row.events as StayEvent[] } : {}),
  ...(typeof row.berth_id === 'string' ? { berth: berthOf(row, row.berth_id) } : {}),
});

/** A car at the roadside moves between berths, one behind barriers between areas. */
export const berthMovesOf = (moves: unknown): BerthMove[] =>
  Array.isArray(moves) ? (moves as BerthMove[]).map(({ left, at, berthId }) => ({ left, at, berthId })) : [];

const berthOf = (row: Row, id: string): AtBerth => ({
  id,
  section: words(row.section_id),
  also: (row.also_berths as string[] | null) ?? [],
  moves: berthMovesOf(row.moves),
  bays: Number(row.bays ?? 1),
  zone: words(row.zone_class),
  beganBy: words(row.begin_by),
  endedBy: words(row.end_by),
  provenTo: ms(row.proven_to),
  continues: words(row.continues),
  duty: words(row.duty_user_id),
});

/** `beginTime` of a new row: the entry, else the exit. It stays what it was when the row was made. */
export const beginOf = (stay: Stay): number => stay.entry?.at ?? stay.exit?.at ?? 0;

export const stayRow = (stay: Stay): Record<string, unknown> => ({
  plate_number: stay.plate,
  plate_colour: stay.colour,
  kind: stay.kind,
  status: stay.state,
  clone: stay.clone,
  in_time: iso(stay.entry?.at),
  in_time_raw: iso(stay.entry?.rawAt),
  in_gate_id: stay.entry?.lane ?? null,
  in_passage_id: stay.entry?.passage ?? null,
  out_time: iso(stay.exit?.at),
  out_time_raw: iso(stay.exit?.rawAt),
  out_gate_id: stay.exit?.lane ?? null,
  out_passage_id: stay.exit?.passage ?? null,
  out_plate: stay.exitPlate,
  exit_stay: stay.exitStay,
  rule_id: stay.tariff,
  pass_id: stay.pass,
  booking_id: stay.booking,
  in_picture: stay.picture,
  merged_into: stay.mergedInto,
  claims: stay.claims,
  moves: stay.moves ?? (stay.berth?.moves.length ? stay.berth.moves : null),
  events: stay.events ?? null,
  offline: stay.offline,
  berth_id: stay.berth?.id ?? null,
  section_id: stay.berth?.section ?? null,
  also_berths: stay.berth?.also ?? null,
  bays: stay.berth?.bays ?? null,
  zone_class: stay.berth?.zone ?? null,
  begin_by: stay.berth?.beganBy ?? null,
  end_by: stay.berth?.endedBy ?? null,
  proven_to: iso(stay.berth?.provenTo),
  continues: stay.berth?.continues ?? null,
  duty_user_id: stay.berth?.duty ?? null,
  stay_seconds: stay.entry && stay.exit ? Math.max(0, Math.round((stay.exit.at - stay.entry.at) / 1000)) : null,
});
