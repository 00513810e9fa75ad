/**
 * WeChat Pay as its APIv3 is published: it believes no request whose signature, clock or number is wrong, signs every
 * answer, and encrypts its notices.
 */
import { createCipheriv, createHash, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Stand } from './stand.ts';
import { WechatSharing } from './wechat-sharing.ts';
import type { Trade } from './stand.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

type Answer = { readonly status: number; readonly body?: object | string | Buffer };
const fault = (status: number, code: string, message = code): Answer => ({ status, body: { code, message } });

const china = (at: number): string => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
const yuan = (fen: number): string => (fen / 100).toFixed(2);

export class WechatStand extends Stand {
  readonly mchId = '1900000109';
  readonly appId = 'wx8888888888888888';
  readonly appSecret = randomBytes(16).toString('hex');
  /** Codes of logins that were not used yet. */
  readonly logins = new Set(['code-of-a-login']);
  readonly serialNo = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
  readonly platformSerial = 'PUB_KEY_ID_0119000001092024';
  readonly apiV3Key = randomBytes(16).toString('hex');
  readonly merchant = pair();
  readonly platform = pair();
  readonly sharing = new WechatSharing(this.platform.privateKey, this.trades, (trade) =>
    this.refunded()
      .filter((each) => each.trade === trade)
      .reduce((sum, each) => sum + each.amountFen, 0),
  );
  readonly #nonces = new Set<string>();
  /** The day's bill: what it says beside the books. */
  bill: (csv: string) => string = (csv) => csv;
  url = '';

