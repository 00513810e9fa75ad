/** What happened at the lanes around a stay, in order of time. */
import { CAUSES, EXCEPTIONS, REASONS } from '#domain/lane/words.ts';
import type { ReasonId } from '#domain/lane/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Work } from '#kit/server/work.ts';
import { stayChange } from '#areas/passage/model/stay-change.ts';
import { plateFor } from './read-stay.ts';

export type Happened = { at: string; kind: string; title: { zh: string; en: string }; detail: Record<string, unknown> };

/** The reasons a lane gave, in words. */
const reasonWords = (ids: readonly string[]) => ids.map((id) => REASONS[id as ReasonId] ?? { zh: id, en: id });

const noteTitles: Readonly<Record<string, Text>> = {
  reading: text('识别', 'Read'),
  decision: text('判定', 'Decided'),
  picked: text('人工确认', 'Picked by a person'),
  refusal: text('拒绝通行', 'Turned away'),
};

/** Whose finding it was where no person picked the stay. */
const unaided: Readonly<Record<string, Text>> = {
  rule: text('自动匹配', 'Matched by rule'),
  ticket: text('凭入场凭条', 'By its entry ticket'),
};

const PASSES_WITHIN_MS = 1_800_000;

/**
 * A passage has the time of its first reading, and is over no sooner than the barrier was up for it: earlier, the car
 * may have paid or been billed.
 */
function overAt(
  passage: { gate_id: string; time: string },
  openings: readonly { gate_id: string; time: string }[],
): string {
  const from = Date.parse(passage.time);
  const up = openings
    .filter(
      ({ gate_id: gate, time }) =>
        gate === passage.gate_id && Date.parse(time) >= from && Date.parse(time) <= from + PASSES_WITHIN_MS,
    )
    .map(({ time }) => time);
  return up.sort().at(-1) ?? passage.time;
}

/** What lies at the lanes about a stay, as stored. */
async function atLanes(work: Work, row: Stored) {
  const key = [row.tenantId, row.id];
  // Everything at the lanes lies near the stay's own time; that finds it without a search through all months.
  const near = [...key, row.parkId, row.beginTime, row.outTime ?? work.now.toISOString()];
  const here = `tenant_id = $1 AND park_id = $3 AND time BETWEEN $4::timestamptz - interval '2 days' AND $5::timestamptz + interval '31 days'`;
  const passages = await work.db.raw<{
    id: string;
    gate_id: string;
    passing: number;
    time: string;
    status: string;
    direction: string;
  }>(`SELECT id, gate_id, passing, time, status, direction FROM passage WHERE ${here} AND stay_id = $2`, near);
  const [notes, openings, troubles, releases, changes] = await Promise.all([
    work.db.raw<{ at: string; kind: string; plate: string; note: Record<string, unknown> }>(
      `SELECT n.at, n.kind, n.plate, n.note FROM lane_note n JOIN jsonb_to_recordset($2::jsonb) AS p(gate uuid, passing bigint, time timestamptz)
      ON n.gate_id = p.gate AND n.passing = p.passing AND n.at BETWEEN p.time - interval '1 day' AND p.time + interval
        '1 day' WHERE n.tenant_id = $1 ORDER BY n.at, n.kind = 'decision'`,
      [row.tenantId, JSON.stringify(passages.map((p) => ({ gate: p.gate_id, passing: p.passing, time: p.time })))],
    ),
    work.db.raw<{ time: string; cause: keyof typeof CAUSES; gate_id: string }>(
      `SELECT time, cause, gate_id FROM gate_opening WHERE ${here}
       AND cause_id IN (SELECT $2::text UNION ALL SELECT id::text FROM manual_release WHERE ${here} AND stay_id = $2)`,
      near,
    ),
    work.db.raw<{ time: string; code: keyof typeof EXCEPTIONS; amount_fen: number | null }>(
      `SELECT time, code, amount_fen FROM lane_exception WHERE ${here} AND stay_id = $2`,
      near,
    ),
    work.db.raw<{ time: string; reason: string; operator: string; waived_fen: number }>(
      `SELECT time, reason, operator, waived_fen FROM manual_release WHERE ${here} AND stay_id = $2`,
      near,
    ),
    work.db.raw<{ time: string; why: string; by: string | null; before: unknown; after: unknown }>(
      'SELECT time, why, by, before, after FROM stay_change WHERE tenant_id = $1 AND stay_id = $2',
      key,
    ),
  ]);
  return { passages, notes, openings, troubles, releases, changes };
}

const say = (zh: string, en: string): Text => ({ zh, en });

/** What the lanes noted of a stay, in words; plates as the caller may read them. */
export async function happenedAtLanes(work: Work, row: Stored): Promise<Happened[]> {
  const shown = plateFor(work);
  const plain = (of: unknown) =>
    of && typeof of === 'object'
      ? {
          ...of,
          ...('plate' in of ? { plate: shown(of.plate) } : {}),
          ...('exitPlate' in of ? { exitPlate: shown(of.exitPlate) } : {}),
        }
      : of;
  const { passages, notes, openings, troubles, releases, changes } = await atLanes(work, row);
  return [
    ...notes.map((note) => ({
      at: note.at,
      kind: note.kind,
      title: (note.kind === 'picked' && unaided[String(note.note.by)]) || noteTitles[note.kind] || noteTitles.picked!,
      detail: {
        plate: shown(note.plate),
        ...note.note,
        ...('chosen' in note.note ? { chosen: shown(note.note.chosen) } : {}),
        ...(Array.isArray(note.note.reasons) ? { reasons: reasonWords(note.note.reasons as string[]) } : {}),
      },
    })),
    ...openings.map((opening) => ({
      at: opening.time,
      kind: 'opening',
      title: say('开闸', 'Opened'),
      detail: { cause: CAUSES[opening.cause], gateId: opening.gate_id },
    })),
    ...passages.map((each) => ({
      at: overAt(each, openings),
      kind: 'passage',
      title:
        each.status === 'moved'
          ? say('换区', 'Another area')
          : each.direction === 'entry'
            ? say('入场', 'Entry')
            : say('出场', 'Exit'),
      detail: { status: each.status, gateId: each.gate_id },
    })),
    ...troubles.map((each) => ({
      at: each.time,
      kind: 'exception',
      title: EXCEPTIONS[each.code],
      detail: { amountFen: each.amount_fen },
    })),
    ...releases.map((each) => ({
      at: each.time,
      kind: 'release',
      title: say('人工放行', 'Manual release'),
      detail: { reason: each.reason, by: each.operator, waivedFen: each.waived_fen },
    })),
    ...changes.map((each) => ({
      at: each.time,
      kind: 'change',
      title: each.why === 'event' ? stayChange.fields.why.options!.event! : say('更正', 'Corrected'),
      detail: { why: each.why, by: each.by, before: plain(each.before), after: plain(each.after) },
    })),
  ];
}
