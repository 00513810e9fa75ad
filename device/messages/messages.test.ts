import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkPayload, decodeUp, encodeDown } from '#device/codec.ts';
import { downMessages, messages, upMessages } from './index.ts';
import { protocolPage } from './page.ts';
import type { Message } from '#kit/declare/message.ts';

/** Later than any message here. */
const NOW = Date.parse('2026-06-01T00:00:00Z');
const device = {
  sn: 'cam-1',
  deviceId: 'd',
  tenantId: 1,
  parkId: 'p',
  gateId: 'g',
  kind: 'camera',
  lanes: ['g'],
  clockOffsetMs: 0,
};

test('the committed protocol page is the one the messages make', () => {
  assert.equal(
    readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'protocol.md'), 'utf8'),
    protocolPage(),
    'run: npm run documents',
  );
});

test('every example is a message of its kind', () => {
  for (const each of messages)
    assert.equal(checkPayload(each, JSON.stringify(each.example)).problem, undefined, `${each.direction}/${each.name}`);
  for (const { name, example, devices } of upMessages)
    assert.notEqual(
      decodeUp(
        name,
        JSON.stringify(example),
        // A camera that speaks of berths stands in no lane.
        {
          ...device,
          kind: devices[0]!,
          gateId: name === 'berthCar' ? null : device.gateId,
          lanes: [String((example as { lane?: string }).lane)],
        },
        NOW,
      ).kind,
      'bad',
      name,
    );
});

test('every command carries its id and until when it may be done', () => {
  for (const { name, fields } of downMessages as readonly unknown[] as readonly Message[])
    assert.ok(fields.id?.required && fields.until?.required, name);
  const sent = JSON.parse(encodeDown({ sn: 'cam-1', name: 'open', id: 'c-1', until: 0, payload: {} }));
  assert.deepEqual(sent, { id: 'c-1', until: '1970-01-01T00:00:00.000Z' });
});

test('a reading is canonical, and what could not be read is empty', () => {
  const read = (plate: unknown) => {
    const decoded = decodeUp(
      'plate',
      JSON.stringify({ seq: 1, at: '2026-05-01T08:00:00Z', passing: 1, plate }),
      device,
      NOW,
    );
    return decoded.kind === 'event' && decoded.event.kind === 'plate' ? decoded.event.plate : decoded;
  };
  assert.equal(read('苏a·12345'), '苏A12345');
  for (const unread of ['', null, '无牌车', '未识别']) assert.equal(read(unread), '');
});

test('a clock that is off is corrected, the raw time kept; a small offset is the way of the message', () => {
  const at = Date.parse('2026-05-01T08:00:00Z');
  const gone = (clockOffsetMs: number, receivedAt: number) =>
    decodeUp(
      'gone',
      JSON.stringify({ seq: 1, at: new Date(at).toISOString(), passing: 1 }),
      { ...device, clockOffsetMs },
      receivedAt,
    );
  const times = (clockOffsetMs: number, receivedAt = NOW) => {
    const decoded = gone(clockOffsetMs, receivedAt);
    return decoded.kind === 'event' ? [decoded.event.rawAt, decoded.event.at] : [];
  };
  assert.deepEqual(times(60_000), [at, at - 60_000]);
  assert.deepEqual(times(-1_500), [at, at]);
  const [received, year] = [at + 5_000, 365 * 86_400_000];
  assert.deepEqual(times(-year, received), [at, received], 'an event in the future gets the time of receipt');
  assert.deepEqual(times(40 * year, received), [at, received], 'and so does an event without a clock');
  assert.deepEqual(times(-year, at + year), [at, at + year]);
  assert.deepEqual(times(2 * year, at + 500), [at, at], 'a clock that was set right since');
});

test('a terminal of no lane must name one of its own', () => {
  const attend = { seq: 1, at: '2026-05-01T08:00:00Z', passing: 1, session: 's', action: 'open', reason: '测试' };
  const box = { ...device, kind: 'box', gateId: null, lanes: ['g2'] };
  const kindOf = (lane?: string) => decodeUp('attend', JSON.stringify({ ...attend, lane }), box, NOW).kind;
  assert.deepEqual([undefined, 'g2', 'g3'].map(kindOf), ['bad', 'action', 'bad']);
});

test('required fields depend on the action', () => {
  const attend = (more: object) =>
    decodeUp(
      'attend',
      JSON.stringify({ seq: 1, at: '2026-05-01T08:00:00Z', passing: 1, session: 's', ...more }),
      { ...device, kind: 'box' },
      NOW,
    );
  assert.equal(attend({ action: 'cash' }).kind, 'bad');
  assert.equal(attend({ action: 'cash', amountFen: 500 }).kind, 'action');
  assert.equal(attend({ action: 'release' }).kind, 'bad');
  assert.equal(attend({ action: 'dance' }).kind, 'bad');
});

test('a reading has a direction only where the camera gives one', () => {
  const way = (direction: unknown) => {
    const decoded = decodeUp(
      'plate',
      JSON.stringify({ seq: 1, at: '2026-05-01T08:00:00Z', passing: 1, plate: '苏A12345', direction }),
      device,
      NOW,
    );
    return decoded.kind === 'event' && decoded.event.kind === 'plate' ? decoded.event.direction : decoded.kind;
  };
  assert.deepEqual(['in', 'out', undefined, 'sideways'].map(way), ['entry', 'exit', undefined, 'bad']);
});

test('what happened to a car names the car and an event that a tariff could name, and needs no lane', () => {
  const decode = (more: object) =>
    decodeUp(
      'happened',
      JSON.stringify({ seq: 1, at: '2026-05-01T08:00:00Z', plate: '苏a·d12345', event: 'chargingEnd', ...more }),
      { ...device, kind: 'charger', gateId: null },
      NOW,
    );
  const good = decode({});
  assert.deepEqual(
    good.kind === 'event' && good.event.kind === 'happened' && [good.event.plate, good.event.event, good.event.lane],
    ['苏AD12345', 'chargingEnd', null],
  );
  for (const more of [{ plate: '' }, { plate: '无牌车' }, { event: 'a b' }, { event: '' }])
    assert.equal(decode(more).kind, 'bad', JSON.stringify(more));
});
