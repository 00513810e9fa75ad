/**
 * The settings of the server: read once at start from the environment, with defaults, and refused when they make no
 * sense.
 */
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { MailRoad, TextGateway } from '#areas/ops/server/door.ts';
import type { ObjectStoreSettings } from '#db/files/object-store.ts';
import { fill, text, type Text } from '#kit/declare/text.ts';
import { readObjectStore } from './settings-files.ts';
import { readInsideHosts, readMailRoad, readTextGateway } from './settings-outgoing.ts';

export type Settings = {
  /** HTTP port; 0 lets the system choose a free one. */
  port: number;
  /** Address to listen on. */
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** PostgreSQL server to use; the embedded engine when undefined. */
  databaseUrl: string | undefined;
  /** Where files lie; the data folder when null. */
  objectStore: ObjectStoreSettings | null;
  /** Port of the embedded broker; 0 lets the system choose. */
  mqttPort: number;
  /** Broker to use; the embedded one when undefined. */
  mqttUrl: string | undefined;
  /** `auto`: yes on a first start with an empty embedded database, else no. */
  demo: boolean | 'auto';
  /**
   * How this server is reached from outside, for providers' notices and drivers' codes; null is the address listened
   * on. No slash at the end.
   */
  url: string | null;
  /** Where payment providers are, where not at their usual addresses. */
  wechatUrl: string | null;
  alipayUrl: string | null;
  allinpayUrl: string | null;
  /** First password of the platform operator `admin`; a random one is made when undefined. */
  adminPassword: string | undefined;
  /** Whether groups without a merchant account are paid with the sandbox's play money. */
  sandbox: boolean;
  /** Networks the live pictures of cameras may be fetched from, like `192.168.1.0/24`; none when empty. */
  videoNetworks: string[];
  /** Networks in which devices of other makers are called, to open barriers for instance; none when empty. */
  cameraNetworks: string[];
  /** What Prometheus shows to read `/metrics`; undefined: only this machine itself may. */
  metricsToken: string | undefined;
  /**
   * Proxies in front of the server whose word about the caller is taken: addresses, nets or the names `loopback` and
   * `uniquelocal`.
   */
  proxies: string[];
  /** How much is logged. */
  logLevel: LogLevel;
  /** How text messages are sent; null when they are not. */
  textGateway: TextGateway | null;
  /** The mail server; null when no mail is sent. */
  mailRoad: MailRoad | null;
  /** Hosts of the operator's own network that outgoing requests may reach, `host` or `host:port`. */
  insideHosts: string[];
};

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type SettingProblem = {
  /** Name of the environment variable. */
  setting: string;
  /** One sentence that names the setting, what it is and what it may be. Never shows a password. */
  message: Text;
};

const PROJECT = join(import.meta.dirname, '..', '..');
const PASSWORD_MIN = 8;
const TOKEN_MIN = 16;

const NOT_A_PORT = text(
  '{setting} 应为 0 到 65535 的整数，现为“{value}”。',
  '{setting} must be a whole number from 0 to 65535, not "{value}".',
);
const SAME_PORT = text('PORT 与 MQTT_PORT 不能相同（{value}）。', 'PORT and MQTT_PORT cannot be the same ({value}).');
const NOT_A_HOST = text(
  '{setting} 应为 IP 地址或主机名（不含端口），现为“{value}”。',
  '{setting} must be an IP address or a host name without a port, not "{value}".',
);
const NOT_A_FOLDER = text(
  '{setting} 应为文件夹，但 {value} 是文件。',
  '{setting} must be a folder, but {value} is a file.',
);
const NOT_AN_ADDRESS = text('{setting} 应为形如 {example} 的地址。', '{setting} must be an address like {example}.');
const NOT_A_SWITCH = text('{setting} 应为 0 或 1，现为“{value}”。', '{setting} must be 0 or 1, not "{value}".');
const NOT_A_NETWORK = text(
  '{setting} 应为以逗号分隔的网段，如 192.168.1.0/24，现为“{value}”。',
  '{setting} must be networks like 192.168.1.0/24, with commas between, not "{value}".',
);
const NOT_NETS = text(
  '{setting} 应为地址、网段、loopback 或 uniquelocal，以逗号分隔，现为“{value}”。',
  '{setting} must be addresses, nets, loopback or uniquelocal with commas between, not "{value}".',
);
const NOT_A_LEVEL = text(
  '{setting} 应为 debug、info、warn 或 error，现为“{value}”。',
  '{setting} must be debug, info, warn or error, not "{value}".',
);
const SHORT_PASSWORD = text('{setting} 至少 {min} 个字符。', '{setting} needs at least {min} characters.');

type Refuse = (setting: string, message: Text, params?: Record<string, string | number>) => void;

