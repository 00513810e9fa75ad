/**
 * MQTT packets of a bounded size: the parser gathers a packet whole, also of one who has not logged on, and would hold
 * what a liar announces.
 */
import type { Duplex } from 'node:stream';

/** More than any message needs, and its topic (codec.ts). */
export const MAX_PACKET_BYTES = 128 * 1024;

/** Follows a stream of packets and reports whether one of them is too large; nothing is kept. */
export function packetWatch(most: number): (chunk: Buffer) => boolean {
  /** `left`: bytes of its body still to come. `length`: what of it has been read, -1 before its type. */
  let [left, length, shift] = [0, -1, 0];
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (left > 0) {
        const taken = Math.min(left, chunk.length - at);
        left -= taken;
        at += taken;
        continue;
      }
      const byte = chunk[at]!;
      at += 1;
      if (length < 0) {
        [length, shift] = [0, 0];
        continue;
      }
      length += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (length > most || shift > 28) return false;
      if (byte < 0x80) [left, length] = [length, -1];
    }
    return true;
  };
}

/** Ends the connection at the head of a packet that is too large. Reads go on as before. */
export function bounded<S extends Duplex>(stream: S): S {
  const read = stream.read.bind(stream);
  const fits = packetWatch(MAX_PACKET_BYTES);
  stream.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (chunk === null || fits(chunk)) return chunk;
    stream.destroy();
    return null;
  };
  return stream;
}
