/**
 * Readers of pay codes that post what they read: bare, as pairs, as a form or as JSON. See README.md for what is sure.
 */
import { ticketIn } from '#domain/plate/ticket.ts';
import { text } from '#kit/declare/text.ts';
import type { Adapter, Answer, Decoded, Raw } from '#device/adapters/adapter.ts';
import { isJson, readJson, readText, word } from '#device/adapters/read.ts';

/** Shorter is no pay code: the number of a card, or of a button. */
const LEAST = 10;
/** A pay code has 24 digits at most; what is longer is shown to be none all the same. */
const MOST = 64;
const MOST_FIELDS = 40;
/** The code and the reader's own number, by the names that makers give them. */
const CODE_NAMES: readonly string[] = ['vgdecoderesult', 'paycode', 'authcode', 'qrcode', 'barcode', 'code', 'data'];
const READER_NAMES: readonly string[] = ['devicenumber', 'deviceno', 'deviceid', 'devicesn', 'sn'];

type Fields = ReadonlyMap<string, string>;
type Message = { readonly fields: Fields; readonly as: 'pairs' | 'json' } | { readonly bare: string };

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const percentUndone = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
};

/** `a=1&&b=2` as the maker writes it, or `a=1&b=2`. */
function pairsIn(body: string): Fields {
  const fields = new Map<string, string>();
  for (const part of body.split('&', MOST_FIELDS * 2)) {
    const equals = part.indexOf('=');
    if (equals > 0) fields.set(plainName(part.slice(0, equals)), percentUndone(part.slice(equals + 1)).trim());
  }
  return fields;
}

function fieldsOf(of: Readonly<Record<string, unknown>>): Fields {
  const inside = isJson(of['data']) ? of['data'] : {};
  return new Map(
    [...Object.entries(of), ...Object.entries(inside)]
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [plainName(name), word(value)]),
  );
}

/** Longer is no message of a reader. */
const LONGEST = 4_000;

function read({ body }: Raw): Message {
  const whole = readText(body.subarray(0, LONGEST)).trim();
  if (whole.startsWith('{')) {
    const json = readJson(whole);
    return json ? { fields: fieldsOf(json), as: 'json' } : { bare: '' };
  }
  const fields = pairsIn(whole);
  return CODE_NAMES.some((name) => fields.has(name)) ? { fields, as: 'pairs' } : { bare: whole };
}

const first = (fields: Fields, names: readonly string[]): string | null => {
  const name = names.find((each) => fields.has(each));
  return name === undefined ? null : fields.get(name)!;
};

/** What is no text at all is no code of anybody's. */
export const codesIn = (read_: string): readonly string[] => {
  const code = read_.replaceAll(/\p{Cc}/gu, '').trim();
  const ticket = ticketIn(code);
  if (ticket !== null) return [ticket];
  return code.length < LEAST || code.includes('\uFFFD') ? [] : [code.slice(0, MOST)];
};

function decode(raw: Raw): Decoded {
  const message = read(raw);
  const nativeId = 'fields' in message ? first(message.fields, READER_NAMES) || null : null;
  const found = 'fields' in message ? first(message.fields, CODE_NAMES) : message.bare;
  if (found === null) return { nativeId, events: [], beat: {}, ignored: text('没有扫码内容', 'No code in it') };
  if (found === '')
    return raw.body.length === 0 || 'fields' in message
      ? { nativeId, events: [], beat: {} }
      : { nativeId, events: [], poison: text('消息无法读取', 'the message cannot be read') };
  const payCodes = codesIn(found);
  return payCodes.length > 0
    ? { nativeId, events: [], beat: {}, payCodes }
    : { nativeId, events: [], beat: {}, ignored: text('不是付款码', 'No pay code') };
}

/** The reader beeps for success: the code was taken, and nothing more. Money and barrier are the lane's. */
function reply(raw: Raw, { poison, ignored }: Decoded): Answer {
  const taken = !poison && !ignored;
  const message = read(raw);
  return 'fields' in message && message.as === 'json'
    ? {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ code: taken ? 0 : 1 }),
      }
    : {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: taken ? 'code=0000' : 'code=0001',
      };
}

export const adapter: Adapter = {
  title: text('付款码扫码器（HTTP 推送）', 'Pay code scanner (HTTP push)'),
  limits: { bodyBytes: 16 * 1024, replyMs: 0 },
  can: { open: [], other: [], seesPassage: false, payCodes: 'push', reportsColour: false },
  decode,
  reply,
  setup: ({ host, port, path, secure }) => [
    { label: text('工作模式 › 上传方式', 'Mode › Send by'), value: text('网络 HTTP，POST', 'Network, HTTP POST') },
    { label: text('服务器地址', 'Server address'), value: host },
    { label: secure ? text('端口（HTTPS）', 'Port (HTTPS)') : text('端口', 'Port'), value: String(port) },
    { label: text('路径', 'Path'), value: path },
    { label: text('设备号（如有）', 'Device number, where it has one'), value: text('每台不同', 'Different on each') },
    {
      label: text('码制', 'Symbologies'),
      value: text('只开 QR 码与 Code 128（付款码）', 'Only QR code and Code 128, as pay codes are'),
    },
    { label: text('同码间隔', 'Same code again after'), value: text('3 秒', '3 s') },
    {
      label: text('自带继电器', 'Its own relay'),
      value: text('不接道闸：付款成功后由车道开闸', 'Not to the barrier: the lane opens once the money is there'),
    },
  ],
};
