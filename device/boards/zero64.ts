/**
 * Boards that begin with 00 64 (方控, 缪总, 臻识 and many more): texts and voices as frames over RS485, which a camera passes
 * on. Eight open implementations agree; the frames in zero64.test.ts are theirs. Pure.
 */
import { BOARD_COLUMNS, boardShow } from '#areas/device/model/led-board.ts';
import type { LedLine } from '#areas/device/model/led-config.ts';
import { writeGbk } from '#device/adapters/gbk.ts';

export type BoardLine = { readonly text: string; readonly colour?: keyof typeof COLOURS; readonly seconds?: number };

const COLOURS = { red: [0xff, 0, 0, 0], green: [0, 0xff, 0, 0], yellow: [0xff, 0xff, 0, 0] } as const;
const BLACK = [0, 0, 0, 0] as const;

const VOICE = 0x30;
const TEXT = 0x62;
const STORED_TEXT = 0x67;
/** Speech in progress is interrupted. */
const SAY_NOW = 0x01;
const AT_ONCE = 0x00;
const RUNNING = 0x15;
const FONT = 0x03;
const LONGEST = 120;

/** CRC-16 of Modbus over all before it, its low byte first. */
function crc(bytes: Buffer): Buffer {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return Buffer.from([sum & 0xff, sum >> 8]);
}

function frame(command: number, data: Buffer): Buffer {
  const head = Buffer.from([0x00, 0x64, 0xff, 0xff, command, data.length]);
  const whole = Buffer.concat([head, data]);
  return Buffer.concat([whole, crc(whole)]);
}

/** Signs the board does not have are left out: never a wrong one on the street. */
function signs(text: string): Buffer {
  const known = [...text].flatMap((sign) => writeGbk(sign) ?? []);
  const kept: Buffer[] = [];
  let length = 0;
  for (const sign of known) {
    if (length + sign.length > LONGEST) break;
    kept.push(sign);
    length += sign.length;
  }
  return Buffer.concat(kept);
}

/** A frame that speaks a text; null where none of it can be spoken. */
export function voiceFrame(text: string): Buffer | null {
  const signed = signs(text);
  return signed.length === 0 ? null : frame(VOICE, Buffer.concat([Buffer.from([SAY_NOW]), signed]));
}

/** Shows a text for some seconds in one line, from 1; what is wider than the board runs. */
export function textFrame(line: number, { text, colour = 'green', seconds = 5 }: BoardLine): Buffer {
  const shown = signs(text);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(shown.length);
  const entry = shown.length > BOARD_COLUMNS ? RUNNING : AT_ONCE;
  return frame(
    TEXT,
    Buffer.concat([
      Buffer.from([line, entry, 1, 0, seconds, 0, 1, FONT, 1, ...COLOURS[colour], ...BLACK]),
      length,
      shown,
    ]),
  );
}

/** Kept by the board and shown whenever nothing else is; every write wears its memory. */
const FILE = 0x01;
const KEEP = 0x01;

/** Stores a line, from 1, that the board shows between the vehicles; a blank one where there is no text. */
export function storedFrame(line: number, content: LedLine | null): Buffer {
  const shown = signs(content?.text || ' ');
  const { entry, seconds } = content ? boardShow(content) : { entry: AT_ONCE, seconds: 1 };
  const length = Buffer.alloc(2);
  length.writeUInt16LE(shown.length);
  const colour = COLOURS[content?.colour ?? 'green'];
  return frame(
    STORED_TEXT,
    Buffer.concat([
      Buffer.from([line, FILE, KEEP, entry, 1, 0, seconds, 0, 1, FONT, ...colour, ...BLACK]),
      length,
      shown,
    ]),
  );
}
