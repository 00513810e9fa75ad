/** Calls to the server. A missing network is distinguished from a refusal by the server. */
import type { Lang } from '#kit/declare/text.ts';

export class Offline extends Error {}

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Asking = {
  readonly token?: string | null;
  readonly lang: Lang;
  readonly key?: string;
  /** A file, sent as it is. */
  readonly bytes?: Blob;
  /** Called with the times of request and response, by `performance.now()`. */
  readonly timed?: (sentAt: number, gotAt: number) => void;
};

const PATIENCE_MS = 45_000;

export async function ask<T>(method: 'GET' | 'POST', path: string, input: object, asking: Asking): Promise<T> {
  const query = new URLSearchParams(
    Object.entries(input as Record<string, string>).filter(([, value]) => value !== undefined),
  );
  const sentAt = performance.now();
  const answer = await fetch(method === 'GET' ? `${path}?${query}` : path, {
    method,
    headers: {
      'accept-language': asking.lang,
      ...(asking.token ? { authorization: `Bearer ${asking.token}` } : {}),
      ...(asking.key ? { 'idempotency-key': asking.key } : {}),
      ...(method === 'POST' ? { 'content-type': asking.bytes ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: asking.bytes ?? JSON.stringify(input) } : {}),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => {
    throw new Offline();
  });
  const gotAt = performance.now();
  const body = (await answer.json().catch(() => null)) as { msg?: string; data?: T; errors?: { msg: string }[] } | null;
  if (!body || answer.status >= 500) throw new Offline();
  if (!answer.ok) throw new Refusal(answer.status, body.errors?.[0]?.msg ?? body.msg ?? String(answer.status));
  asking.timed?.(sentAt, gotAt);
  return body.data as T;
}
