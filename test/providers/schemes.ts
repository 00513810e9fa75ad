/**
 * Platforms that take the published schemes: each believes only what its text makes of a request, and takes a fact once
 * however often it comes.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Stand } from './stand.ts';

/** A car that came or went, as a platform reads it. */
export type TakenFact = { readonly kind: 'entry' | 'exit'; readonly at: number; readonly plate: string | null };
/** What stands in a request: its facts by what names each at the platform, or why it is not believed. */
type Reading = { readonly facts: ReadonlyMap<string, TakenFact> } | { readonly wrong: string };
type Read = (request: IncomingMessage, body: string, platform: SchemePlatform) => Reading;
type Values = Record<string, any>; // a request of any form, read member by member

/** A number as it was written: the signature is over "0.0", not over 0. */
const asWritten = (body: string): Values =>
  JSON.parse(body, ((_: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? source : value) as (key: string, value: unknown) => unknown);

const pairs = (members: Values): string[] =>
  Object.entries(members)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort();

const local = (words: string): number => Date.parse(`${words.replace(' ', 'T')}+08:00`);

/** The open interface: MD5 over the outer members by name, then those of the body, then the key. */
const inOutList: Read = (_, body, { secret, park }) => {
  const { sign, body: visit, ...outer } = asWritten(body);
  const plain = [...pairs(outer), ...pairs(visit ?? {})].join('&');
  if (sign !== createHash('md5').update(`${plain}&${secret}`).digest('hex')) return { wrong: 'sign' };
  if (outer['service'] !== 'inOutList' || visit['parkCode'] !== park) return { wrong: 'service' };
  const isOver = visit['ioStatus'] === '1';
  const at = local(isOver ? visit['outTime'] : visit['inTime']);
  const fact: TakenFact = { kind: isOver ? 'exit' : 'entry', at, plate: visit['plate'] };
  return { facts: new Map([[`${visit['uniqueId']} ${fact.kind}`, fact]]) };
};

const isBearer = ({ headers }: IncomingMessage, secret: string): boolean =>
  headers.authorization === `Bearer ${secret}`;

/** Events of the curb specification, each with an id of its own. */
const curbEvents: Read = (request, body, { secret, park }) => {
  if (!isBearer(request, secret)) return { wrong: 'authorization' };
  if (!request.headers['content-type']?.startsWith('application/vnd.cds+json;version=1')) return { wrong: 'type' };
  const { data } = JSON.parse(body) as Values;
  const facts = (data.events as Values[]).map((event): [string, TakenFact] => [
    event['event_id'],
    {
      kind: event['event_type'] === 'enter_area' ? 'entry' : 'exit',
      at: event['event_time'],
      plate: event['vehicle_license_plate'],
    },
  ]);
  const isOurs = (data.events as Values[]).every((event) => event['curb_area_ids'].includes(park));
  return isOurs ? { facts: new Map(facts) } : { wrong: 'area' };
};

/** Sessions of APDS: the same one again under a greater version once it has ended. */
const sessions: Read = (request, body, { secret, park }) => {
  if (!isBearer(request, secret)) return { wrong: 'authorization' };
  if (request.url !== '/sessions') return { facts: new Map() };
  const { data } = JSON.parse(body) as Values;
  const facts = (data as Values[]).map((session): [string, TakenFact] => {
    const [kind, time] = session['actualEnd'] ? (['exit', 'actualEnd'] as const) : (['entry', 'actualStart'] as const);
    const plate = session['identifiedCredentials'][0]?.identifier.id ?? null;
    return [`${session['id']} ${session['version']}`, { kind, at: Date.parse(session[time]), plate }];
  });
  const isOurs = (data as Values[]).every((session) => session['hierarchyElement'].id === park);
  return isOurs ? { facts: new Map(facts) } : { wrong: 'place' };
};

const reads = { np: inOutList, cds: curbEvents, apds: sessions } as const;
export type SchemeName = keyof typeof reads;

export class SchemePlatform extends Stand {
  readonly secret: string;
  readonly park: string;
  /** Each fact once. */
  readonly taken = new Map<string, TakenFact>();
  /** Requests that were believed, the same again as well. */
  received = 0;
  away = false;
  /** Each answer comes twice on its connection. */
  isDoubled = false;
  url = '';
  readonly #read: Read;

  constructor(scheme: SchemeName, secret: string, park: string) {
    super();
    this.secret = secret;
    this.park = park;
    this.#read = reads[scheme];
  }

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => {
      if (this.away) return void reply.writeHead(503).end('upstream');
      const reading = this.#read(request, body.toString(), this);
      if ('wrong' in reading) {
        this.refused.push(reading.wrong);
        return void reply
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ msg: reading.wrong }));
      }
      this.received += 1;
      for (const [name, fact] of reading.facts) if (!this.taken.has(name)) this.taken.set(name, fact);
      if (this.lost()) return void request.socket.destroy();
      const text = '{"msg":"OK"}';
      reply.setHeader('content-type', 'application/json');
      reply.end(text, () => {
        if (this.isDoubled)
          request.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
      });
    });
    this.url = url;
    return close;
  }
}
