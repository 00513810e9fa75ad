/**
 * Events of a car inside, reported by an external system or a person: stored on its stay for tariffs that need them.
 */
import { and, eq } from 'drizzle-orm';
import { eventWords, isEventName } from '#domain/fee/events.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import { applyReported } from '#domain/lane/repair.ts';
import type { Stay } from '#domain/lane/types.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { reportEvent as reportCall } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { changing, done, insideRows, ownerOf, repairer } from './repair.ts';
import type { InsideRow } from './repair.ts';
import { stayNamed } from './session.ts';

type EventInput = {
  recordId?: string;
  parkId?: string;
  plateNumber?: string;
  event: string;
  time?: string;
  undo: boolean;
  remark?: string;
};

const bad = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);

/** The one car of a plate in a lot; where two bear it, the stay itself has to be named. */
async function carOf(work: Work, { recordId, parkId, plateNumber }: EventInput): Promise<InsideRow> {
  if (recordId) return (await insideRows(work, [recordId.toLowerCase()]))[0]!;
  if (!parkId)
    throw bad('parkId', text('请填写停车记录，或车场与车牌号', 'Please name the stay, or the car park and the plate'));
  if (!plateNumber) throw bad('plateNumber', text('请填写车牌号', 'Please enter the plate'));
  const t = tableOf(carInside);
  const rows = (await work.db
    .select()
    .from(t)
    .where(
      scoped(carInside, work.db.scope, [and(eq(t.parkId!, parkId), eq(t.plateNumber!, plateNumber))!]),
    )) as InsideRow[];
  if (rows.length === 0) throw new Refused('no_such_record', { what: carInside.title });
  if (rows.length > 1)
    throw bad(
      'recordId',
      text('该车牌有多条在场记录，请填写停车记录', 'Several cars inside bear this plate; please name the stay'),
    );
  return rows[0]!;
}

const shown = (events: readonly StayEvent[] = []) =>
  events.map(({ event, at }) => ({ event, time: new Date(at).toISOString(), words: eventWords(event) }));

async function reportEventOf(work: Work): Promise<unknown> {
  const input = work.input as EventInput;
  const { event, time, undo, remark } = input;
  const now = work.now.getTime();
  const at = time ? Date.parse(time) : now;
  if (!isEventName(event)) throw bad('event', text('只能由文字、数字、_ 和 - 组成', 'Only letters, digits, _ and -'));
  if (at > now + 60_000) throw bad('time', text('时间不能晚于现在', 'The time must not be in the future'));
  if (undo && !time)
    throw bad('time', text('请填写要撤销的事件的时间', 'Please name the time of the event to take back'));
  const row = await carOf(work, input);
  let before: Stay | undefined;
  const session = await changing(work, row, { plates: [row.plateNumber], stayIds: [row.id] }, (lot) => {
    before = stayNamed(lot, row.id);
    const repair = applyReported(before, { event, at }, undo, repairer(work));
    // Reporting twice counts once: a system without a response reports again.
    if (repair.result === 'refused' && repair.why === 'event-known') return;
    done(lot, repair);
  });
  const after = stayNamed(session, row.id);
  const changed = after.events !== before!.events;
  if (changed)
    work.record({
      resource: 'carInside',
      action: 'event',
      rowId: row.id,
      before: { events: shown(before!.events) },
      after: { events: shown(after.events), note: remark ?? null },
      ...ownerOf(row),
    });
  return { recordId: row.id, changed, events: shown(after.events) };
}

export const eventsServed: Served[] = [serve(reportCall, reportEventOf)];
