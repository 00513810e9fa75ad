/**
 * A board as its frames make it: the text of its lines, what it has spoken, and bytes that were no frame. Written apart
 * from what writes them.
 */
type Shown = { readonly text: string; readonly colour: string; readonly entry: number; readonly seconds: number };
export type BoardTwin = {
  readonly lines: Readonly<Record<number, Shown>>;
  /** What it keeps and shows whenever nothing else is. */
  readonly stored: Readonly<Record<number, Shown>>;
  readonly spoken: readonly string[];
  readonly bad: readonly string[];
};

const gbk = new TextDecoder('gbk', { fatal: true });

function checked(bytes: Buffer): boolean {
  let rest = 0xffff;
  for (const each of bytes) {
    rest ^= each;
    for (let nth = 0; nth < 8; nth += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xa001 : rest >>> 1;
  }
  return rest === 0; // a sum over its own sum is nothing
}

/** What a board shows and has spoken after these frames. */
export function boardTwin(frames: readonly Buffer[]): BoardTwin {
  const lines: Record<number, Shown> = {};
  const stored: Record<number, Shown> = {};
  const spoken: string[] = [];
  const bad: string[] = [];
  for (const bytes of frames) {
    const length = bytes[5] ?? 0;
    const data = bytes.subarray(6, 6 + length);
    if (bytes[0] !== 0 || bytes[1] !== 0x64 || bytes.length !== length + 8 || !checked(bytes)) {
      bad.push(bytes.toString('hex'));
      continue;
    }
    if (bytes[4] === 0x30) spoken.push(gbk.decode(data.subarray(1)));
    else if (bytes[4] === 0x62 && data.readUInt16LE(17) === data.length - 19)
      lines[data[0]!] = {
        text: gbk.decode(data.subarray(19)),
        colour: data.subarray(9, 13).toString('hex'),
        entry: data[1]!,
        seconds: data[4]!,
      };
    else if (bytes[4] === 0x67 && data.readUInt16LE(18) === data.length - 20)
      stored[data[0]!] = {
        text: gbk.decode(data.subarray(20)),
        colour: data.subarray(10, 14).toString('hex'),
        entry: data[3]!,
        seconds: data[6]!,
      };
    else bad.push(bytes.toString('hex'));
  }
  return { lines, stored, spoken, bad };
}
