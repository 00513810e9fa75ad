import { deviceMessages } from '#areas/device/model/calls.ts';
import { reasonIn } from '#areas/device/model/incident.ts';
import { paging } from '#kit/server/filter.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';

const DAY_MS = 86_400_000;

/** What went down to devices and what came up and was wrong, newest first; the last day unless a time is given. */
export const logCalls: Served[] = [
  serve(deviceMessages, async (work) => {
    const { current, size } = paging(work.raw);
    const to = work.input.endTime ?? work.now.toISOString();
    const from = work.input.startTime ?? new Date(Date.parse(to) - DAY_MS).toISOString();
    const values: unknown[] = [from, to, work.input.sn ?? null];
    const where = (alias: string): string =>
      `${scopedSql(work.db.scope, alias, values)} AND ${alias}.time BETWEEN $1::timestamptz AND $2::timestamptz AND ($3::text IS NULL OR ${alias}.sn = $3) AND ${alias}.deleted_at IS NULL`;
    const all = `
    SELECT c.id, c.time, c.sn, c.park_id AS "parkId", c.device_id AS "deviceId", 'down' AS direction,
      c.command AS message, c.status, c.payload, c.error AS reason FROM device_command c WHERE ${where('c')}
    UNION ALL
    SELECT i.id, i.time, i.sn, i.park_id, i.device_id, 'up', i.kind, i.times::text, i.payload, i.reason FROM device_incident i WHERE ${where('i')}`;
    const [records, [count]] = await Promise.all([
      work.db.raw<{ message: string; reason: string | null }>(
        `SELECT * FROM (${all}) m ORDER BY time DESC, id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
        [...values, size, (current - 1) * size],
      ),
      work.db.raw<{ total: number }>(`SELECT count(*) AS total FROM (${all}) m`, values),
    ]);
    return {
      records: records.map((row) => ({ ...row, reason: reasonIn(work.lang, row.message, row.reason) })),
      total: count!.total,
      size,
      current,
      pages: Math.ceil(count!.total / size),
    };
  }),
];
