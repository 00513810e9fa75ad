/**
 * A provider of digital invoices as the standard interface says: signatures both ways, the rules of the tax platform,
 * one number for each request.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Stand } from './stand.ts';

const RED_VOID_MS = 72 * 3_600_000;
const SKEW_S = 300;

type Line = {
  grossFen: number;
  netFen: number;
  taxFen: number;
  rateBp: number;
  taxCode: string;
  lease: { from: string; to: string };
};
type Ask = {
  requestId: string;
  seller: { taxNo: string };
  buyer: { type: string; title: string; taxNo: string | null };
  lines: Line[];
  grossFen: number;
  netFen: number;
  taxFen: number;
  invoiceNo?: string;
  reason?: number;
};
type Blue = { number: string; ask: Ask; at: string; used: boolean; redFen: number; redNetFen: number };
type Red = { number: string; ask: Ask; at: number; state: 'waiting' | 'done' | 'void' };

const sum = (lines: readonly Line[], of: 'grossFen' | 'netFen' | 'taxFen'): number =>
  lines.reduce((all, line) => all + line[of], 0);

export class InvoiceStand extends Stand {
  readonly taxNo = '91350100M000100Y43';
  readonly appKey = 'gatehouse-invoices';
  readonly appSecret = randomBytes(24).toString('hex');
  readonly blues = new Map<string, Blue>();
  readonly reds = new Map<string, Red>();
  /** Requests it refused as the tax platform does, with its reason. */
  readonly rejected = new Map<string, string>();
  /** It takes requests and says nothing of their outcome yet. */
  slow = false;
  /** It refuses the next ones with this. */
  rejects: string | null = null;
  /** So many of the next invoices are issued and their answers lost. */
  loseIssues = 0;
  /** Its answers are signed with another key. */
  forged = false;
  /** How far its clock is ahead. */
  aheadMs = 0;
  readonly #nonces = new Set<string>();
  #nth = 0;
  url = '';

  get config() {
    return { interfaceUrl: this.url, appKey: this.appKey, appSecret: this.appSecret };
  }

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => this.#answer(request, body, reply));
    this.url = `${url}/einvoice`;
    return close;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** The blue one of an application. */
  blue(invoiceNo: string): Blue | undefined {
    return [...this.blues.values()].find(({ number }) => number === invoiceNo);
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.forged ? 'another' : this.appSecret)
      .update(text)
      .digest('hex');
  }

  #number(): string {
    this.#nth += 1;
    return `2544${String(this.#nth).padStart(16, '0')}`;
  }

  #answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const { pathname } = new URL(request.url!, this.url);
    const what = pathname.split('/').at(-1)!;
    this.calls.push(what);
    if (this.faulty()) {
      reply.statusCode = 503;
      reply.end('busy');
      return;
    }
    const nonce = String(request.headers['x-nonce'] ?? '');
    const answer = this.#believed(request, pathname, nonce, body)
      ? this.#answerTo(what, JSON.parse(body.toString()) as never)
      : { error: 'signature' };
    if (what === 'issue' && this.loseIssues > 0) {
      this.loseIssues -= 1;
      this.bad.loseAnswers += 1;
    }
    if (this.lost()) {
      reply.destroy();
      return;
    }
    const data = JSON.stringify(answer);
    reply.setHeader('Content-Type', 'application/json');
    reply.end(JSON.stringify({ data, sign: this.#hmac(`${nonce}\n${data}`) }));
  }

  #believed({ headers }: IncomingMessage, pathname: string, nonce: string, body: Buffer): boolean {
    const time = String(headers['x-time'] ?? '');
    const digest = createHash('sha256').update(body).digest('hex');
    const right = createHmac('sha256', this.appSecret)
      .update(`${pathname}\n${time}\n${nonce}\n${digest}`)
      .digest('hex');
    const why =
      headers['x-key'] !== this.appKey
        ? 'key'
        : headers['x-sign'] !== right
          ? 'signature'
          : Math.abs(Date.now() / 1000 - Number(time)) > SKEW_S
            ? 'clock'
            : this.#nonces.has(nonce)
              ? 'replay'
              : null;
    this.#nonces.add(nonce);
    if (why) this.refused.push(why);
    return why === null;
  }

  #answerTo(what: string, request: Ask & { invoiceNo: string }): object {
    switch (what) {
      case 'test':
        return { state: 'ok' };
      case 'issue':
        return this.#issue(request);
      case 'query':
        return this.#query(request.requestId);
      case 'red':
        return this.#red(request);
      case 'queryRed':
        return this.#queryRed(request.requestId);
      case 'file':
        return this.#file(request.invoiceNo);
      default:
        return { error: 'no such operation' };
    }
  }

  /** What the tax platform would not take. */
  #wrong(ask: Ask): string | null {
    if (this.rejects !== null) return this.rejects;
    if (ask.seller.taxNo !== this.taxNo) return '销售方税号与授权不符';
    if (!ask.buyer.title || (ask.buyer.type === 'organisation' && !ask.buyer.taxNo)) return '购买方信息不完整';
    if (ask.lines.length === 0 || ask.grossFen <= 0) return '金额应大于零';
    for (const { grossFen, netFen, taxFen, rateBp, taxCode, lease } of ask.lines) {
      if (netFen + taxFen !== grossFen) return '金额与税额之和不等于价税合计';
      if (Math.abs(taxFen - (netFen * rateBp) / 10_000) > 1) return '税额与税率不符';
      if (!/^\d{19}$/.test(taxCode)) return '税收分类编码不正确';
      if (!(lease.from <= lease.to)) return '租赁期起止不正确';
    }
    const same = (['grossFen', 'netFen', 'taxFen'] as const).every((of) => sum(ask.lines, of) === ask[of]);
    return same ? null : '合计与明细不符';
  }

  #issue(ask: Ask): object {
    const known = this.blues.get(ask.requestId);
    if (!known) {
      const why = this.#wrong(ask);
      if (why) return { state: 'failed', why };
      this.blues.set(ask.requestId, {
        number: this.#number(),
        ask,
        at: new Date().toISOString(),
        used: false,
        redFen: 0,
        redNetFen: 0,
      });
    }
    return this.#query(ask.requestId);
  }

  #query(requestId: string): object {
    const known = this.blues.get(requestId);
    if (!known) return { state: 'unknown' };
    return this.slow
      ? { state: 'pending' }
      : { state: 'issued', invoiceNo: known.number, at: known.at, used: known.used };
  }

  #red(ask: Ask): object {
    const blue = this.blue(ask.invoiceNo ?? '');
    if (this.reds.has(ask.requestId)) return this.#queryRed(ask.requestId);
    if (!blue) return { state: 'failed', why: '蓝字发票不存在' };
    if (![1, 2, 3, 4].includes(ask.reason ?? 0)) return { state: 'failed', why: '红冲原因不正确' };
    if (ask.lines.some(({ grossFen, netFen, taxFen }) => netFen + taxFen !== grossFen))
      return { state: 'failed', why: '金额与税额之和不等于价税合计' };
    if (blue.redFen + ask.grossFen > blue.ask.grossFen || blue.redNetFen + ask.netFen > blue.ask.netFen)
      return { state: 'failed', why: '红字金额超过蓝字' };
    const red: Red = { number: this.#number(), ask, at: Date.now(), state: blue.used ? 'waiting' : 'done' };
    this.reds.set(ask.requestId, red);
    if (red.state === 'done') this.#take(red);
    return this.#queryRed(ask.requestId);
  }

  #take({ ask }: Red): void {
    const blue = this.blue(ask.invoiceNo!)!;
    blue.redFen += ask.grossFen;
    blue.redNetFen += ask.netFen;
  }

  #queryRed(requestId: string): object {
    const red = this.reds.get(requestId);
    if (!red) return { state: 'unknown' };
    if (red.state === 'waiting' && Date.now() + this.aheadMs >= red.at + RED_VOID_MS) red.state = 'void';
    if (red.state === 'done') return { state: 'done', invoiceNo: red.number, at: new Date(red.at).toISOString() };
    if (red.state === 'void') return { state: 'void', why: '红字信息确认单已作废' };
    return { state: 'waiting', confirmation: `QR${red.number}` };
  }

  /** The buyer confirms every red sheet that waits for him, or refuses. */
  confirm(yes: boolean): void {
    for (const red of this.reds.values()) {
      if (red.state !== 'waiting') continue;
      red.state = yes ? 'done' : 'void';
      if (yes) this.#take(red);
    }
  }

  #file(invoiceNo: string): object {
    if (!this.blue(invoiceNo)) return { error: 'no such invoice' };
    const content = (text: string): string => Buffer.from(text).toString('base64');
    return {
      files: [
        { kind: 'pdf', content: content(`%PDF-1.4\n${invoiceNo}\n%%EOF\n`) },
        { kind: 'ofd', content: content(`PK\u0003\u0004 ofd ${invoiceNo}`) },
        { kind: 'xml', content: content(`<EInvoice><Number>${invoiceNo}</Number></EInvoice>`) },
      ],
    };
  }
}
