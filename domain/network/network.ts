/**
 * Where a caller is counted: his IPv4 address, or the /64 of an IPv6 one, for whoever has one address of it has all of
 * them.
 */

const HEXTETS = 8;
const OF_NETWORK = 4;

/** @param address as the socket or a trusted proxy has it; anything that is no IPv6 address stays as it is */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [bare = ''] = address.split('%');
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const parts = (text: string): string[] => (text === '' ? [] : text.split(':'));
  // An IPv4 address at the end stands for two; it is never in the first half.
  const end = parts(tail ?? '').flatMap((part) => (part.includes('.') ? [part, part] : [part]));
  const zeros = tail === undefined ? 0 : HEXTETS - parts(head).length - end.length;
  const all = [...parts(head), ...Array.from({ length: zeros }, () => '0'), ...end];
  return `${all
    .slice(0, OF_NETWORK)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}
