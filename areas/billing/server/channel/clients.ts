/**
 * The providers' own clients and what only some of them sign with, read when the first trade needs one: they are a
 * fifth of all a start would read, and many installations use none.
 */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
export const alipayClient = (): typeof import('alipay-sdk') => load('alipay-sdk') as typeof import('alipay-sdk');
export const wechatClient = (): typeof import('wechatpay-axios-plugin') =>
  load('wechatpay-axios-plugin') as typeof import('wechatpay-axios-plugin');
/** SM2, which Node signs only without the signer's name. */
export const smClient = (): typeof import('sm-crypto-v2') => load('sm-crypto-v2') as typeof import('sm-crypto-v2');
