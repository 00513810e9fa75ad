/**
 * Profit sharing by WeChat Pay, APIv3 (分账): a trade made with `settle_info.profit_sharing` is held back, its parts are
 * paid to receivers that were added before, and the rest is released. Amounts in fen on the wire.
 */
import { ChannelFault } from './channel.ts';
import type {
  Letter,
  ProfitSharing,
  ShareAsk,
  ShareBackAsk,
  ShareOutcome,
  ShareReceiver,
  ShareStatus,
  Terms,
} from './channel.ts';
import { wechatClient } from './clients.ts';
import { publicKeyOf } from './keys.ts';
import type { Merchant, WechatMerchant } from './merchant.ts';
import { account, apps, ask, isSigned, openedNotice, subOf, text } from './wechat.ts';
import type { Json } from './wechat.ts';

const road = 'v3/profitsharing';
const MERCHANT = 'MERCHANT_ID';

/** Shares are signed for with the app of the account itself; a sub-merchant's beside it. */
const appsOf = (own: WechatMerchant): Record<string, string> => {
  const { sp_appid: provider, ...rest } = apps(own);
  return provider ? { appid: provider, ...rest } : rest;
};

/** Names go encrypted with WeChat Pay's key, which the request's header names. */
const sealed = (own: WechatMerchant, name: string): string =>
  wechatClient().Rsa.encrypt(name, publicKeyOf(own.platformKey));

const request = (own: WechatMerchant, path: string, data: Json): Promise<Json> =>
  ask(own, { method: 'post', path: `${road}/${path}`, data: { ...subOf(own), ...data } }) as Promise<Json>;

/** Null for a number WeChat Pay has not got. */
async function look(own: WechatMerchant, path: string, params: Record<string, string>): Promise<Json | null> {
  try {
    return (await ask(own, { method: 'get', path: `${road}/${path}`, params: { ...subOf(own), ...params } })) as Json;
  } catch (error) {
    if (error instanceof ChannelFault && error.status === 404) return null;
    throw error;
  }
}

const instant = (value: unknown): number => {
  const at = Date.parse(text(value));
  return Number.isNaN(at) ? Date.now() : at;
};

const outcomeOf = (result: unknown, why: unknown, time: unknown): ShareOutcome => {
  const at = instant(time);
  if (result === 'SUCCESS') return { state: 'done', at };
  return result === 'CLOSED' || result === 'FAILED'
    ? { state: 'failed', at, why: text(why) || 'CLOSED' }
    : { state: 'pending', at };
};

function statusOf(answer: Json): ShareStatus {
  const receivers = (answer['receivers'] ?? []) as readonly Json[];
  return {
    channelNo: text(answer['order_id']) || null,
    over: answer['state'] === 'FINISHED',
    parts: new Map(
      receivers.map((each) => [
        text(each['account']),
        outcomeOf(each['result'], each['fail_reason'], each['finish_time']),
      ]),
    ),
  };
}

const backOf = (answer: Json): ShareOutcome =>
  outcomeOf(answer['result'], answer['fail_reason'], answer['finish_time']);

async function register({ account: number, name, relation }: ShareReceiver, terms: Terms): Promise<void> {
  const own = account(terms);
  await request(own, 'receivers/add', {
    ...appsOf(own),
    type: MERCHANT,
    account: number,
    name: sealed(own, name),
    relation_type: relation,
  });
}

async function share({ shareNo, channelNo, parts }: ShareAsk, terms: Terms): Promise<ShareStatus> {
  const own = account(terms);
  return statusOf(
    await request(own, 'orders', {
      ...appsOf(own),
      transaction_id: channelNo,
      out_order_no: shareNo,
      receivers: parts.map((part) => ({
        type: MERCHANT,
        account: part.account,
        amount: part.amountFen,
        description: '停车费分账',
      })),
      unfreeze_unsplit: false,
    }),
  );
}

export const wechatSharing: ProfitSharing = {
  register,
  share,
  async query({ shareNo, channelNo }, terms) {
    const answer = await look(account(terms), `orders/${shareNo}`, { transaction_id: channelNo });
    return answer && statusOf(answer);
  },
  async finish({ shareNo, channelNo }, terms) {
    return statusOf(
      await request(account(terms), 'orders/unfreeze', {
        transaction_id: channelNo,
        out_order_no: shareNo,
        description: '分账完成，解冻剩余',
      }),
    );
  },
  mostReceivers: 50,
  returns: {
    by: 'request',
    async giveBack({ shareNo, backNo, account: number, amountFen }: ShareBackAsk, terms) {
      return backOf(
        await request(account(terms), 'return-orders', {
          out_order_no: shareNo,
          out_return_no: backNo,
          return_mchid: number,
          amount: amountFen,
          description: '停车费退款',
        }),
      );
    },
    async backQuery({ shareNo, backNo }, terms) {
      const answer = await look(account(terms), `return-orders/${backNo}`, { out_order_no: shareNo });
      return answer && backOf(answer);
    },
  },
  readNotice(letter: Letter, merchant: Merchant | null) {
    const own = account({ merchant });
    const words = openedNotice(letter.body, own);
    if (!words || typeof words['out_order_no'] !== 'string' || !words['receiver']) return null;
    return { number: words['out_order_no'], signatureRight: isSigned(letter, own, words) };
  },
};
