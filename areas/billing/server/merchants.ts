/** Merchant accounts as people keep them: saved with keys that can be read, and tried with one signed question. */
import {
  alipayConfig,
  alipaySubMerchant,
  testAlipay,
  testWechat,
  wechatConfig,
  wechatSubMerchant,
} from '#areas/billing/model/merchant.ts';
import { otherpayConfig, testOtherpay } from '#areas/billing/model/otherpay.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { and, eq } from 'drizzle-orm';
import { tableOf } from '#kit/server/table.ts';
import { alipayAuthServed, authStateOf } from './alipay-auth.ts';
import { ChannelFault } from './channel/channel.ts';
import { channelAt } from './channel/channels.ts';
import { sm2PrivateKeyOf, sm2PublicKeyOf } from './channel/form-sign.ts';
import { privateKeyOf, publicKeyOf } from './channel/keys.ts';
import type { ChannelName } from './channel/merchant.ts';
import { guardedAccount, merchantChangeServed } from './merchant-changes.ts';

const readable = (read: (pem: string) => unknown, pem: unknown): boolean => {
  try {
    read(String(pem));
    return true;
  } catch {
    return false;
  }
};

const unread = (field: string, kind = 'RSA'): Problem => ({
  field,
  msg: text(`无法读取，应为 ${kind} 密钥的 PEM 文本`, `cannot be read; it should be an ${kind} key as PEM text`),
});
const MASK = '••••';

/** Keys are looked at while the person who has them sits there, not when the first driver wants to pay. */
const keysRead =
  (publicField: 'platformKey' | 'publicKey') =>
  (values: Readonly<Record<string, unknown>>): Problem[] => [
    ...(values['privateKey'] && values['privateKey'] !== MASK && !readable(privateKeyOf, values['privateKey'])
      ? [unread('privateKey')]
      : []),
    ...(values[publicField] && !readable(publicKeyOf, values[publicField]) ? [unread(publicField)] : []),
  ];

const keyKinds = {
  RSA: { secret: privateKeyOf, open: publicKeyOf },
  SM2: { secret: sm2PrivateKeyOf, open: sm2PublicKeyOf },
};

/** Keys fit the way of signing; another way of signing wants keys of its own, and an account stays with its channel. */
const otherKeysRead: Rules['check'] = (entered, before) => {
  const [values, was] = [entered, before] as Readonly<Record<string, unknown>>[];
  const of = { ...was, ...values };
  const problems: Problem[] = [];
  if (was && of['payType'] !== was['payType'])
    problems.push({ field: 'payType', msg: text('不能改为另一渠道，请新增', 'stays; add another account instead') });
  const fresh = !isEmpty(values?.['appSecret']) && values?.['appSecret'] !== MASK;
  if (was && of['signType'] !== was['signType'] && !fresh)
    problems.push({ field: 'appSecret', msg: text('更换签名方式须重新填写', 'is needed for another signature') });
  if (!isEmpty(of['terminalNo']) && !/^\d{8}$/.test(String(of['terminalNo'])))
    problems.push({ field: 'terminalNo', msg: text('应为8位数字', 'should be eight digits') });
  const kind = of['signType'] as keyof typeof keyKinds | 'MD5';
  if (kind === 'MD5' || !(kind in keyKinds)) return problems;
  if (fresh && !readable(keyKinds[kind].secret, values!['appSecret'])) problems.push(unread('appSecret', kind));
  if (!readable(keyKinds[kind].open, of['publicKey'] ?? '')) problems.push(unread('publicKey', kind));
  return problems;
};

const passed = text('通过', 'Passed');
const wordsOf = (error: unknown): string =>
  (error instanceof ChannelFault ? error.message : String((error as Error).message ?? error)).slice(0, 200);

/**
 * `channel` null: the account names it. Sends the provider one test request with the account's keys, stores the result,
 * and returns it.
 */
async function tryOut(of: Resource, channel: ChannelName | null, work: Work): Promise<{ result: string }> {
  const id = String(work.input['recordId']);
  if (!isId(id)) throw new Refused('no_such_record', { what: of.title });
  const scope = scopeOf(work.person);
  const row = await work.database.read(scope, (db) => rowOf(of, id, db));
  const { channel: own, terms } = await channelAt(
    work.database,
    row['tenantId'] as number,
    channel ?? String(row['payType']),
    id,
  );
  const fault = await own.test(terms).then(() => null, wordsOf);
  const t = tableOf(of);
  await work.database.write(scope, (db) =>
    db
      .update(t)
      .set({ checkedTime: work.now.toISOString(), checkResult: fault ?? passed[work.lang] })
      .where(and(eq(t.tenantId!, row['tenantId']), eq(t.id!, id))),
  );
  if (fault !== null) throw ruleRefused({ zh: `连接失败：${fault}`, en: `It did not work: ${fault}` });
  return { result: passed[work.lang] };
}

/** The tag of an account's authorisation follows from its token and end. */
const tagged: Rules['fill'] = (values, before, work) => {
  const { authToken, authUntil } = { ...before, ...values } as Readonly<Record<string, unknown>>;
  return { authState: authStateOf(authToken, authUntil, work.now) };
};

export const merchantServed: Served[] = [
  ...guardedAccount(wechatConfig, { check: keysRead('platformKey') }),
  ...guardedAccount(wechatSubMerchant),
  ...guardedAccount(alipayConfig, { check: keysRead('publicKey'), fill: tagged }),
  ...guardedAccount(alipaySubMerchant),
  ...guardedAccount(otherpayConfig, { check: otherKeysRead }),
  ...merchantChangeServed,
  ...alipayAuthServed,
  serve(testWechat, (work) => tryOut(wechatConfig, 'wechat', work), {
    mode: 'open',
  }),
  serve(testOtherpay, (work) => tryOut(otherpayConfig, null, work), {
    mode: 'open',
  }),
  serve(testAlipay, (work) => tryOut(alipayConfig, 'alipay', work), {
    mode: 'open',
  }),
];
