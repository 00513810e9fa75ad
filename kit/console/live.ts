import { useEffect, useRef } from 'react';
import type { MqttClient } from 'mqtt';
import { ask } from './ask.ts';
import { newKey } from './ask.ts';

type Config = { url: string; username: string; password: string; clientId?: string; /** Topics the person may subscribe to. */ topics: string[] };
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
let connection: Promise<MqttClient> | null = null;

const read = (payload: Uint8Array): unknown => {
  const words = new TextDecoder().decode(payload);
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
};

/** One connection for all live screens, with credentials asked for anew at each start. */
async function connect(): Promise<MqttClient> {
  const config = await ask<Config>('/api/updown/platMqtt/getMqttConfig', {}, { quiet: true });
  const { default: mqtt } = await import('mqtt');
  const { username, password, clientId = `console-${newKey()}` } = config;
  const client = mqtt.connect(config.url, { username, password, clientId, protocolVersion: 4, reconnectPeriod: 5000, connectTimeout: 8000 });
  client.on('message', (topic, payload) => {
    const message = read(payload);
    for (const { topics, onMessage } of listeners.values()) if (topics.some((filter) => covers(filter, topic))) onMessage(topic, message);
  });
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('error', (error) => { client.end(true); reject(error); });
  });
}

async function subscribe(topics: readonly string[]): Promise<void> {
  connection ??= connect().catch((error: unknown) => { connection = null; throw error; });
  const client = await connection;
  await client.subscribeAsync([...topics]);
}

async function leave(id: symbol): Promise<void> {
  listeners.delete(id);
  if (listeners.size > 0 || !connection) return;
  const held = connection;
  connection = null;
  await held.then((client) => client.endAsync(), () => undefined);
}

export type LiveOptions = { /** Called now and then while no connection stands. */ poll: () => void; pollMs?: number };

/** Hears messages of the server while its page is in view; where the connection cannot stand, asks again every few seconds. */
export function useLive(topics: readonly string[], onMessage: Listener, { poll, pollMs = 5000 }: LiveOptions): void {
  const latest = useRef({ onMessage, poll });
  useEffect(() => { latest.current = { onMessage, poll }; });
  const wanted = topics.join('\n');
  useEffect(() => {
    const id = Symbol(wanted);
    let timer: ReturnType<typeof setInterval> | undefined;
    let live = true;
    listeners.set(id, { topics: wanted.split('\n'), onMessage: (topic, message) => latest.current.onMessage(topic, message) });
    subscribe(wanted.split('\n')).catch(() => { if (live) timer = setInterval(() => latest.current.poll(), pollMs); });
    return () => {
      live = false;
      clearInterval(timer);
      void leave(id);
    };
  }, [wanted, pollMs]);
}
