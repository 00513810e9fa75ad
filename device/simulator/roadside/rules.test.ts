/** What the check of billed time (R9) takes for evidence of it, and what it does not let pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StayRow } from './billed.ts';
import { armsQuiet, noticesDue, withinEvidence } from './rules.ts';
import type { CommandRow, EvidenceRow } from './figures.ts';
import type { Played } from './world.ts';

const at = (time: string): string => `2026-11-23T${time}Z`;
const plate = '粤A51668';
const row = (time: string, source: string, claim: string, more: Partial<EvidenceRow> = {}): EvidenceRow => ({
  at: at(time),
  berthId: 'B1',
  source,
  claim,
  plateNumber: null,
  userId: null,
  sinceSeconds: null,
  ...more,
});
const stay = (from: string, to: string, begin = from): StayRow => ({
  recordId: '1',
  berthId: 'B1',
  plateNumber: plate,
  kind: 'temp',
  status: 'closed',
  beginTime: at(begin),
  inTime: at(from),
  outTime: at(to),
  provenTo: null,
  receivableFen: 300,
  paidFen: 0,
  outstandingFen: 300,
  beginBy: 'sensor',
  continues: null,
});
const wrong = (billed: StayRow, evidence: readonly EvidenceRow[]): number =>
  withinEvidence({ stays: [billed], evidence }).wrong.length;
const read = row('04:42:31', 'person', 'plate', { plateNumber: plate });

test('a car that was read before the sensor felt it is billed from the sensor’s arrival', () => {
  const list = [read, row('04:48:55', 'sensor', 'arrive'), row('04:59:06', 'sensor', 'leave')];
  assert.equal(wrong(stay('04:48:55', '04:59:06'), list), 0);
});

test('a sensor that was not received reports later since when the car stood there', () => {
  const list = [read, row('06:40:00', 'sensor', 'present', { sinceSeconds: 7_500 })];
  assert.equal(wrong(stay('04:35:00', '04:42:31'), list), 0);
});

test('a car that stood long before it was read is billed from thirty minutes before, by the sensor that felt it come', () => {
  const list = [row('03:00:00', 'sensor', 'arrive'), read];
  assert.equal(wrong(stay('04:12:31', '04:42:31', '03:00:00'), list), 0);
  assert.equal(wrong(stay('04:12:31', '04:42:31', '04:12:31'), [read]), 1, 'nothing felt it come');
});

test('a stay that continues a final bill of the same car is proven by the plate read then', () => {
  const list = [
    row('03:00:00', 'sensor', 'arrive'),
    row('03:10:00', 'person', 'plate', { plateNumber: plate }),
    row('05:00:00', 'sensor', 'present'),
    row('06:00:00', 'person', 'leave'),
  ];
  const first = stay('03:00:00', '05:00:00');
  const rest = { ...stay('05:00:00', '06:00:00'), recordId: '2', continues: '1' };
  const both = (stays: readonly StayRow[]) => withinEvidence({ stays, evidence: list }).wrong.length;
  assert.equal(both([first, rest]), 0);
  assert.equal(both([first, { ...rest, continues: null }]), 1, 'a stay of its own has no plate');
  assert.equal(both([{ ...first, plateNumber: '粤B00000' }, rest]), 2, 'another car proves nothing for it');
});

test('a bill without evidence at its ends, or long before or after its only reading, is wrong', () => {
  const sensed = [row('04:00:00', 'sensor', 'arrive'), row('05:30:00', 'sensor', 'leave')];
  assert.equal(wrong(stay('04:00:00', '05:30:00'), [...sensed, read]), 1, '42 minutes before its plate');
  assert.equal(wrong(stay('05:00:00', '05:30:00'), [...sensed, read]), 1, 'no evidence of its begin');
  assert.equal(wrong(stay('04:20:00', '05:30:00'), sensed), 1, 'never read');
});

test('a notice is wrong while the debt is under appeal, and until the term that the appeal moved', () => {
  const debt = {
    recordId: 'D',
    escapeNo: 'Q1',
    stayId: '1',
    owedFen: 300,
    paidFen: 0,
    cancelledFen: 0,
    writtenOffFen: 0,
    outstandingFen: 300,
    // The term ended at 06:00, and a refused appeal from 05:00 to 08:00 moved it by three hours.
    dueTime: at('09:00:00'),
    endTime: null,
    blocked: false,
  };
  const hold = { escapeId: 'D', from: Date.parse(at('05:00:00')), to: Date.parse(at('08:00:00')) };
  const count = (time: string, holds: readonly (typeof hold)[]): number =>
    noticesDue({ notices: [{ at: at(time), plateNumber: plate, escapeIds: 'D' }], escapes: [debt] }, { holds }).wrong
      .length;
  assert.deepEqual(
    ['05:30:00', '07:00:00', '08:30:00', '09:30:00'].map((time) => count(time, [hold])),
    [1, 1, 1, 0],
  );
  const later = { ...hold, from: Date.parse(at('06:30:00')), to: Date.parse(at('09:30:00')) };
  assert.equal(count('06:15:00', [later]), 0, 'due before the appeal was raised');
});

test('an arm is wrong that goes up near a movement or late, and so is a raise that is accepted or ordered then', () => {
  const site = { sections: [{ locks: [{ id: 'L1' }], berths: [{ id: 'B1' }] }] } as unknown as Played['site'];
  const came = row('06:00:00', 'lock', 'arrive');
  const command = (time: string, until: string): CommandRow => ({
    deviceId: 'L1',
    time: at(time),
    validUntil: at(until),
    status: 'answered',
    payload: { do: 'raise' },
  });
  const wrongOf = (commands: readonly CommandRow[], arms: Partial<Played['arms']> = {}): number =>
    armsQuiet({ commands, evidence: [came] }, { arms: { turns: [], requests: [], ...arms }, site }).wrong.length;
  const turn = (time: string, until: string) =>
    ({ lockId: 'L1', to: 'raise', at: Date.parse(at(time)), until: Date.parse(at(until)) }) as const;
  const request = (time: string, near: boolean, accepted: boolean) => ({
    lockId: 'L1',
    at: Date.parse(at(time)),
    near,
    accepted,
  });
  assert.equal(wrongOf([command('06:05:00', '06:05:30')]), 0);
  assert.equal(wrongOf([command('06:00:20', '06:00:50')]), 1, 'ordered 20 seconds after a car came');
  assert.equal(wrongOf([command('06:05:00', '06:06:00')]), 1, 'it holds for a minute');
  assert.equal(wrongOf([], { turns: [turn('06:05:10', '06:05:30')] }), 0);
  assert.equal(wrongOf([], { turns: [turn('06:05:40', '06:05:30'), turn('06:00:29', '06:00:40')] }), 2);
  const requests = [
    request('06:00:10', true, false),
    request('06:05:00', false, true),
    request('06:00:10', true, true),
  ];
  assert.equal(wrongOf([], { requests }), 1);
});
