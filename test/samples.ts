import { generateKeyPairSync } from 'node:crypto';

/** Values for forms where a sample of the field's kind would break a rule of the resource's own. */
const menu = { path: '/sample', code: 'sample:read' };

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const rsa = { privateKey, publicKey };

const own: Readonly<Record<string, (nth: number) => Readonly<Record<string, unknown>>>> = {
  company: () => ({ companyType: 'park', zone: 'Asia/Shanghai', creditCode: '91350100M000100Y43' }),
  park: () => ({ zone: 'Asia/Shanghai' }),
  adminMenu: () => menu,
  platformMenu: () => menu,
  businessMenu: () => menu,
  topMenu: () => ({ path: menu.path }),
  parkParameter: () => ({ paramKey: 'repeatSeconds', paramValue: '20' }),
  parkDevice: (nth) => ({ sn: `SAMPLE-${nth}`, videoUrl: 'rtsp://192.0.2.1/live' }),
  feeCase: () => ({ context: {}, expectRefusal: null }),
  wechatConfig: () => ({ ...rsa, platformKey: rsa.publicKey, apiV3Key: 'Secret-sample-of-32-characters-aa' }),
  alipayConfig: () => rsa,
  reportTemplate: () => ({ sql: 'SELECT park_name FROM park', parameters: [] }),
  bindSn: (nth) => ({ bindSn: `SAMPLE-${nth}-B` }),
};

export const ownSamples = (resource: string, nth: number): Readonly<Record<string, unknown>> =>
  own[resource]?.(nth) ?? {};
