/**
 * What went wrong between a lot's devices and the platform in the last weeks, as the product itself records it:
 * silence, a list out of step, messages that were none.
 */
import { faultOf } from '#areas/device/model/incident.ts';
import { putIncidents } from '#areas/device/server/door.ts';
import type { Incident } from '#areas/device/server/door.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { sensorOf } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';
import { pick, randomFrom } from './random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A device is called silent after three heartbeats that did not come. */
const NOTICED = 90_000;

/** `end`: when it was over, epoch ms; null while it lasts. */
type Trouble = Pick<Incident, 'kind' | 'times' | 'reason' | 'payload'> & {
  readonly sn: string;
  readonly at: number;
  readonly end: number | null;
};

function troublesOf(seed: number, now: number, { plan, site }: BuiltLot): Trouble[] {
  const random = randomFrom(seed + 17_000);
  const when = (days: number) => Math.floor(now - (0.05 + random() * days) * DAY);
  const [cameras, others] = [
    site.lanes.map(({ camera }) => camera.sn),
    site.lanes.flatMap(({ screen, scanner }) => [screen, scanner].flatMap((each) => each?.sn ?? [])),
  ];
  const silent = (sn: string, at: number, minutes: number | null): Trouble => ({
    sn,
    kind: 'offline',
    times: 1,
    reason: 'silent',
    payload: { lastSeenAt: new Date(at - NOTICED).toISOString() },
    at,
    end: minutes === null ? null : Math.min(now, at + Math.floor(minutes * MINUTE)),
  });
  const out = Array.from({ length: 2 + Math.floor(random() * 3) }, () =>
    silent(pick(random, [...cameras, ...others, ...others]), when(24), 2 + random() ** 3 * 180),
  );
  const listAt = when(18);
  out.push({
    sn: pick(random, cameras),
    kind: 'list',
    times: 1,
    reason: 'differs',
    payload: null,
    at: listAt,
    end: listAt + Math.floor((4 + random() * 50) * MINUTE),
  });
  if (random() < 0.6) {
    const sn = pick(random, cameras);
    out.push({
      sn,
      kind: 'rejected',
      times: 1 + Math.floor(random() * 30),
      reason: faultOf(text('plate：最多 16 个字符', 'plate: must be at most 16 characters')),
      payload: {
        message: 'plate',
        text: '{"seq":48213,"at":"2000-01-01T00:03:11+08:00","passing":1206,"plate":"浙A浙A浙A8K2Q18K2Q18","confidence":0.31}',
      },
      at: when(20),
      end: null,
    });
  }
  if (plan.kind === 'mall' || plan.kind === 'hospital')
    out.push(silent(sensorOf(plan.code), Math.floor(now - (3 + random() * 40) * 60 * MINUTE), null));
  return out;
}

export async function loadIncidents(
  database: Database,
  tenantId: number,
  lot: BuiltLot,
  seed: number,
  now: number,
): Promise<void> {
  if (lot.site.lanes.length === 0) return;
  await database.write(tenantScope(tenantId), async (db) => {
    const devices = new Map(
      (
        await db.raw<{ sn: string; id: string }>(
          'SELECT sn, id FROM park_device WHERE tenant_id = $1 AND park_id = $2',
          [tenantId, lot.site.parkId],
        )
      ).map(({ sn, id }) => [sn, id]),
    );
    for (const { sn, at, end, ...incident } of troublesOf(seed, now, lot)) {
      const deviceId = devices.get(sn)!;
      const key = newId(at);
      await putIncidents(db, tenantId, [{ key, deviceId, ...incident }], new Date(at));
      if (end !== null)
        await db.raw('UPDATE device_incident SET end_time = $4 WHERE tenant_id = $1 AND device_id = $2 AND time = $3', [
          tenantId,
          deviceId,
          new Date(at).toISOString(),
          new Date(end).toISOString(),
        ]);
      else if (incident.kind === 'offline')
        await db.raw(
          `UPDATE park_device SET last_seen_at = $3, firmware = '1.8.2', clock_offset_ms = 94210 WHERE tenant_id = $1
            AND id = $2`,
          [tenantId, deviceId, new Date(at - NOTICED).toISOString()],
        );
    }
  });
}
