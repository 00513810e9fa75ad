/** The providers' own clients, read when the first trade needs one: they are a fifth of all a start would read, and many houses use neither. */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
export const alipayClient = (): typeof import('alipay-sdk') => load('alipay-sdk') as typeof import('alipay-sdk');
export const wechatClient = (): typeof import('wechatpay-axios-plugin') =>
  load('wechatpay-axios-plugin') as typeof import('wechatpay-axios-plugin');
