/**
 * Allinpay's cashier as published: forms signed over their sorted parameters (SM2, RSA or MD5), signed answers, notices
 * as forms, a bill of 34 columns.
 */
import { createHash, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { zipSync } from 'fflate';
import { Stand } from './stand.ts';
import type { Refund, Trade } from './stand.ts';

const { sm2 } = createRequire(import.meta.url)('sm-crypto-v2') as typeof import('sm-crypto-v2');

type Pair = { readonly privateKey: string; readonly publicKey: string };
const asText = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): Pair => ({
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});
const pairOf = {
  SM2: () => asText(generateKeyPairSync('ec', { namedCurve: 'SM2' })),
  RSA: () => asText(generateKeyPairSync('rsa', { modulusLength: 2048 })),
};
/** The last 65 bytes of a public key, the 32 after `02 01 01 04 20` of a private one, in hex. */
const point = (key: string): string => der(key).subarray(-65).toString('hex');
const scalar = (key: string): string => {
  const bytes = der(key);
  const at = bytes.indexOf(Buffer.from('0201010420', 'hex')) + 5;
  return bytes.subarray(at, at + 32).toString('hex');
};
const der = (key: string): Buffer => Buffer.from(key.replace(/-----[^-]+-----|\s/g, ''), 'base64');

type Form = Record<string, string>;
const china = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
const yuan = (fen: number): string => (fen / 100).toFixed(2);
const sorted = (form: Form): string =>
  Object.entries(form)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');

export class AllinpayStand extends Stand {
  readonly merchantNo = '990581007426001';
  readonly appId = '00000156';
  readonly type: 'SM2' | 'RSA' | 'MD5';
  readonly key = 'allinpay-shared-key-0123456789ab';
  readonly app: Pair;
  readonly own: Pair;
  /** Trades of codes and pages; those scanned are closed another way. */
  readonly codes = new Set<string>();
  readonly cashiers: URL[] = [];
  bill: (csv: string) => string = (csv) => csv;
  zipped = false;
  url = '';

  constructor(type: 'SM2' | 'RSA' | 'MD5' = 'SM2') {
    super();
    this.type = type;
    this.app = pairOf[type === 'MD5' ? 'RSA' : type]();
    this.own = pairOf[type === 'MD5' ? 'RSA' : type]();
  }