  /** As the form of a merchant account wants it. */
  get config() {
    return {
      mchId: this.mchId,
      appId: this.appId,
      serialNo: this.serialNo,
      privateKey: this.merchant.privateKey,
      apiV3Key: this.apiV3Key,
      platformSerial: this.platformSerial,
      platformKey: this.platform.publicKey,
    };
  }

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => this.#answer(request, body, reply));
    this.url = url;
    return close;
  }

  #answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const url = new URL(request.url!, this.url);
    if (url.pathname === '/sns/oauth2/access_token')
      return void reply.end(JSON.stringify(this.#login(url.searchParams)));
    const wrong = this.#disbelief(request, body);
    if (wrong) this.refused.push(wrong);
    this.calls.push(`${request.method} ${request.url!.split('?')[0]}`);
    const answer = wrong
      ? fault(401, 'SIGN_ERROR', wrong)
      : this.faulty()
        ? fault(500, 'SYSTEM_ERROR')
        : this.#do(request.method!, new URL(request.url!, this.url), body);
    if (!wrong && this.lost()) return void reply.destroy();
    const bytes =
      answer.body === undefined
        ? Buffer.alloc(0)
        : Buffer.isBuffer(answer.body)
          ? answer.body
          : Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    reply
      .writeHead(answer.status, {
        ...(bytes.length > 0 ? { 'Content-Type': 'application/json' } : {}),
        ...this.#signed(bytes),
      })
      .end(bytes);
  }

  #login(query: URLSearchParams) {
    const known =
      query.get('appid') === this.appId &&
      query.get('secret') === this.appSecret &&
      this.logins.delete(query.get('code') ?? '');
    return known
      ? { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o', scope: 'snsapi_base' }
      : { errcode: 40029, errmsg: 'invalid code' };
  }

  /** Why a request is not the merchant's; null when it is. */
  #disbelief(request: IncomingMessage, body: Buffer): string | null {
    const match =
      /^WECHATPAY2-SHA256-RSA2048 mchid="(.+?)",serial_no="(.+?)",timestamp="(\d+)",nonce_str="(.+?)",signature="(.+?)"$/.exec(
        request.headers.authorization ?? '',
      );
    if (!match) return 'no authorization';
    const [, mchId, serial, timestamp, nonce, signature] = match as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    if (mchId !== this.mchId || serial !== this.serialNo) return 'another merchant';
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return 'too old';
    if (this.#nonces.has(nonce)) return 'sent before';
    this.#nonces.add(nonce);
    const message = `${request.method}\n${request.url}\n${timestamp}\n${nonce}\n${body.toString()}\n`;
    return createVerify('RSA-SHA256').update(message).verify(this.merchant.publicKey, signature, 'base64')
      ? null
      : 'wrong signature';
  }

  #signed(body: Buffer, key = this.platform.privateKey, at = Date.now()): Record<string, string> {
    const [timestamp, nonce] = [String(Math.floor(at / 1000)), randomBytes(16).toString('hex')];
    const signature = createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${body.toString()}\n`)
      .sign(key, 'base64');
    return {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': this.platformSerial,
      'Wechatpay-Signature': signature,
    };
  }

  #do(method: string, url: URL, body: Buffer): Answer {
    const path = url.pathname;
    const input = body.length > 0 ? JSON.parse(body.toString()) : {};
    const shared = this.sharing.answer(method, path, url.searchParams, input);
    if (shared) return shared;
    const begun = /^\/v3\/pay\/transactions\/(native|h5|jsapi|codepay)$/.exec(path)?.[1];
    if (method === 'POST' && begun) return this.#begin(begun, input);
    const [, number, close] = /^\/v3\/pay\/transactions\/out-trade-no\/([\w-]+)(\/close)?$/.exec(path) ?? [];
    if (number) return this.#about(number, Boolean(close), url);
    if (method === 'POST' && path === '/v3/refund/domestic/refunds') return this.#refund(input);
    const refund = this.refunds.get(/^\/v3\/refund\/domestic\/refunds\/([\w-]+)$/.exec(path)?.[1] ?? '');
    if (refund) return { status: 200, body: this.#refundWords(refund.number) };
    if (path === '/v3/bill/tradebill') return this.#billPlace(url.searchParams.get('bill_date')!);
    if (path === '/v3/billdownload/file') return { status: 200, body: this.#billOf(url.searchParams.get('token')!) };
    return fault(404, 'RESOURCE_NOT_EXISTS');
  }

  #begin(how: string, input: any): Answer {
    const { total } = input.amount ?? {};
    if (
      input.mchid !== this.mchId ||
      input.appid !== this.appId ||
      !/^[\w|*-]{6,32}$/.test(input.out_trade_no) ||
      !Number.isSafeInteger(total) ||
      total <= 0 ||
      !input.description
    )
      return fault(400, 'PARAM_ERROR');
    if (how !== 'codepay' && !/^http.+\/notice\//.test(input.notify_url))
      return fault(400, 'PARAM_ERROR', 'notify_url');
    const trade = this.trade(input.out_trade_no, total, input.notify_url ?? null);
    trade.sharing = input.settle_info?.profit_sharing === true;
    if (how === 'native') return { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${trade.providerNo}` } };
    if (how === 'h5')
      return {
        status: 200,
        body: { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${trade.providerNo}` },
      };
    if (how === 'jsapi')
      return input.payer?.openid
        ? { status: 200, body: { prepay_id: trade.providerNo } }
        : fault(400, 'PARAM_ERROR', 'openid');
    const code = String(input.payer?.auth_code ?? '');
    if (!/^1[0-5]\d{16}$/.test(code)) return fault(400, 'PARAM_ERROR', 'auth_code');
    if (code.endsWith('0000')) {
      this.trades.delete(trade.number);
      return fault(403, 'NOTENOUGH');
    }
    if (code.endsWith('0001')) return fault(400, 'USERPAYING');
    this.pay(trade.number);
    return { status: 200, body: this.#words(trade) };
  }

  #about(number: string, close: boolean, url: URL): Answer {
    const trade = this.trades.get(number);
    if (!close && url.searchParams.get('mchid') !== this.mchId) return fault(400, 'PARAM_ERROR', 'mchid');
    if (!trade) return fault(404, 'ORDER_NOT_EXIST');
    if (!close) return { status: 200, body: this.#words(trade) };
    if (trade.state === 'paid') return fault(400, 'ORDER_PAID');
    trade.state = 'closed';
    return { status: 204 };
  }

  #words(trade: Trade) {
    const back = this.refunded().some((each) => each.trade === trade.number);
    const state =
      trade.state === 'paid' ? (back ? 'REFUND' : 'SUCCESS') : trade.state === 'closed' ? 'CLOSED' : 'NOTPAY';
    const paid =
      trade.state === 'paid'
        ? {
            transaction_id: trade.providerNo,
            success_time: china(trade.paidAt),
            amount: { total: trade.amountFen, payer_total: trade.amountFen, currency: 'CNY' },
          }
        : {};
    return {
      mchid: this.mchId,
      appid: this.appId,
      out_trade_no: trade.number,
      trade_state: state,
      trade_state_desc: state,
      ...paid,
    };
  }

  #refund(input: any): Answer {
    const trade = this.trades.get(input.out_trade_no);
    if (!trade) return fault(404, 'RESOURCE_NOT_EXISTS');
    if (input.amount?.total !== trade.amountFen) return fault(400, 'PARAM_ERROR', 'total');
    const back = this.refunded()
      .filter((each) => each.trade === trade.number && each.number !== input.out_refund_no)
      .reduce((sum, each) => sum + each.amountFen, 0);
    // What was shared of it and did not come back cannot go to the driver.
    if (back + input.amount.refund + this.sharing.sharedFen(trade.number) > trade.amountFen)
      return fault(403, 'NOT_ENOUGH', '订单剩余金额不足，请先分账回退');
    return this.refund(input.out_refund_no, trade, input.amount.refund)
      ? { status: 200, body: this.#refundWords(input.out_refund_no) }
      : fault(403, 'NOT_ENOUGH');
  }

  #refundWords(number: string) {
    const refund = this.refunds.get(number)!;
    return {
      refund_id: `503${refund.at}`,
      out_refund_no: number,
      out_trade_no: refund.trade,
      status: refund.failed ?? 'SUCCESS',
      success_time: china(refund.at),
      amount: { refund: refund.amountFen },
    };
  }

  /** The driver pays on the phone. */
  pay(number: string, at = Date.now()): Trade {
    const trade = this.trades.get(number)!;
    if (trade.state === 'closed') throw new Error('closed: the phone refuses');
    Object.assign(trade, { state: 'paid', paidAt: trade.paidAt || Math.floor(at / 1000) * 1000 });
    return trade;
  }

  /** Sends the notice of a trade. `words` changes what it says before it is sealed; `at` is the clock on it. */
  notify(number: string, { words = {}, at = Date.now(), to }: { words?: object; at?: number; to?: string } = {}) {
    const trade = this.trades.get(number)!;
    return this.#send(trade, { ...this.#words(trade), ...words }, at, to);
  }

  /** Sends the notice of a receiver's part, to where notices of the trade go. */
  notifyShare(number: string, account: string, words: object = {}) {
    const trade = this.trades.get(this.sharing.orders.get(number)!.trade)!;
    return this.#send(trade, { mchid: this.mchId, ...this.sharing.noticeOf(number, account), ...words }, Date.now());
  }

  #send(trade: Trade, content: object, at: number, to?: string) {
    return this.deliver(trade, (usual) => {
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', this.apiV3Key, nonce).setAAD(Buffer.from('transaction'));
      const sealed = Buffer.concat([
        cipher.update(JSON.stringify(content)),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64');
      const body = Buffer.from(
        JSON.stringify(
          {
            id: randomBytes(16).toString('hex'),
            create_time: china(at),
            resource_type: 'encrypt-resource',
            event_type: 'TRANSACTION.SUCCESS',
            summary: '支付成功',
            resource: {
              original_type: 'transaction',
              algorithm: 'AEAD_AES_256_GCM',
              ciphertext: sealed,
              associated_data: 'transaction',
              nonce,
            },
          },
          null,
          1,
        ),
      );
      return fetch(to ?? usual, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          ...this.#signed(body, this.notices.forged ? pair().privateKey : this.platform.privateKey, at),
        },
      });
    });
  }

  #billPlace(day: string): Answer {
    const file = this.#billOf(day);
    return {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(file).digest('hex'),
        download_url: `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${day}`,
      },
    };
  }

  #billOf(day: string): Buffer {
    const on = (at: number) => china(at).slice(0, 10) === day;
    const heading =
      '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
    const line = (...values: string[]) => values.map((value) => `\`${value}`).join(',');
    const at = (ms: number) => china(ms).slice(0, 19).replace('T', ' ');
    const paid = [...this.trades.values()]
      .filter((trade) => trade.state === 'paid' && on(trade.paidAt))
      .map((trade) =>
        line(
          at(trade.paidAt),
          this.appId,
          this.mchId,
          '0',
          '',
          trade.providerNo,
          trade.number,
          'o',
          'NATIVE',
          'SUCCESS',
          'OTHERS',
          'CNY',
          yuan(trade.amountFen),
          '0.00',
          '0',
          '0',
          '0.00',
          '0.00',
          '',
          '',
          '停车费',
          '',
          (this.feeFen(trade.amountFen, trade.paidAt) / 100).toFixed(5),
          `${(this.rateBp(trade.paidAt) / 100).toFixed(2)}%`,
          yuan(trade.amountFen),
          '0.00',
          '',
        ),
      );
    const back = this.refunded()
      .filter((refund) => on(refund.at))
      .map((refund) =>
        line(
          at(refund.at),
          this.appId,
          this.mchId,
          '0',
          '',
          this.trades.get(refund.trade)!.providerNo,
          refund.trade,
          'o',
          'NATIVE',
          'REFUND',
          'OTHERS',
          'CNY',
          '0.00',
          '0.00',
          `503${refund.at}`,
          refund.number,
          yuan(refund.amountFen),
          '0.00',
          'ORIGINAL',
          'SUCCESS',
          '停车费',
          '',
          `-${(this.feeFen(refund.amountFen, refund.at) / 100).toFixed(5)}`,
          `${(this.rateBp(refund.at) / 100).toFixed(2)}%`,
          '0.00',
          yuan(refund.amountFen),
          '',
        ),
      );
    return Buffer.from(
      this.bill(
        `\uFEFF${[heading, ...paid, ...back, '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额', line(String(paid.length), '0.00', '0.00', '0.00', '0.00', '0.00', '0.00')].join('\r\n')}\r\n`,
      ),
    );
  }
}
