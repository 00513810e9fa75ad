/** Frames of boards against those that open implementations publish, and read again by a board written apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardEntries } from '#areas/device/model/led-board.ts';
import type { BoardEntry } from '#areas/device/model/led-board.ts';
import { ledColours, ledEffects, ledMotion } from '#areas/device/model/led-config.ts';
import type { LedLine } from '#areas/device/model/led-config.ts';
import { boardTwin } from './twin.ts';
import { boardFrames } from './index.ts';
import { storedFrame, textFrame, voiceFrame } from './zero64.ts';

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

const line = (effect: number, more: Partial<LedLine> = {}): LedLine => ({
  text: '欢迎光临',
  colour: 'green',
  effect,
  seconds: 5,
  ...more,
});
const storedBy = (content: LedLine) => boardTwin([storedFrame(1, content)]).stored[1]!;

for (const [code, { en }] of Object.entries(ledEffects))
  test(`effect ${code} (${en}): the board moves a line the way the page previews it (INV-DEV11)`, () => {
    const effect = Number(code);
    const { text, colour, entry, seconds } = storedBy(line(effect));
    assert.deepEqual([text, colour], ['欢迎光临', '00ff0000']);
    const motion = ledMotion(effect);
    // Random is any; the preview shows one of them.
    if (effect !== 1) assert.equal(boardEntries[entry as BoardEntry].way, motion?.way ?? null);
    // One that goes on does not stop; running text has no stop either way.
    assert.equal(seconds, motion?.manner === 'on' && entry !== 0x15 ? 0 : 5);
    assert.equal(storedBy(line(effect, { text: '浙A12345，请减速慢行' })).entry, 0x15, 'wider than the board: it runs');
  });

test('a random effect is the same each time for the same text, and one the board has', () => {
  const entries = ['甲', '乙', '丙', '丁', '戊', '己'].map((text) => storedBy(line(1, { text })).entry);
  assert.deepEqual(
    entries,
    ['甲', '乙', '丙', '丁', '戊', '己'].map((text) => storedBy(line(1, { text })).entry),
  );
  assert.ok(new Set(entries).size > 1 && entries.every((entry) => entry <= 0x08));
});

test('the idle content of all day is stored with every line in its colour, the blank ones too; other moments are not', () => {
  const pages = [
    { when: 'idle', hours: 'night', lines: [line(2, { text: '夜间' })] },
    { when: 'offline', hours: 'always', lines: [line(2, { text: '断网' })] },
    {
      when: 'idle',
      hours: 'always',
      lines: (Object.keys(ledColours) as LedLine['colour'][]).map((colour) => line(2, { text: colour, colour })),
    },
  ];
  const order = { name: 'program', payload: { pages } };
  const { stored, bad } = boardTwin(boardFrames(order, 'zero64Stored'));
  assert.deepEqual(
    Object.values(stored).map(({ text, colour }) => [text.trim(), colour]),
    [
      ['red', 'ff000000'],
      ['green', '00ff0000'],
      ['yellow', 'ffff0000'],
      ['', '00ff0000'],
    ],
  );
  assert.deepEqual(bad, []);
  assert.deepEqual(boardFrames(order, 'zero64'), [], 'a board that keeps its own content is left alone');
});

test('idle content that is none leaves the board blank, and never throws', () => {
  for (const pages of [undefined, null, 'x', [null], [{ when: 'idle', hours: 'always', lines: [null, { text: 1 }] }]])
    assert.equal(boardTwin(boardFrames({ name: 'program', payload: { pages } }, 'zero64Stored')).bad.length, 0);
});
