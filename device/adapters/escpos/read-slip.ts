/** What stands on a slip, by the bytes that a printer was sent: its lines, and what its codes say. */
export type ReadSlip = {
  readonly lines: readonly string[];
  readonly qr: readonly string[];
  readonly barcodes: readonly string[];
};

const [LF, ESC, FS, GS] = [0x0a, 0x1b, 0x1c, 0x1d];
/** Bytes after `ESC` or `GS` and the letter of the command, of those that templates make. */
const ESC_MORE: Readonly<Record<number, number>> = { 0x40: 0, 0x45: 1, 0x61: 1, 0x64: 1 };
const GS_MORE: Readonly<Record<number, number>> = { 0x21: 1, 0x48: 1, 0x56: 1, 0x68: 1 };
/** Function 80 of a QR code stores what it says. */
const STORES = 0x50;

export function readSlip(bytes: Buffer): ReadSlip {
  const [qr, barcodes, plain]: [string[], string[], number[]] = [[], [], []];
  for (let at = 0; at < bytes.length;) {
    const [byte, letter = 0] = [bytes[at]!, bytes[at + 1]];
    if (byte === ESC) at += 2 + (ESC_MORE[letter] ?? 0);
    else if (byte === FS) at += letter === 0x57 ? 3 : 2;
    else if (byte === GS && letter === 0x28) {
      const size = bytes.readUInt16LE(at + 3);
      if (bytes[at + 6] === STORES) qr.push(bytes.subarray(at + 8, at + 5 + size).toString('utf8'));
      at += 5 + size;
    } else if (byte === GS && letter === 0x6b) {
      const size = bytes[at + 3]!;
      barcodes.push(bytes.subarray(at + 6, at + 4 + size).toString('latin1')); // after the mark of subset B
      at += 4 + size;
    } else if (byte === GS) at += 2 + (GS_MORE[letter] ?? 0);
    else {
      plain.push(byte);
      at += 1;
    }
  }
  const lines = new TextDecoder('gb18030')
    .decode(Buffer.from(plain))
    .split(String.fromCharCode(LF))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { lines, qr, barcodes };
}
