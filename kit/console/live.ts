import { useEffect, useRef } from 'react';
import type { MqttClient } from 'mqtt';
import { ask, newKey } from './ask.ts';

type Config = { /** Where on this server the broker listens. */ path: string; username: string; password: string; clientId?: string; /** Topics the person may subscribe to. */ topics: string[] };
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

/** One connection for all live screens of the window. It is not mended but made anew: its credentials are short-lived. */
const link: { client: MqttClient | null; starting: boolean; notBefore: number } = { client: null, starting: false, notBefore: 0 };

const stands = (): boolean => link.client?.connected === true;

function read(payload: Uint8Array): unknown {
  const words = new TextDecoder().decode(payload);
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}

function hear(topic: string, payload: Uint8Array): void {
  const message = read(payload);
  for (const { topics, onMessage } of listeners.values()) if (topics.some((filter) => covers(filter, topic))) onMessage(topic, message);
}

/** Native timers: the library's own would start a worker from a blob, which the content policy forbids. */
async function connect(): Promise<MqttClient> {
  const { path, username, password, topics, clientId = `console-${newKey()}` } = await ask<Config>('/api/updown/platMqtt/getMqttConfig', {}, { quiet: true });
  const { default: mqtt } = await import('mqtt');
  const client = mqtt.connect(new URL(path, location.href.replace(/^http/, 'ws')).href, { username, password, clientId, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 8000, timerVariant: 'native' });
  client.on('message', hear);
  client.on('close', () => { if (link.client === client) link.client = null; });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('close', () => reject(new Error('the broker did not take the connection')));
    client.on('error', () => client.end(true));
  });
  await client.subscribeAsync(topics);
  return client;
}

async function start(): Promise<void> {
  if (stands() || link.starting || listeners.size === 0 || Date.now() < link.notBefore) return;
  link.starting = true;
  link.notBefore = Date.now() + retryMs;
  try {
    const client = await connect();
    if (listeners.size === 0) client.end();
    else link.client = client;
  } catch {
    // No live connection just now: the screens ask instead, and the next beat tries again.
  } finally {
    link.starting = false;
  }
}

function leave(id: symbol): void {
  listeners.delete(id);
  if (listeners.size > 0) return;
  link.client?.end();
  link.client = null;
  link.notBefore = 0;
}

export type LiveOptions = { /** Asks again; called at every beat while no connection stands. */ poll: () => void; pollMs?: number };

/** Hears messages of the server on topics that one of the MQTT filters covers, while its page is in view; where no connection can stand, asks again every few seconds. */
export function useLive(topics: readonly string[], onMessage: Listener, { poll, pollMs = 5000 }: LiveOptions): void {
  const latest = useRef({ onMessage, poll });
  useEffect(() => { latest.current = { onMessage, poll }; });
  const wanted = topics.join('\n');
  useEffect(() => {
    const id = Symbol(wanted);
    const own = wanted.split('\n');
    listeners.set(id, { topics: own, onMessage: (topic, message) => latest.current.onMessage(topic, message) });
    void start();
    const beat = setInterval(() => {
      if (stands()) return;
      latest.current.poll();
      void start();
    }, pollMs);
    return () => {
      clearInterval(beat);
      leave(id);
    };
  }, [wanted, pollMs]);
}
