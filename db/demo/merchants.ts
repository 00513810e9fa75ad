/**
 * Merchant accounts as a company keeps them, switched off: nothing in the demo takes real money, its lots are paid
 * through the sandbox.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { Db } from '#kit/server/db.ts';
import { day } from './build-base.ts';
import type { Ask } from './build-base.ts';

const remark = '演示数据，未启用：收款走支付沙箱';

/**
 * Keys are made here and fit nobody's account. `second` is the token of the group's administrator, who confirms what
 * the operator enters.
 */
export async function addMerchants(ask: Ask, second: string, companyId: string, nth: number): Promise<void> {
  const enter = async (path: string, input: Record<string, unknown>): Promise<void> => {
    const { changeId } = await ask('POST', `${path}/submit`, input);
    await ask('POST', '/api/gatehouse/merchantChange/confirm', { changeId }, second);
  };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const own = { companyId, privateKey, enabled: false, remark };
  await enter('wxApiConfig', {
    ...own,
    mchId: `19000001${String(nth).padStart(2, '0')}`,
    appId: `wx8f0c2d7e5b1a94${String(nth).padStart(2, '0')}`,
    serialNo: `3F7A09C2D15E48B6${nth}`,
    apiV3Key: `demo-only-demo-only-demo-only-00${nth % 10}`.slice(-32),
    platformSerial: `PUB_KEY_ID_01190000010${nth}`,
    platformKey: publicKey,
  });
  await enter('wxApiSubMerchantConfig', {
    companyId,
    subMchId: `16302284${String(nth).padStart(2, '0')}`,
    enabled: false,
    remark,
  });
  await enter('aliapiconfig', {
    ...own,
    appId: `20210031286700${String(nth).padStart(2, '0')}`,
    publicKey,
    sellerId: `20881021462251${String(nth).padStart(2, '0')}`,
    authToken: `demo-only-${nth}`,
    authUntil: `${day(nth % 2 === 0 ? 200 : 20)}T00:00:00.000Z`,
  });
  await enter('alipaysubmerchantconfig', {
    companyId,
    smid: `20884213507710${String(nth).padStart(2, '0')}`,
    enabled: false,
    remark,
  });
  await enter('otherpay/config', {
    companyId,
    payType: 'allinpay',
    merchantNo: `5505810074260${String(nth).padStart(2, '0')}`,
    appKey: `000001${String(nth).padStart(2, '0')}`,
    signType: 'RSA',
    appSecret: privateKey,
    publicKey,
    terminalNo: `100000${String(nth).padStart(2, '0')}`,
    enabled: false,
    remark,
  });
}

/**
 * The demo's past was paid with these accounts or, before them, with none: no provider knows of it. An account that
 * somebody has since made his own is a real one.
 */
export async function paidInThePast(db: Db, merchantRef: string | null): Promise<boolean> {
  if (merchantRef === null) return true;
  const made = ['wechat_config', 'alipay_config', 'otherpay_config'].map(
    (table) => `SELECT id FROM ${table} WHERE tenant_id = $1 AND id = $2 AND remark = $3 AND NOT enabled`,
  );
  const rows = await db.raw(made.join(' UNION ALL '), [db.scope.tenantId, merchantRef.slice(0, 36), remark]);
  return rows.length > 0;
}
