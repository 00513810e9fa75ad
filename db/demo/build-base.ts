import type { FastifyInstance } from 'fastify';
import type { Memory } from '#device/simulator/state.ts';
import type { DeviceMemory } from '#device/simulator/virtual-device.ts';

export type Row = { id: string } & Record<string, unknown>;

export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, unknown>,
  /** The token of somebody else than the operator. */
  as?: string,
) => Promise<Row & { records: Row[] }>;

/** Calls through the server's own road, as the platform operator whose token this is. */
export const asker =
  (app: FastifyInstance, token: string): Ask =>
  async (method, path, input, as = token) => {
    const query =
      method === 'GET'
        ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`
        : '';
    const answer = await app.inject({
      method,
      url: `/api/updown/${path}${query}`.replace('/api/updown//', '/'),
      headers: { authorization: `Bearer ${as}` },
      ...(method === 'GET' ? {} : { payload: input }),
    });
    const body = answer.json() as { success: boolean; msg: string; data: never };
    if (!body.success) throw new Error(`demo: ${method} ${path}: ${answer.statusCode} ${body.msg}`);
    return body.data;
  };

/** Files the same way, each under its SHA-256; answers its address. */
export const storer =
  (app: FastifyInstance, token: string) =>
  async (hash: string, bytes: Buffer): Promise<string> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/updown/file/${hash}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: bytes,
    });
    const body = answer.json() as { success: boolean; msg: string; data: { url: string } };
    if (!body.success) throw new Error(`demo: a file: ${answer.statusCode} ${body.msg}`);
    return body.data.url;
  };

export const words = ['东', '西', '南', '北', '中', 'B2', 'B3'];

export async function device(
  ask: Ask,
  memory: Memory,
  row: Record<string, unknown> & { sn: string },
): Promise<DeviceMemory> {
  const { secret } = (await ask('POST', 'parkdevices/submit', row)) as { secret?: unknown };
  return (memory.devices[row.sn] = { sn: row.sn, secret: String(secret), seq: 0, passing: 0, waiting: {} });
}

export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A device that fell silent, and that somebody has to go and see. */
export const sensorOf = (code: string): string => `${code}-S1`;
