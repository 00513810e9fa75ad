import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceIdentity } from '#areas/device/model/link.ts';
import { heartbeats } from './heartbeats.ts';

test('a heartbeat that was long on its way makes no clock slow; a clock that is slow in three of them is, and one that is set is at once', () => {
  const device = { deviceId: 'D1' } as DeviceIdentity;
  const offsets: number[] = [];
  const beats = heartbeats(
    async () => undefined,
    ({ clockOffsetMs }) => offsets.push(Math.round(clockOffsetMs / 1000)),
    { error: assert.fail, info: () => undefined },
  );
  const beat = (aheadMs: number): void => {
    beats.take(device, { kind: 'heartbeat', values: {}, rawAt: Date.now() + aheadMs } as Parameters<
      typeof beats.take
    >[1]);
  };
  for (const ahead of [0, -300_000, 0, -300_000, -300_000, -300_000, 120_000, -7_200_000]) beat(ahead);
  beats.close();
  assert.deepEqual(
    offsets.map((each) => each + 0),
    [0, 0, 0, 0, 0, -300, 120, -7_200],
  );
});
