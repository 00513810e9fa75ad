/** GBK, which boards and older cameras speak: the platform reads it, and what it reads turned round writes it. */
let codes: ReadonlyMap<string, number> | null = null;

function turned(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder('gbk');
  const found = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      const sign = decoder.decode(Uint8Array.of(high, low));
      if (sign.length === 1 && sign !== '\ufffd' && !found.has(sign)) found.set(sign, (high << 8) | low);
    }
  return found;
}

/** Null where a sign has no place in GBK. */
export function writeGbk(text: string): Buffer | null {
  codes ??= turned();
  const bytes: number[] = [];
  for (const sign of text) {
    const point = sign.codePointAt(0)!;
    const code = point < 0x80 ? point : codes.get(sign);
    if (code === undefined) return null;
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Buffer.from(bytes);
}