/** Refuses settings that are read, but cannot be what was meant. */
function refuseWrong(settings: Settings, value: (setting: string) => string | undefined, refuse: Refuse): void {
  if (!isHost(settings.host)) refuse('HOST', NOT_A_HOST);
  if (isFile(settings.dataDir)) refuse('GATEHOUSE_DATA', NOT_A_FOLDER, { value: settings.dataDir });
  if (settings.mqttUrl === undefined && settings.port !== 0 && settings.port === settings.mqttPort)
    refuse('MQTT_PORT', SAME_PORT, { value: settings.port });
  for (const name of ['GATEHOUSE_DEMO', 'GATEHOUSE_SANDBOX'])
    if (!['0', '1', undefined].includes(value(name))) refuse(name, NOT_A_SWITCH);
  if (settings.adminPassword !== undefined && settings.adminPassword.length < PASSWORD_MIN) {
    refuse('GATEHOUSE_ADMIN_PASSWORD', SHORT_PASSWORD, { min: PASSWORD_MIN, value: '' });
  }
  if (!settings.videoNetworks.every(isNetwork)) refuse('GATEHOUSE_VIDEO_NETWORKS', NOT_A_NETWORK);
  if (!settings.cameraNetworks.every(isNetwork)) refuse('GATEHOUSE_CAMERA_NETWORKS', NOT_A_NETWORK);
  if (settings.metricsToken !== undefined && settings.metricsToken.length < TOKEN_MIN)
    refuse('GATEHOUSE_METRICS_TOKEN', SHORT_PASSWORD, { min: TOKEN_MIN, value: '' });
  if (!settings.proxies.every(isNet)) refuse('GATEHOUSE_PROXIES', NOT_NETS);
  if (![...LOG_LEVELS, undefined].includes(value('LOG_LEVEL') as LogLevel | undefined))
    refuse('LOG_LEVEL', NOT_A_LEVEL);
}

/**
 * @param env usually `process.env`; a variable that is empty counts as absent
 * @returns the settings, or every problem found, in the order of the README's list
 */
export function readSettings(
  env: NodeJS.ProcessEnv,
): { ok: true; settings: Settings } | { ok: false; problems: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const value = (setting: string) => env[setting]?.trim() || undefined;
  const refuse = (setting: string, message: Text, params: Record<string, string | number> = {}) =>
    problems.push({ setting, message: fill(message, { setting, value: value(setting) ?? '', ...params }) });

  const port = (setting: string, standard: number): number => {
    const given = value(setting);
    if (given === undefined) return standard;
    if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) refuse(setting, NOT_A_PORT);
    return Number(given);
  };
  const address = (setting: string, protocols: string[], example: string): string | undefined => {
    const given = value(setting);
    if (given !== undefined && !(URL.canParse(given) && protocols.includes(new URL(given).protocol))) {
      refuse(setting, NOT_AN_ADDRESS, { example });
    }
    return given;
  };

  const networks = (setting: string): string[] =>
    value(setting)
      ?.split(',')
      .map((each) => each.trim())
      .filter(Boolean) ?? [];

  const settings: Settings = {
    port: port('PORT', 8080),
    host: value('HOST') ?? '127.0.0.1',
    dataDir: resolve(value('GATEHOUSE_DATA') ?? join(PROJECT, 'data')),
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/gatehouse'),
    objectStore: readObjectStore(value, refuse),
    mqttPort: port('MQTT_PORT', 1883),
    mqttUrl: address('MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:'], 'mqtt://user:password@host:1883'),
    demo: value('GATEHOUSE_DEMO') === undefined ? 'auto' : value('GATEHOUSE_DEMO') === '1',
    url: address('GATEHOUSE_URL', ['http:', 'https:'], 'https://park.example.cn')?.replace(/\/+$/, '') ?? null,
    wechatUrl:
      address('WECHAT_PAY_URL', ['http:', 'https:'], 'https://api.mch.weixin.qq.com')?.replace(/\/+$/, '') ?? null,
    alipayUrl: address('ALIPAY_URL', ['http:', 'https:'], 'https://openapi.alipay.com/gateway.do') ?? null,
    allinpayUrl:
      address('ALLINPAY_URL', ['http:', 'https:'], 'https://syb-test.allinpay.com')?.replace(/\/+$/, '') ?? null,
    adminPassword: env['GATEHOUSE_ADMIN_PASSWORD'] || undefined,
    sandbox:
      value('GATEHOUSE_SANDBOX') === undefined
        ? value('DATABASE_URL') === undefined
        : value('GATEHOUSE_SANDBOX') === '1',
    videoNetworks: networks('GATEHOUSE_VIDEO_NETWORKS'),
    cameraNetworks: networks('GATEHOUSE_CAMERA_NETWORKS'),
    metricsToken: value('GATEHOUSE_METRICS_TOKEN'),
    proxies: (value('GATEHOUSE_PROXIES') ?? 'loopback').split(',').map((each) => each.trim()),
    logLevel: LOG_LEVELS.find((level) => level === value('LOG_LEVEL')) ?? 'warn',
    textGateway: readTextGateway(
      value,
      (setting) => address(setting, ['https:', 'http:'], 'https://sms.example.com/send'),
      refuse,
    ),
    mailRoad: readMailRoad(
      value,
      (setting) => address(setting, ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.cn:587'),
      refuse,
    ),
    insideHosts: readInsideHosts(value, refuse),
  };
  refuseWrong(settings, value, refuse);
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems };
}

/** An address as anybody may read it: without account and password. */
export function shown(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

function isHost(host: string): boolean {
  return isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host);
}

function isNetwork(range: string): boolean {
  const [address = '', bits, ...more] = range.split('/');
  return (
    more.length === 0 &&
    isIP(address) !== 0 &&
    /^\d{1,3}$/.test(bits ?? '') &&
    Number(bits) <= (isIP(address) === 6 ? 128 : 32)
  );
}

/** `10.0.0.0/8`, `fd00::1`, or one of the names that stand for such. */
function isNet(each: string): boolean {
  const [address = '', bits, ...more] = each.split('/');
  const version = isIP(address);
  if (version === 0) return ['loopback', 'uniquelocal'].includes(each);
  return (
    more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}
