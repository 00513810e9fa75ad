import { atHost, isId } from '#kit/declare/check.ts';
import { serve } from '#kit/server/served.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { Refused } from '#kit/declare/refused.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { qrCodeCalls, qrCodes } from '#areas/lot/model/park-calls.ts';
import { settingsOf } from './settings.ts';

/** A server reached by a bare address has no certificate; one with a name is expected to have. */
const bare = /^(localhost|\[.*\]|\d+(\.\d+){3})(:\d+)?$/;

/** The address of a driver's page. `origin` is a host with its port or a whole `https://…` address. */
function addressOf(origin: string, page: string, params: Readonly<Record<string, string>>): string {
  const base = /^https?:\/\//.test(origin)
    ? origin.replace(/\/+$/, '')
    : `${bare.test(origin) ? 'http' : 'https'}://${origin}`;
  return `${base}/m/${page}?${new URLSearchParams(params)}`;
}

/** The same of a lot, whose setting `driverUrl` goes before the host of the request. */
export const driverAddress = (
  driverUrl: string | null | undefined,
  host: string,
  page: string,
  params: Readonly<Record<string, string>>,
): string => addressOf(driverUrl ? atHost(driverUrl, host) : host, page, params);

/** An address for phones and its code as an SVG data address; `origin` as above. */
export async function qrOf(
  origin: string,
  page: string,
  params: Readonly<Record<string, string>>,
): Promise<{ url: string; image: string }> {
  const url = addressOf(origin, page, params);
  const { toString } = await import('qrcode');
  const svg = await toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { url, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

export const qrServed: Served[] = qrCodeCalls.map((call) =>
  serve(call, async (plain) => {
    const work = plain as Work;
    const { id } = await rowOf(park, work.input.parkId as string, work.db);
    const { driverUrl } = await settingsOf(work.db, id);
    const { page } = qrCodes[call.name.split('.')[1] as keyof typeof qrCodes];
    const gateId = work.input.gateId as string | undefined;
    if (gateId && !isId(gateId)) throw new Refused('no_such_record', { what: parkGate.title });
    const lane = gateId ? await rowOf(parkGate, gateId, work.db) : null;
    if (lane && lane.parkId !== id) throw new Refused('no_such_record', { what: parkGate.title });
    return qrOf(driverUrl ? atHost(driverUrl, work.request.host) : work.request.host, page, {
      parkId: id,
      ...(lane ? { gate: lane.id } : {}),
    });
  }),
);
