import { useEffect, useRef } from 'react';
import { ask, newKey } from '#kit/console/ask.ts';
import { goodbye, hello, keepAliveSeconds, kinds, listenTo, messageOf, packetReader, stillHere } from './mqtt-wire.ts';
import type { Credentials, Message, Packet } from './mqtt-wire.ts';

type Config = Omit<Credentials, 'clientId'> & {
  /** Where on this server the broker listens. */ path: string;
  clientId?: string;
  /** Topics the person may subscribe to. */ topics: string[];
};
type Listener = (topic: string, message: unknown) => void;

/** Whether an MQTT filter (`+` one level, `#` the rest) covers a topic. */
export function covers(filter: string, topic: string): boolean {
  const [wanted, got] = [filter.split('/'), topic.split('/')];
  for (const [at, part] of wanted.entries()) {
    if (part === '#') return true;
    if (got[at] === undefined || (part !== '+' && part !== got[at])) return false;
  }
  return wanted.length === got.length;
}

const listeners = new Map<symbol, { topics: readonly string[]; onMessage: Listener }>();
const retryMs = 5000;

/**
 * One connection for all live screens of the window. It is not repaired but replaced: its credentials are short-lived.
 */
const link: { socket: WebSocket | null; starting: boolean; notBefore: number } = {
  socket: null,
  starting: false,
  notBefore: 0,
};

const isConnected = (): boolean => link.socket?.readyState === WebSocket.OPEN;

function read(payload: Uint8Array): unknown {
  const words = new TextDecoder().decode(payload);
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}

function handleMessage({ topic, payload }: Message): void {
  const message = read(payload);
  for (const { topics, onMessage } of listeners.values())
    if (topics.some((filter) => covers(filter, topic))) onMessage(topic, message);
}

/** Long enough for a slow line: until it stands the screens ask, and one that is given up leaves an error in the console. */
const patienceMs = 30_000;
/** The broker's answer to a topic the person may not subscribe to. */
const refused = 128;

/** Opens a connection and answers it once the broker listens for the topics. */
function connect({ path, topics, ...own }: Config): Promise<WebSocket> {
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')), 'mqtt');
  socket.binaryType = 'arraybuffer';
  const packets = packetReader();
  let lastMessageAt = Date.now();
  const limit = setTimeout(() => socket.close(), patienceMs);
  const beat = setInterval(() => {
    if (Date.now() - lastMessageAt > 2 * keepAliveSeconds * 1000) socket.close();
    else if (socket.readyState === WebSocket.OPEN) socket.send(stillHere);
  }, keepAliveSeconds * 500);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => socket.send(hello({ clientId: `console-${newKey()}`, ...own })));
    socket.addEventListener('close', () => {
      clearTimeout(limit);
      clearInterval(beat);
      if (link.socket === socket) link.socket = null;
      reject(new Error('the broker did not take the connection'));
    });
    const take = (packet: Packet): void => {
      if (packet.kind === kinds.welcome) return packet.body[1] === 0 ? socket.send(listenTo(topics)) : socket.close();
      if (packet.kind === kinds.message) return handleMessage(messageOf(packet));
      if (packet.kind !== kinds.listening) return;
      if (packet.body.subarray(2).includes(refused)) return socket.close();
      clearTimeout(limit);
      resolve(socket);
    };
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
      lastMessageAt = Date.now();
      try {
        packets(new Uint8Array(data)).forEach(take);
      } catch {
        socket.close();
      }
    });
  });
}

function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(goodbye);
  socket.close();
}

async function start(): Promise<void> {
  if (isConnected() || link.starting || listeners.size === 0 || Date.now() < link.notBefore) return;
  link.starting = true;
  link.notBefore = Date.now() + retryMs;
  try {
    const socket = await connect(await ask<Config>('/api/updown/platMqtt/getMqttConfig', {}, { quiet: true }));
    if (listeners.size === 0) hangUp(socket);
    else link.socket = socket;
  } catch {
    // No live connection just now: the screens ask instead, and the next beat tries again.
  } finally {
    link.starting = false;
  }
}

function leave(id: symbol): void {
  listeners.delete(id);
  if (listeners.size > 0) return;
  if (link.socket) hangUp(link.socket);
  link.socket = null;
  link.notBefore = 0;
}

export type LiveOptions = {
  /** Refetches; called at every beat while there is no connection. */ poll: () => void;
  pollMs?: number;
};

/**
 * Subscribes to the server's messages on topics that one of the MQTT filters covers, while its page is in view; where
 * no connection can stand, polls every few seconds.
 */
export function useLive(topics: readonly string[], onMessage: Listener, { poll, pollMs = 5000 }: LiveOptions): void {
  const latest = useRef({ onMessage, poll });
  useEffect(() => {
    latest.current = { onMessage, poll };
  });
  const wanted = topics.join('\n');
  useEffect(() => {
    const id = Symbol(wanted);
    const own = wanted.split('\n');
    listeners.set(id, { topics: own, onMessage: (topic, message) => latest.current.onMessage(topic, message) });
    void start();
    const beat = setInterval(() => {
      if (isConnected()) return;
      latest.current.poll();
      void start();
    }, pollMs);
    return () => {
      clearInterval(beat);
      leave(id);
    };
  }, [wanted, pollMs]);
}
