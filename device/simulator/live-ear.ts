/** Receives the live news of the server as a console does: by a short-lived login over a WebSocket of the same port. */
import { connectAsync } from 'mqtt';
import type { Api } from './api.ts';

type Config = {
  readonly path: string;
  readonly clientId?: string;
  readonly username: string;
  readonly password: string;
  readonly topics: readonly string[];
};

/** @param news called for each message of the topics the logged-in user may receive. @returns what ends it */
export async function receiveNews(api: Api, url: string, news: (topic: string) => void): Promise<() => Promise<void>> {
  const { path, topics, username, password } = await api.get<Config>('/api/updown/platMqtt/getMqttConfig');
  const client = await connectAsync(String(new URL(path, url.replace(/^http/, 'ws'))), {
    username,
    password,
    clientId: `console-${crypto.randomUUID()}`,
  });
  client.on('error', () => undefined); // it connects again by itself
  client.on('message', (topic) => news(topic));
  await client.subscribeAsync([...topics]);
  return () => client.endAsync(true);
}
