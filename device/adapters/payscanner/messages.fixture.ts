/** What readers of pay codes post: the codes are made up. */
import { raw } from '../messages.fixture.ts';
import type { Fixture } from '../messages.fixture.ts';
import { writeGbk } from '../gbk.ts';

const WECHAT = '134650000000000001';
const ALIPAY = '2812345678901234';
const LONG_ALIPAY = '301234567890123456789012';
const HTML = 'text/html; charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded';
const pairs = (code: string, number = 'A7') =>
  raw(`vgdecoderesult=${code}&&devicenumber=${number}&&otherparams=`, HTML);

export const fixtures: readonly Fixture[] = [
  {
    name: 'pairs with a WeChat code',
    raw: pairs(WECHAT),
    expected: { nativeId: 'A7', events: [], payCodes: [WECHAT] },
  },
  { name: 'pairs with an Alipay code', raw: pairs(ALIPAY), expected: { nativeId: 'A7', payCodes: [ALIPAY] } },
  {
    name: 'the longest Alipay code, bare',
    raw: raw(LONG_ALIPAY, 'text/plain'),
    expected: { nativeId: null, payCodes: [LONG_ALIPAY] },
  },
  { name: 'bare, ended by a carriage return', raw: raw(`${WECHAT}\r\n`), expected: { payCodes: [WECHAT] } },
  {
    name: 'a form',
    raw: raw(`code=${WECHAT}&device_sn=A7`, FORM),
    expected: { nativeId: 'A7', payCodes: [WECHAT] },
  },
  {
    name: 'JSON',
    raw: raw(JSON.stringify({ vgdecoderesult: WECHAT, devicenumber: '001' })),
    expected: { nativeId: '001', payCodes: [WECHAT] },
  },
  {
    name: 'JSON with the code inside',
    raw: raw(JSON.stringify({ cmd: 'scan', sn: 'B2', data: { qrCode: ALIPAY, type: 1 } })),
    expected: { nativeId: 'B2', payCodes: [ALIPAY] },
  },
  {
    name: 'the address of a web page: none of a wallet, and shown to be none',
    raw: pairs('https%3A%2F%2Fexample.cn%2Fc%3Fid%3D1'),
    expected: { payCodes: ['https://example.cn/c?id=1'] },
  },
  {
    name: 'a text longer than any code',
    raw: raw('9'.repeat(3_000)),
    expected: { payCodes: ['9'.repeat(64)] },
  },
  { name: 'a card', raw: pairs('04A1B2C3'), expected: { payCodes: [], is: 'ignored' } },
  { name: 'pairs without a code', raw: pairs(''), expected: { nativeId: 'A7', payCodes: [], is: 'beat' } },
  { name: 'nothing', raw: raw(''), expected: { nativeId: null, payCodes: [], is: 'beat' } },
  { name: 'JSON without a code', raw: raw('{"cmd":"info","sn":"B2"}'), expected: { nativeId: 'B2', is: 'ignored' } },
  { name: 'JSON that is cut off', raw: raw('{"code":"13465000'), expected: { payCodes: [], is: 'poison' } },
  { name: 'a plate in GBK is no code', raw: raw(writeGbk('浙A12345')!), expected: { payCodes: [], is: 'ignored' } },
  { name: 'bytes that are no text', raw: raw(Buffer.alloc(40, 0xff)), expected: { payCodes: [], is: 'ignored' } },
];
