/** How Alipay writes amounts, times, accounts and parts of trades. Pure. */
import { fenOf } from './bill.ts';
import type { GivenBack, RefundAsk } from './channel.ts';

export type Json = Readonly<Record<string, unknown>>;
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const CHINA_MS = 8 * 3_600_000;
/** `yyyy-MM-dd HH:mm:ss` in China, whatever zone this server runs in. */
export const chinaTime = (at: number): string => new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ');
/** Epoch ms of a time in China; NaN where it is none. */
export const instant = (china: unknown): number => Date.parse(`${text(china).slice(0, 19).replace(' ', 'T')}+08:00`);
export const yuan = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** Accounts are user numbers (PID) or what their owner logs in with. */
export const accountType = (account: string): 'userId' | 'loginName' =>
  /^2088\d{12}$/.test(account) ? 'userId' : 'loginName';

/**
 * What a refund says of the parts that come back with it. Trades paid face to face (a code on a screen or phone) give
 * parts back by the refund's ratio, and Alipay takes no amounts for them.
 */
export function partsBack({ shares }: RefundAsk): Json {
  if (!shares || shares.form === 'code' || shares.parts.length === 0) return {};
  return {
    refund_royalty_parameters: shares.parts.map(({ account, amountFen }) => ({
      royalty_type: 'transfer',
      trans_out_type: accountType(account),
      trans_out: account,
      amount: yuan(amountFen),
      desc: '停车费退款',
    })),
  };
}

/** What receivers gave back with a refund, as its query answers it. */
export const givenBack = (royalties: unknown): readonly GivenBack[] =>
  (Array.isArray(royalties) ? (royalties as Json[]) : [])
    .filter((each) => (text(each['royalty_type']) || 'transfer') === 'transfer')
    .map((each) => ({
      accounts: [each['ori_trans_out'], each['trans_out'], each['trans_out_email']].map(text).filter((it) => it !== ''),
      amountFen: fenOf(Number(each['refund_amount']).toFixed(2)),
      failed: each['result_code'] === 'SUCCESS' ? null : text(each['result_code']) || 'FAIL',
    }));
