import assert from 'node:assert/strict';
import test from 'node:test';
import { plateCommand } from './command.ts';
import {
  contentFaults,
  filledContent,
  filledWords,
  firstDue,
  pauseAfter,
  pushEvents,
  pushFields,
  readContent,
  textFaults,
  verdictOf,
  waysOf,
} from './push.ts';
import { messageWords } from './push-words.ts';

const ZONE = 'Asia/Shanghai';
const at = (wall: string): number => Date.parse(`${wall}+08:00`);

test('money and gate go out at any hour; the rest waits for seven in the morning of the lot', () => {
  const night = at('2026-11-25T23:30:00');
  assert.equal(firstDue('paid', night, ZONE), night);
  assert.equal(firstDue('passEnding', night, ZONE), at('2026-11-26T07:00:00'));
  assert.equal(firstDue('passEnding', at('2026-11-26T03:00:00'), ZONE), at('2026-11-26T07:00:00'));
  const day = at('2026-11-26T07:00:00');
  assert.equal(firstDue('passEnding', day, ZONE), day);
});

test('quiet hours that a line sets hold for every event; the same hour twice is none', () => {
  const [noon, night] = [at('2026-11-25T12:30:00'), at('2026-11-25T23:30:00')];
  assert.equal(firstDue('paid', noon, ZONE, { from: 12, until: 14 }), at('2026-11-25T14:00:00'));
  assert.equal(firstDue('passEnding', night, ZONE, { from: 12, until: 14 }), night);
  assert.equal(firstDue('passEnding', night, ZONE, { from: 0, until: 0 }), night);
});

test('a line is refused where its form, its field, or a name in it is wrong', () => {
  const why = (content: string) => contentFaults('paid', content).map((fault) => `${fault.line} ${fault.why}`);
  assert.deepEqual(why('car_number1={plate}\namount2={amount}'), []);
  assert.deepEqual(why('car_number1\nthing2={amount}\nthing2=x\nwhat3=x\nthing4={nobody}'), [
    '1 form',
    '3 twice',
    '4 kind',
    '5 unknown',
  ]);
  assert.deepEqual(why(Array.from({ length: 11 }, (_, nth) => `thing${nth}=x`).join('\n')), ['11 many']);
  assert.deepEqual(
    textFaults('passEnding', 'sms', '{plate} {amount}').map(({ name }) => name),
    ['amount'],
  );
  assert.equal(textFaults('passEnding', 'sms', ' ').length, 1);
  assert.equal(textFaults('passEnding', 'sms', '车'.repeat(301)).length, 1);
});

test('values are cut to what their field may hold, whole characters only, and no place stays open', () => {
  const filled = filledContent(readContent('thing1={parkName}好\ncar_number2={plate}'), {
    parkName: '𠮷'.repeat(30),
    plate: '粤B12345',
  });
  assert.deepEqual(filled, { thing1: { value: '𠮷'.repeat(20) }, car_number2: { value: '粤B12345' } });
  for (const event of pushEvents)
    for (const name of pushFields[event])
      for (const { samples } of Object.values(messageWords))
        assert.ok(filledWords(`{${name}}`, samples) !== '', `${event} ${name}`);
});

test('every event reaches somebody, and staff are never notified by public account', () => {
  for (const event of pushEvents) assert.ok(waysOf(event).length > 0, event);
  assert.deepEqual(waysOf('dayDiffers'), ['sms', 'notice']);
  assert.deepEqual(waysOf('entry'), ['template', 'subscribe']);
  assert.ok(waysOf('invoice').includes('sms'));
});

test('a message that fails waits 2, 4, 8 seconds and never more than five minutes; answers mean what the platform says', () => {
  assert.deepEqual([1, 2, 3, 9, 40].map(pauseAfter), [2_000, 4_000, 8_000, 300_000, 300_000]);
  assert.deepEqual([-1, 45009, 43101, 47003, 99999].map(verdictOf), ['again', 'quota', 'blocked', 'template', 'dead']);
});

test('times, amounts and durations are written in the language of the message', () => {
  const { zh, en } = messageWords;
  const wall = Date.parse('2026-11-25T08:05:00Z');
  assert.deepEqual([zh.time(wall), en.time(wall)], ['2026年11月25日 08:05', '2026-11-25 08:05']);
  assert.deepEqual([zh.day('2026-11-05'), en.day('2026-11-05')], ['2026年11月5日', '2026-11-05']);
  assert.deepEqual([zh.money(1205), en.money(1205)], ['12.05元', '¥12.05']);
  assert.deepEqual([zh.stayed(0), en.stayed(0)], ['0分钟', '0 min']);
  const long = (26 * 60 + 5) * 60_000;
  assert.deepEqual([zh.stayed(long), en.stayed(long)], ['1天2小时5分钟', '1 d 2 h 5 min']);
});

test('a command is read however a phone writes it; whatever is none is left to the keywords', () => {
  assert.deepEqual(plateCommand(' 绑定　粤b12345 4200001 '), { kind: 'bind', plate: '粤B12345', trade: '4200001' });
  assert.deepEqual(plateCommand('绑定'), { kind: 'bindHow' });
  assert.deepEqual(plateCommand('ＵＮＢＩＮＤ'), { kind: 'unbindAll' });
  assert.deepEqual(plateCommand('我的车牌'), { kind: 'plates' });
  assert.equal(plateCommand('我的车牌是什么'), null);
  assert.equal(plateCommand('停车费'), null);
});
