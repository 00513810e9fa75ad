/** As much of MQTT 3.1.1 as hearing takes: a whole client weighs 80 KB, this 1. */
export type Credentials = { clientId: string; username: string; password: string };
export type Packet = { kind: number; body: Uint8Array };
export type Message = { topic: string; payload: Uint8Array };

/** Kinds of packet that a listener is sent. */
export const kinds = { welcome: 2, message: 3, listening: 9, stillHere: 13 } as const;

/** The broker gives up on whoever is silent for one and a half times as long. */
export const keepAliveSeconds = 60;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function encodeString(words: string): number[] {
  const bytes = encoder.encode(words);
  return [bytes.length >> 8, bytes.length & 255, ...bytes];
}

/** The length precedes the body in groups of seven bits, the lowest first. */
function packet(head: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.from([head, ...length, ...body]);
}

/** A session that leaves nothing behind, with name and password. */
export const hello = ({ clientId, username, password }: Credentials): Uint8Array<ArrayBuffer> =>
  packet(0x10, [
    ...encodeString('MQTT'),
    4,
    0xc2,
    0,
    keepAliveSeconds,
    ...encodeString(clientId),
    ...encodeString(username),
    ...encodeString(password),
  ]);

/** Subscribes to topics, each message at most once. */
export const listenTo = (topics: readonly string[]): Uint8Array<ArrayBuffer> =>
  packet(0x82, [0, 1, ...topics.flatMap((topic) => [...encodeString(topic), 0])]);

export const stillHere = packet(0xc0, []);
export const goodbye = packet(0xe0, []);

const longestLength = 4;

function packetAt(bytes: Uint8Array, start: number): { packet: Packet; next: number } | null {
  let length = 0;
  for (let at = 0; at < longestLength; at += 1) {
    const byte = bytes[start + 1 + at];
    if (byte === undefined) return null;
    length += (byte & 127) << (7 * at);
    if (byte > 127) continue;
    const from = start + 2 + at;
    return from + length > bytes.length
      ? null
      : { packet: { kind: bytes[start]! >> 4, body: bytes.subarray(from, from + length) }, next: from + length };
  }
  throw new Error('not a packet of MQTT');
}

/** Takes bytes as they come and gives out the packets that are whole: a frame may hold several, or a part of one. */
export function packetReader(): (bytes: Uint8Array) => Packet[] {
  let rest = new Uint8Array();
  return (bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    const found: Packet[] = [];
    let at = 0;
    for (let one = packetAt(all, at); one; one = packetAt(all, at)) {
      found.push(one.packet);
      at = one.next;
    }
    rest = all.slice(at);
    return found;
  };
}

/** Reads a message packet. With quality of service 0 it carries no packet id. */
export function messageOf({ body }: Packet): Message {
  const end = 2 + (((body[0] ?? 0) << 8) | (body[1] ?? 0));
  return { topic: decoder.decode(body.subarray(2, end)), payload: body.subarray(end) };
}
