/** Lines as the bytes of an ESC/POS printer that takes GB18030, as those sold in China do. */
import type { Line } from './layout.ts';

let table: ReadonlyMap<string, number> | null = null;

/** The two-byte part of GB18030, turned round: what the runtime decodes is what it encodes. */
function bytesByCharacter(): ReadonlyMap<string, number> {
  if (table) return table;
  const decoder = new TextDecoder('gb18030');
  const found = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail === 0x7f) continue;
      const character = decoder.decode(new Uint8Array([lead, trail]));
      if ([...character].length === 1 && character !== '\ufffd' && !found.has(character))
        found.set(character, (lead << 8) | trail);
    }
  table = found;
  return found;
}

/** Text as GB18030; a character the printer has no bytes for is a question mark, in as many columns. */
export function gbBytes(text: string): number[] {
  return [...text].flatMap((character) => {
    const code = character.codePointAt(0)!;
    if (code < 0x80) return [code];
    const found = bytesByCharacter().get(character);
    return found === undefined ? [0x3f] : [found >> 8, found & 0xff];
  });
}

const ESC = 0x1b;
const GS = 0x1d;
const BEGIN = [ESC, 0x40, 0x1c, 0x26]; // reset, Chinese characters on

/** A QR code by the printer itself: model 2, size 6, error correction M. */
function qrBytes(text: string): number[] {
  const data = [...new TextEncoder().encode(text)];
  const size = data.length + 3;
  const order = (...bytes: number[]): number[] => [GS, 0x28, 0x6b, ...bytes];
  return [
    ESC,
    0x61,
    1,
    ...order(4, 0, 0x31, 0x41, 0x32, 0),
    ...order(3, 0, 0x31, 0x43, 6),
    ...order(3, 0, 0x31, 0x45, 0x31),
    ...order(size & 0xff, size >> 8, 0x31, 0x50, 0x30, ...data),
    ...order(3, 0, 0x31, 0x51, 0x30),
    0x0a,
    ESC,
    0x61,
    0,
  ];
}

/** CODE 128, subset B, with its text below. */
function barcodeBytes(text: string): number[] {
  const data = [0x7b, 0x42, ...gbBytes(text.replaceAll(/[^ -~]/g, '')).slice(0, 60)];
  return [ESC, 0x61, 1, GS, 0x48, 2, GS, 0x68, 60, GS, 0x6b, 73, data.length, ...data, 0x0a, ESC, 0x61, 0];
}

function lineBytes(line: Line): number[] {
  if (line.kind === 'cut') return [ESC, 0x64, 3, GS, 0x56, 1];
  if (line.kind !== 'text') return line.kind === 'qr' ? qrBytes(line.text) : barcodeBytes(line.text);
  const look = [ESC, 0x45, line.bold ? 1 : 0, GS, 0x21, line.big ? 0x11 : 0, 0x1c, 0x57, line.big ? 1 : 0];
  const plain = [ESC, 0x45, 0, GS, 0x21, 0, 0x1c, 0x57, 0];
  const bytes = gbBytes(line.text);
  return line.bold || line.big ? [...look, ...bytes, 0x0a, ...plain] : [...bytes, 0x0a];
}

export const escpos = (lines: readonly Line[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...BEGIN, ...lines.flatMap(lineBytes)]);
