/** Frames of boards against those that open implementations publish, and read again by a board written apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardTwin } from './twin.ts';
import { textFrame, voiceFrame } from './zero64.ts';

const hex = (frame: Buffer | null): string => frame!.toString('hex').toUpperCase();

test('voices are the frames that are published', () => {
  assert.equal(hex(voiceFrame('欢迎光临')), '0064FFFF300901BBB6D3ADB9E2C1D93258');
  assert.equal(hex(voiceFrame('车位已满')), '0064FFFF300901B3B5CEBBD2D1C2FAE7B2');
  assert.equal(hex(voiceFrame('浙AD12345')), '0064FFFF300A01D5E341443132333435A6AB');
});

test('a plate in green in line 1 for five seconds is the frame that is published', () => {
  assert.equal(
    hex(textFrame(1, { text: '浙A12345' })),
    '0064FFFF621B01000100050001030100FF0000000000000800D5E34131323334359903',
  );
});

test('the board reads what was meant, longer texts run, and a sign it does not have is left out', () => {
  const { lines, spoken, bad } = boardTwin([
    textFrame(1, { text: '浙A12345' }),
    textFrame(2, { text: '请缴费 10.00 元', colour: 'red', seconds: 15 }),
    voiceFrame('欢迎😀光临')!,
  ]);
  assert.deepEqual(lines, {
    1: { text: '浙A12345', colour: '00ff0000', entry: 0, seconds: 5 },
    2: { text: '请缴费 10.00 元', colour: 'ff000000', entry: 0x15, seconds: 15 },
  });
  assert.deepEqual(spoken, ['欢迎光临']);
  assert.deepEqual(bad, []);
});

test('an empty text makes no frame, and a long text is cut between its signs', () => {
  assert.equal(voiceFrame('😀'), null);
  const { spoken } = boardTwin([voiceFrame('停'.repeat(100))!]);
  assert.equal(spoken[0], '停'.repeat(60));
});

test('a frame with a bit turned is none', () => {
  const frame = textFrame(1, { text: '浙A12345' });
  frame[20]! ^= 1;
  assert.equal(boardTwin([frame]).bad.length, 1);
});
