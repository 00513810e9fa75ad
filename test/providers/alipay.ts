/**
 * Alipay's gateway as published: RSA2 over the sorted parameters, China's clock, signed answers, notices as forms,
 * bills as zipped GBK.
 */
import { createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { zipSync } from 'fflate';
import { AlipaySharing } from './alipay-sharing.ts';
import { Stand } from './stand.ts';
import type { Trade } from './stand.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
/** Keys as the platform issues them: one line, without PEM header. */
const bare = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');

const china = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const yuan = (fen: number): string => (fen / 100).toFixed(2);
const sorted = (params: Readonly<Record<string, string>>): string =>
  Object.keys(params)
    .sort()
    .map((key) => `${key}=${params[key]}`)
    .join('&');

type Words = Readonly<Record<string, unknown>>;
const fine: Words = { code: '10000', msg: 'Success' };
const fault = (subCode: string, code = '40004'): Words => ({
  code,
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subCode,
});

export class AlipayStand extends Stand {
  readonly appId = '2021000116688888';
  readonly sellerId = '2088102146225135';
  /** The merchant that authorises the app, what may be traded for a token, and how long one holds. */
  merchantId = '2088011177545623';
  readonly grants = new Set(['code-of-a-merchant']);
  granted = 0;
  grantSeconds = 31_536_000;
  readonly app = pair();
  readonly own = pair();
  readonly sharing = new AlipaySharing(this.trades, (trade) =>
    this.refunded()
      .filter((each) => each.trade === trade)
      .reduce((sum, each) => sum + each.amountFen, 0),
  );
  /** The day's bill: what it says beside the books. */
  bill: (csv: string) => string = (csv) => csv;
  url = '';

  get config() {
    return {
      appId: this.appId,
      privateKey: bare(this.app.privateKey),
      publicKey: bare(this.own.publicKey),
      sellerId: this.sellerId,
    };
  }

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => this.#answer(request, body, reply));
    this.url = `${url}/gateway.do`;
    return close;
  }

  #answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const url = new URL(request.url!, this.url);
    if (url.pathname === '/bill.zip') return void reply.end(Buffer.from(this.#billOf(url.searchParams.get('day')!)));
    const params = {
      ...Object.fromEntries(url.searchParams),
      ...Object.fromEntries(new URLSearchParams(body.toString())),
    };
    const wrong = this.#disbelief(params);
    if (wrong) this.refused.push(wrong);
    this.calls.push(String(params['method']));
    const words = wrong
      ? fault('isv.invalid-signature', '40002')
      : this.faulty()
        ? fault('ACQ.SYSTEM_ERROR', '20000')
        : this.#do(params['method']!, JSON.parse(params['biz_content'] ?? '{}'), params);
    if (!wrong && this.lost()) return void reply.destroy();
    const text = JSON.stringify(words);
    const sign = createSign('RSA-SHA256').update(text).sign(this.own.privateKey, 'base64');
    reply
      .writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' })
      .end(`{"${params['method']!.replaceAll('.', '_')}_response":${text},"sign":"${sign}"}`);
  }

  /** Why a request is not the app's; null when it is. */
  #disbelief({ sign = '', ...rest }: Record<string, string>): string | null {
    if (
      rest['app_id'] !== this.appId ||
      rest['sign_type'] !== 'RSA2' ||
      rest['charset'] !== 'utf-8' ||
      rest['version'] !== '1.0'
    )
      return 'head';
    const at = Date.parse(`${rest['timestamp']?.replace(' ', 'T')}+08:00`);
    if (Number.isNaN(at) || Math.abs(Date.now() - at) > 15 * 60_000) return 'isv.invalid-timestamp';
    return createVerify('RSA-SHA256').update(sorted(rest)).verify(this.app.publicKey, sign, 'base64')
      ? null
      : 'wrong signature';
  }

  #do(method: string, biz: any, params: Record<string, string>): Words {
    const shared = this.sharing.answer(method, biz);
    if (shared) return shared;
    const trade = this.trades.get(biz.out_trade_no);
    if (method === 'alipay.trade.precreate' || method === 'alipay.trade.create') {
      if (!/^\d+\.\d\d$/.test(biz.total_amount) || !biz.subject || !params['notify_url'])
        return fault('ACQ.INVALID_PARAMETER');
      const made = this.#made(biz, params['notify_url'], method.endsWith('precreate'));
      return {
        ...fine,
        out_trade_no: made.number,
        ...(method.endsWith('precreate')
          ? { qr_code: `https://qr.alipay.com/${made.providerNo}` }
          : { trade_no: made.providerNo }),
      };
    }
    if (method === 'alipay.system.oauth.token')
      return params['code'] === 'code-of-a-login'
        ? { open_id: '074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5', access_token: 'a' }
        : fault('isv.code-invalid');
    if (method === 'alipay.open.auth.token.app') return this.#authorised(biz, params);
    if (method === 'alipay.trade.pay') return this.#scanned(biz, params);
    if (method === 'alipay.trade.query')
      return trade
        ? { ...fine, ...this.#words(trade), ...(trade.state === 'paid' ? { send_pay_date: china(trade.paidAt) } : {}) }
        : fault('ACQ.TRADE_NOT_EXIST');
    if (method === 'alipay.trade.close') {
      if (!trade) return fault('ACQ.TRADE_NOT_EXIST');
      if (trade.state === 'paid') return fault('ACQ.TRADE_STATUS_ERROR');
      trade.state = 'closed';
      return { ...fine, out_trade_no: trade.number };
    }
    if (method === 'alipay.trade.refund') return this.#refund(biz, trade);
    if (method === 'alipay.trade.fastpay.refund.query') {
      const refund = this.refunds.get(biz.out_request_no);
      return refund
        ? {
            ...fine,
            out_request_no: refund.number,
            trade_no: trade!.providerNo,
            refund_status: 'REFUND_SUCCESS',
            refund_amount: yuan(refund.amountFen),
            gmt_refund_pay: china(refund.at),
            ...this.sharing.backWords(refund.number),
          }
        : fine;
    }
    if (method === 'alipay.data.dataservice.bill.downloadurl.query')
      return { ...fine, bill_download_url: `${this.url.replace('/gateway.do', '/bill.zip')}?day=${biz.bill_date}` };
    return fault('isv.invalid-method', '40002');
  }

  #made(biz: any, notify: string | null, isFaceToFace: boolean): Trade {
    const made = this.trade(biz.out_trade_no, Math.round(Number(biz.total_amount) * 100), notify);
    made.sharing = biz.extend_params?.royalty_freeze === 'true';
    if (isFaceToFace) this.sharing.faceToFace.add(made.number);
    return made;
  }

  #refund(biz: any, trade: Trade | undefined): Words {
    if (!trade) return fault('ACQ.TRADE_NOT_EXIST');
    if (this.bad.empty) return fault('ACQ.SELLER_BALANCE_NOT_ENOUGH');
    const amountFen = Math.round(Number(biz.refund_amount) * 100);
    const known = this.refunds.get(biz.out_request_no);
    if (known && known.amountFen !== amountFen) return fault('ACQ.DISCORDANT_REPEAT_REQUEST');
    if (!known) {
      const parts = this.sharing.partsBack(trade, amountFen, biz.refund_royalty_parameters);
      if (typeof parts === 'string') return fault(parts);
      if (!this.refund(biz.out_request_no, trade, amountFen)) return fault('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
      this.sharing.keepBack(biz.out_request_no, trade.number, parts);
    }
    return {
      ...fine,
      out_trade_no: trade.number,
      trade_no: trade.providerNo,
      fund_change: known ? 'N' : 'Y',
      refund_fee: yuan(amountFen),
    };
  }

  /** A browser opens the page of a trade by the address it was sent to. */
  visit(address: string): Trade {
    const params = Object.fromEntries(new URL(address).searchParams);
    const wrong = this.#disbelief(params);
    if (wrong) throw new Error(`the page says ${wrong}`);
    return this.#made(JSON.parse(params['biz_content']!), params['notify_url']!, false);
  }

  /** A code is good once, a refresh token is traded once; the app asks for itself, not for a merchant. */
  #authorised(biz: any, params: Record<string, string>): Words {
    if (params['app_auth_token']) return fault('isv.invalid-app-auth-token');
    const given: string = biz.grant_type === 'refresh_token' ? biz.refresh_token : biz.code;
    if (!this.grants.delete(given)) return fault('isv.code-invalid');
    const refresh = `refresh-${(this.granted += 1)}`;
    this.grants.add(refresh);
    const token = {
      user_id: this.merchantId,
      auth_app_id: '2013121100055554',
      app_auth_token: `token-${this.granted}`,
      app_refresh_token: refresh,
      expires_in: this.grantSeconds,
      re_expires_in: 32_140_800,
    };
    return { ...fine, tokens: [token] };
  }

  #scanned(biz: any, params: Record<string, string>): Words {
    const known = this.trades.get(biz.out_trade_no);
    if (known?.state === 'paid') return fault('ACQ.TRADE_HAS_SUCCESS');
    if (!/^(2[5-9]|30)\d{14,22}$/.test(biz.auth_code) || biz.scene !== 'bar_code')
      return fault('ACQ.PAYMENT_AUTH_CODE_INVALID');
    if (biz.auth_code.endsWith('0000')) return fault('ACQ.BUYER_BALANCE_NOT_ENOUGH');
    const trade = this.#made(biz, params['notify_url'] ?? null, true);
    if (biz.auth_code.endsWith('0001'))
      return { code: '10003', msg: 'order success pay inprocess', ...this.#words(trade) };
    this.pay(trade.number);
    return { ...fine, ...this.#words(trade), gmt_payment: china(trade.paidAt) };
  }

  #words(trade: Trade) {
    const status = { waiting: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[trade.state];
    return {
      out_trade_no: trade.number,
      trade_no: trade.providerNo,
      total_amount: yuan(trade.amountFen),
      trade_status: status,
      buyer_user_id: '2088102177912345',
    };
  }

  /** The driver pays on the phone. */
  pay(number: string, at = Date.now()): Trade {
    const trade = this.trades.get(number)!;
    if (trade.state === 'closed') throw new Error('closed: the phone refuses');
    return Object.assign(trade, { state: 'paid', paidAt: trade.paidAt || Math.floor(at / 1000) * 1000 });
  }

  /** Sends the notice of a trade; `words` changes what it says before it is signed. */
  notify(number: string, { words = {}, to }: { words?: Record<string, string>; to?: string } = {}) {
    const trade = this.trades.get(number)!;
    return this.deliver(trade, (usual) => {
      const answer: Record<string, string> = {
        notify_time: china(Date.now()),
        notify_type: 'trade_status_sync',
        notify_id: randomBytes(16).toString('hex'),
        charset: 'utf-8',
        version: '1.0',
        app_id: this.appId,
        seller_id: this.sellerId,
        ...(this.#words(trade) as Record<string, string>),
        gmt_payment: china(trade.paidAt),
        subject: '停车费 100%',
        ...words,
      };
      const sign = createSign('RSA-SHA256')
        .update(sorted(answer))
        .sign(this.notices.forged ? pair().privateKey : this.own.privateKey, 'base64');
      return fetch(to ?? usual, { method: 'POST', body: new URLSearchParams({ ...answer, sign, sign_type: 'RSA2' }) });
    });
  }

  #billOf(day: string): Uint8Array {
    const on = (at: number) => china(at).slice(0, 10) === day;
    const heading =
      '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
    const line = (trade: Trade, kind: string, at: number, [amount, fee]: [string, string], request: string) =>
      [
        `${trade.providerNo}\t`,
        `${trade.number}\t`,
        kind,
        '停车费',
        china(at),
        china(at),
        '',
        '',
        '',
        '',
        '*三',
        amount,
        amount,
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '',
        '0.00',
        '0.00',
        request,
        fee,
        '0.00',
        '',
      ].join(',');
    const fee = (fen: number, at: number): string => yuan(this.feeFen(fen, at));
    const lines = [
      ...[...this.trades.values()]
        .filter((trade) => trade.state === 'paid' && on(trade.paidAt))
        .map((trade) =>
          line(trade, '交易', trade.paidAt, [yuan(trade.amountFen), `-${fee(trade.amountFen, trade.paidAt)}`], ''),
        ),
      ...this.refunded()
        .filter((refund) => on(refund.at))
        .map((refund) =>
          line(
            this.trades.get(refund.trade)!,
            '退款',
            refund.at,
            [`-${yuan(refund.amountFen)}`, fee(refund.amountFen, refund.at)],
            refund.number,
          ),
        ),
    ];
    const csv = [
      '#支付宝业务明细查询',
      `#账号：[${this.sellerId}0156]`,
      '#-----------------------------------------业务明细列表----------------------------------------',
      heading,
      ...lines,
      '#-----------------------------------------业务明细列表结束------------------------------------',
      `#交易合计：${lines.length}笔`,
      '#导出时间：[2026年05月01日 09:00:00]',
    ].join('\r\n');
    return zipSync({
      'details.csv': gbk(this.bill(csv)),
      'sums.csv': gbk('#支付宝业务汇总查询\r\n门店编号,门店名称,交易订单总笔数\r\n'),
    });
  }
}

/** GBK by the decoder's own table: each two bytes that mean a character are that character's code. */
let table: Map<string, number[]> | null = null;
function gbk(text: string): Uint8Array {
  if (!table) {
    table = new Map();
    const decoder = new TextDecoder('gbk');
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1)
        if (low !== 0x7f) table.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  }
  const known = table;
  return Uint8Array.from(
    [...text].flatMap((letter) => (letter < '\u0080' ? [letter.charCodeAt(0)] : (known.get(letter) ?? [0x3f]))),
  );
}
