/** Settings of outgoing traffic: the SMS gateway, the mail server, and hosts of the own network that may be reached. */
import type { MailRoad, TextGateway } from '#areas/ops/server/door.ts';
import { text, type Text } from '#kit/declare/text.ts';

type Value = (setting: string) => string | undefined;
type Refuse = (setting: string, message: Text, params?: Record<string, string>) => unknown;

const [URL_OF, HEADER, BODY, OK, INSIDE] = [
  'GATEHOUSE_SMS_URL',
  'GATEHOUSE_SMS_HEADER',
  'GATEHOUSE_SMS_BODY',
  'GATEHOUSE_SMS_OK',
  'GATEHOUSE_INSIDE_HOSTS',
] as const;

const NOT_A_HEADER = text('{setting} 应为“名称: 值”。', '{setting} must be “name: value”.');
const NOT_JSON = text('{setting} 应为 JSON。', '{setting} must be JSON.');
const NO_PHONE = text(
  '{setting} 中应有 {phone}，以及 {text} 或 {code}。',
  '{setting} must hold {phone}, and {text} or {code}.',
);
const NOT_A_SIGN = text(
  '{setting} 应为“字段=值”，如 code=0，现为“{value}”。',
  '{setting} must be “field=value”, like code=0, not “{value}”.',
);
const NO_URL = text(
  '设置了 {setting}，也要设置 GATEHOUSE_SMS_URL。',
  '{setting} is set; GATEHOUSE_SMS_URL must be set as well.',
);
const NOT_HOSTS = text(
  '{setting} 应为以逗号分隔的主机名或“主机:端口”，现为“{value}”。',
  '{setting} must be hosts or “host:port”, divided by commas, not “{value}”.',
);

const STANDARD_BODY = '{"phone":"{phone}","text":"{text}"}';

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The gateway of text messages, or null when `GATEHOUSE_SMS_URL` is not set. No message repeats a header's or a body's
 * value: they hold secrets.
 */
export function readTextGateway(
  value: Value,
  address: (setting: string) => string | undefined,
  refuse: Refuse,
): TextGateway | null {
  const url = address(URL_OF);
  if (url === undefined) {
    for (const setting of [HEADER, BODY, OK]) if (value(setting) !== undefined) refuse(setting, NO_URL);
    return null;
  }
  const header = /^([\w!#$%&'*+.^`|~-]+):\s*([\x20-\x7e]+)$/.exec(value(HEADER) ?? '');
  if (value(HEADER) !== undefined && !header) refuse(HEADER, NOT_A_HEADER);
  const written = value(BODY) ?? STANDARD_BODY;
  const body = parsed(written);
  if (body === undefined) refuse(BODY, NOT_JSON);
  else if (!written.includes('{phone}') || !/\{(text|code)\}/.test(written))
    refuse(BODY, NO_PHONE, { phone: '{phone}', text: '{text}', code: '{code}' });
  const sign = /^([\w.-]+)=(.+)$/.exec(value(OK) ?? '');
  if (value(OK) !== undefined && !sign) refuse(OK, NOT_A_SIGN);
  return {
    url,
    header: header ? [header[1]!, header[2]!] : null,
    body,
    ok: sign ? { path: sign[1]!.split('.'), value: sign[2]! } : null,
  };
}

export function readInsideHosts(value: Value, refuse: Refuse): string[] {
  const hosts = (value(INSIDE) ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  if (!hosts.every((host) => /^(\[[\da-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i.test(host)))
    refuse(INSIDE, NOT_HOSTS);
  return hosts;
}

const MAIL_URL = 'GATEHOUSE_SMTP_URL';
const MAIL_FROM = 'GATEHOUSE_MAIL_FROM';
const NO_SENDER = text(
  '{setting} 应为发件邮箱，如 invoice@park.example.cn。',
  '{setting} must be the address mail comes from, like invoice@park.example.cn.',
);
const NO_MAIL_URL = text(
  '设置了 {setting}，也要设置 GATEHOUSE_SMTP_URL。',
  '{setting} is set; GATEHOUSE_SMTP_URL must be set as well.',
);
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The mail server, or null when `GATEHOUSE_SMTP_URL` is not set. Only one on this machine is spoken to in the clear.
 */
export function readMailRoad(
  value: Value,
  address: (setting: string) => string | undefined,
  refuse: Refuse,
): MailRoad | null {
  const url = address(MAIL_URL);
  const from = value(MAIL_FROM);
  if (url === undefined) {
    if (from !== undefined) refuse(MAIL_FROM, NO_MAIL_URL);
    return null;
  }
  if (from === undefined || !/^[^\s@<>"']+@[^\s@<>"']+$/.test(from)) refuse(MAIL_FROM, NO_SENDER);
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    clear: !secure && LOCAL.has(hostname),
    account: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    from: from ?? '',
  };
}