  get config() {
    const shared = { payType: 'allinpay', merchantNo: this.merchantNo, appKey: this.appId, signType: this.type };
    return this.type === 'MD5'
      ? { ...shared, appSecret: this.key }
      : { ...shared, appSecret: this.app.privateKey, publicKey: this.own.publicKey, terminalNo: '10000001' };
  }

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => this.#answer(request, body, reply));
    this.url = url;
    return close;
  }

  #md5 = (form: Form): string =>
    createHash('md5')
      .update(sorted({ ...form, key: this.key }))
      .digest('hex');

  sign(form: Form, forged = false): Form {
    const by = forged && this.type !== 'MD5' ? pairOf[this.type]() : this.own;
    const text = sorted(form);
    const made = {
      MD5: () => (forged ? '0'.repeat(32) : this.#md5(form)),
      RSA: () => createSign('RSA-SHA1').update(text).sign(by.privateKey, 'base64'),
      SM2: () =>
        Buffer.from(sm2.doSignature(text, scalar(by.privateKey), { hash: true, userId: 'Allinpay' }), 'hex').toString(
          'base64',
        ),
    }[this.type]();
    return { ...form, sign: made };
  }

  #believes(form: Form): boolean {
    const [text, sign = ''] = [sorted(form), form['sign']];
    if (form['cusid'] !== this.merchantNo || form['appid'] !== this.appId || form['signtype'] !== this.type)
      return false;
    if (!form['randomstr']) return false;
    if (this.type === 'MD5') return this.#md5(form) === sign.toLowerCase();
    if (this.type === 'RSA') return createVerify('RSA-SHA1').update(text).verify(this.app.publicKey, sign, 'base64');
    const signature = Buffer.from(sign, 'base64').toString('hex');
    return sm2.doVerifySignature(text, signature, point(this.app.publicKey), { hash: true, userId: this.appId });
  }

  #answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const url = new URL(request.url!, this.url);
    if (url.pathname === '/bill') return void reply.end(this.#billOf(url.searchParams.get('day')!));
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    this.calls.push(url.pathname);
    const say = (words: Form) =>
      reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(words));
    if (!this.#believes(form)) {
      this.refused.push('wrong signature');
      if (url.pathname.endsWith('/onepay')) return void reply.writeHead(302, { Location: '/exception.html' }).end();
      return void say({ retcode: 'FAIL', retmsg: '签名验证失败' });
    }
    if (this.faulty()) return void say(this.sign({ retcode: 'FAIL', retmsg: '系统繁忙' }));
    if (url.pathname.endsWith('/onepay')) return void this.#cashier(form, reply);
    const words = this.#do(url.pathname, form);
    if (this.lost()) return void reply.destroy();
    say(this.sign({ retcode: 'SUCCESS', cusid: this.merchantNo, appid: this.appId, randomstr: 'r', ...words }));
  }

  #order(form: Form): Trade | null {
    if (!/^[1-9]\d*$/.test(form['trxamt'] ?? '') || !form['body'] || !form['reqsn'] || form['reqsn'].length > 32)
      return null;
    return this.trade(form['reqsn'], Number(form['trxamt']), form['notify_url'] || null);
  }

  #cashier(form: Form, reply: ServerResponse): void {
    const made = /^\d{14}$/.test(form['expiretime'] ?? '') && form['front_url'] ? this.#order(form) : null;
    if (made) this.codes.add(made.number);
    const to = new URL(made ? `/cashier/${made.providerNo}` : '/exception.html', this.url);
    if (made) this.cashiers.push(new URL(form['front_url']!));
    reply.writeHead(302, { Location: to.href }).end();
  }

  #do(path: string, form: Form): Form {
    if (path === '/cusapi/trxfile/get') return { url: `${this.url}/bill?day=${form['date']}` };
    if (path === '/apiweb/unitorder/nativepay') {
      const made = form['version'] === '12' && /^\d{14}$/.test(form['expiretime'] ?? '') ? this.#order(form) : null;
      if (!made) return { trxstatus: '3999', errmsg: '参数有误' };
      this.codes.add(made.number);
      return { ...this.#words(made), payinfo: `${this.url}/code/${made.providerNo}` };
    }
    if (path === '/apiweb/unitorder/scanqrpay') return this.#scanned(form);
    if (path === '/apiweb/tranx/query') {
      const [trade, refund] = [this.trades.get(form['reqsn']!), this.refunds.get(form['reqsn']!)];
      return refund
        ? this.#refundWords(refund)
        : trade
          ? this.#words(trade)
          : { trxstatus: '1001', errmsg: '交易不存在' };
    }
    if (path === '/apiweb/tranx/close' || path === '/apiweb/unitorder/closenative') {
      const trade = this.trades.get(form['oldreqsn']!);
      if (!trade || this.codes.has(trade.number) !== path.endsWith('closenative')) return { trxstatus: '1001' };
      if (trade.state === 'paid') return { trxstatus: '3050', errmsg: '交易已完成，不能关闭' };
      trade.state = 'closed';
      return { trxstatus: '0000' };
    }
    if (path === '/apiweb/tranx/refund') {
      if (this.refunds.has(form['reqsn']!)) return { trxstatus: '3888', errmsg: '流水号重复' };
      const trade = this.trades.get(form['oldreqsn']!);
      const refund = trade && this.refund(form['reqsn']!, trade, Number(form['trxamt']));
      return refund
        ? this.#refundWords(refund)
        : { trxstatus: '3999', errmsg: this.bad.empty ? '商户余额不足' : '可退金额不足' };
    }
    return { trxstatus: '3999', errmsg: path };
  }

  #scanned(form: Form): Form {
    const known = this.trades.get(form['reqsn']!);
    if (known) return { trxstatus: '3888', errmsg: '流水号重复' };
    if (this.type !== 'MD5' && JSON.parse(form['terminfo'] ?? '{}').termno !== '10000001')
      return { trxstatus: '3999', errmsg: '终端信息有误' };
    if (!/^(1[0-5]|2[5-9]|30|62)\d{14,22}$/.test(form['authcode']!)) return { trxstatus: '3999', errmsg: '付款码有误' };
    if (form['authcode']!.endsWith('0000')) return { trxstatus: '3008', errmsg: '余额不足' };
    const trade = this.#order(form);
    if (!trade) return { trxstatus: '3999', errmsg: '参数有误' };
    if (!form['authcode']!.endsWith('0001')) this.pay(trade.number);
    return this.#words(trade);
  }

  #words(trade: Trade): Form {
    const status = { waiting: '2008', paid: '0000', closed: '3050' }[trade.state];
    return {
      reqsn: trade.number,
      trxid: trade.providerNo.slice(0, 20),
      trxcode: 'VSP501',
      trxstatus: status,
      trxamt: String(trade.amountFen),
      initamt: String(trade.amountFen),
      ...(trade.state === 'paid' ? { fintime: china(trade.paidAt) } : {}),
    };
  }

  #refundWords({ number, amountFen, at, failed }: Refund): Form {
    return {
      reqsn: number,
      trxid: `9${String(at)}`,
      trxcode: 'VSP503',
      trxamt: String(amountFen),
      ...(failed ? { trxstatus: '3999', errmsg: failed } : { trxstatus: '0000', fintime: china(at) }),
    };
  }

  /** The driver pays on the phone. */
  pay(number: string, at = Date.now()): Trade {
    const trade = this.trades.get(number)!;
    if (trade.state === 'closed') throw new Error('closed: the phone refuses');
    return Object.assign(trade, { state: 'paid', paidAt: trade.paidAt || Math.floor(at / 1000) * 1000 });
  }

  /** Sends the notice of a trade; `words` changes what it says before it is signed. */
  notify(number: string, { words = {}, to }: { words?: Form; to?: string } = {}) {
    const trade = this.trades.get(number)!;
    return this.deliver(trade, (usual) => {
      const { reqsn: _, fintime: __, ...shared } = this.#words(trade);
      const form = this.sign(
        {
          ...shared,
          appid: this.appId,
          cusid: this.merchantNo,
          cusorderid: trade.number,
          trxdate: china(trade.paidAt).slice(0, 8),
          paytime: china(trade.paidAt),
          chnltrxid: randomBytes(14).toString('hex'),
          trxreserved: '停车费 100%',
          outtrxid: '',
          signtype: this.type,
          ...words,
        } as Form,
        this.notices.forged,
      );
      return fetch(to ?? usual, { method: 'POST', body: new URLSearchParams(form) });
    });
  }

  #billOf(day: string): Uint8Array {
    const on = (at: number) => china(at).slice(0, 8) === day;
    const line = (trade: Trade, kind: string, at: number, fen: number, number: string, app = this.appId) => {
      const time = china(at);
      const [date, clock] = [
        `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}`,
        `${time.slice(8, 10)}:${time.slice(10, 12)}:${time.slice(12, 14)}`,
      ];
      const cells = Array.from({ length: 34 }, () => '');
      Object.assign(cells, {
        0: this.merchantNo,
        3: clock,
        4: kind,
        12: yuan(fen),
        13: yuan(this.feeFen(fen, at)),
        14: date,
      });
      Object.assign(cells, {
        15: trade.providerNo.slice(0, 20),
        16: number,
        18: app,
        19: yuan(fen),
        23: clock,
        33: date,
      });
      return cells.join(',');
    };
    const paid = [...this.trades.values()].filter((trade) => trade.state === 'paid' && on(trade.paidAt));
    const lines = [
      ...paid.map((trade) => line(trade, '微信支付', trade.paidAt, trade.amountFen, trade.number)),
      ...this.refunded()
        .filter((refund) => on(refund.at))
        .map((refund) =>
          line(this.trades.get(refund.trade)!, '微信支付退货', refund.at, refund.amountFen, refund.number),
        ),
      // Another app of the merchant's, and a card reader's line without an order.
      ...paid
        .slice(0, 1)
        .flatMap((trade) => [
          line(trade, '支付宝支付', trade.paidAt, 900, 'CARWASH-1', '00000999'),
          line(trade, '消费', trade.paidAt, 5_000, '', ''),
        ]),
    ];
    const csv = Buffer.from(this.bill(`${lines.join('\r\n')}\r\n`));
    return this.zipped ? zipSync({ 'trx.csv': csv }) : csv;
  }
}
