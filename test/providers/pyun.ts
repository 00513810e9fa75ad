/**
 * The P Cloud platform as documented: it verifies, rejects missing fields, ignores repeated serials, and has outages.
 */
import { createHash } from 'node:crypto';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { Stand } from './stand.ts';

type ReceivedCall = { readonly path: string; readonly fields: Readonly<Record<string, string>>; readonly at: number };

const needed: Readonly<Record<string, readonly string[]>> = {
  enter: ['park_uuid', 'parking_serial', 'plate_color', 'enter_time', 'car_type', 'car_desc', 'charge_type'],
  leave: [
    'park_uuid',
    'parking_serial',
    'plate_color',
    'enter_time',
    'leave_time',
    'car_type',
    'car_desc',
    'charge_type',
  ],
  update: ['park_uuid', 'flow_no', 'parking_serial', 'plate'],
  counts: ['park_uuid', 'day'],
};
const ZONE = 'Asia/Shanghai';
const HOUR_MS = 3_600_000;

export class PyunStand extends Stand {
  readonly secret = 'pyun-secret-1';
  readonly parks = new Set<string>();
  /** What was taken, each once. */
  readonly taken: ReceivedCall[] = [];
  /** Everything that came, the same again as well. */
  readonly received: ReceivedCall[] = [];
  away = false;
  /** Each answer comes twice on its connection. */
  isDoubled = false;
  url = '';

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => {
      if (this.away) return void reply.writeHead(503).end('upstream');
      const answer = this.#answer(new URL(request.url!, 'http://x').pathname, body.toString());
      if (this.lost()) return void request.socket.destroy();
      reply.setHeader('Content-Type', 'application/json');
      const text = JSON.stringify(answer);
      reply.end(text, () => {
        if (this.isDoubled)
          request.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
      });
    });
    this.url = url;
    return close;
  }

  #answer(path: string, body: string): object {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const { sign, ...signed } = fields;
    const kind = /^\/gate\/1\.0\/parking\/internal\/(\w+)$/.exec(path)?.[1] ?? '';
    const plain = Object.keys(signed)
      .sort()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    const right = createHash('md5').update(`${plain}&app_secret=${this.secret}`).digest('hex').toUpperCase();
    if (sign !== right) {
      this.refused.push('sign');
      return { code: '200', message: '已忽略当前请求', hint: `签名验证不通过[${plain}&app_secret=***]` };
    }
    const missing = (needed[kind] ?? ['path']).find((name) => !signed[name]);
    if (missing !== undefined) return this.#no(`参数\`${missing}\`未传递`);
    if (!this.parks.has(signed['park_uuid']!)) return this.#no('车场不存在');
    if (kind === 'counts') return { code: '200', rows: this.#counts(signed['park_uuid']!, signed['day']!) };
    const received = { path: kind, fields: signed, at: Number(signed[kind === 'leave' ? 'leave_time' : 'enter_time']) };
    this.received.push(received);
    const key = kind === 'update' ? signed['flow_no'] : signed['parking_serial'];
    const isKnown = this.taken.some(
      (each) =>
        each.path === kind && (kind === 'update' ? each.fields['flow_no'] : each.fields['parking_serial']) === key,
    );
    if (!isKnown) this.taken.push(received);
    return { code: kind === 'update' ? '1001' : '200', message: 'OK', seqno: 'abc' };
  }

  /** What it took of a lot's day, by kind and hour: its own addition to the published text, for comparisons. */
  #counts(park: string, day: string): object[] {
    const own = this.taken.filter(({ fields, at }) => fields['park_uuid'] === park && dayOf(at, ZONE) === day);
    const hourOf = (at: number): number => Math.floor((at - startOfDay(day, ZONE)) / HOUR_MS);
    return [...Map.groupBy(own, ({ path, at }) => `${path} ${hourOf(at)}`)].map(([key, of]) => {
      const [what, hour] = key.split(' ');
      return { what, hour: Number(hour), n: of.length };
    });
  }

  #no(hint: string): object {
    this.refused.push(hint);
    return { code: '400', message: '请求参数错误', hint };
  }
}
