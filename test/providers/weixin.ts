/**
 * WeChat's platform of public accounts as it is published: tokens for the right secret alone, no call without one,
 * messages signed and, where wanted, encrypted.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Stand } from './stand.ts';
import { menuFault } from './weixin-menu.ts';
import type { MenuButton } from './weixin-menu.ts';

const sha1 = (...parts: string[]): string => createHash('sha1').update(parts.sort().join('')).digest('hex');

export class WeixinStand extends Stand {
  readonly appId = 'wx1234567890abcdef';
  readonly originalId = 'gh_1234567890ab';
  readonly appSecret = randomBytes(16).toString('hex');
  readonly token = 'gatehouse2026';
  readonly aesKey = randomBytes(40).toString('base64').replace(/[+/=]/g, 'x').slice(0, 43);
  /** Tokens that are good now, the newest last. */
  readonly tokens: string[] = [];
  /** How often a token was made. */
  made = 0;
  url = '';
  /** The menu followers see; null where there is none. */
  menu: MenuButton[] | null = null;

  /** Who follows, in the platform's order, and which of them want no messages. */
  readonly fans: string[] = [];
  readonly silent = new Set<string>();
  /** How many a page holds. */
  pageSize = 10_000;
  /** This many at the end of the list are counted but not listed. */
  hidden = 0;
  /** Templates of the account, with the fields each has. */
  readonly templates = new Map<string, readonly string[]>();
  readonly letters: { to: string; template: string; data: Record<string, string>; id: string }[] = [];
  /** How many notices of each template a follower still agrees to receive, by “openid template”. */
  readonly agreed = new Map<string, number>();
  readonly subscribed: { to: string; template: string; data: Record<string, string>; page: string | null }[] = [];
  readonly #known = new Map<string, string>();

  get config() {
    const { appId, originalId, appSecret, token } = this;
    return { appId, originalId, appSecret, token };
  }

  async start(): Promise<() => Promise<void>> {
    const { url, close } = await this.open((request, body, reply) => this.#answer(request, body, reply));
    this.url = url;
    return close;
  }

  #answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const url = new URL(request.url!, this.url);
    this.calls.push(url.pathname);
    const answer = url.pathname === '/cgi-bin/stable_token' ? this.#stableToken(request, body) : this.#ask(url, body);
    reply.setHeader('Content-Type', 'application/json');
    reply.end(JSON.stringify(answer));
  }

  #stableToken(request: IncomingMessage, body: Buffer): object {
    const input = JSON.parse(body.toString()) as Record<string, unknown>;
    if (request.method !== 'POST' || input['grant_type'] !== 'client_credential')
      return { errcode: 40002, errmsg: 'invalid grant_type' };
    if (input['appid'] !== this.appId) return { errcode: 40013, errmsg: 'invalid appid' };
    if (input['secret'] !== this.appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' };
    if (this.tokens.length === 0 || input['force_refresh'] === true) {
      this.made += 1;
      this.tokens.push(`token-${this.made}-${randomBytes(8).toString('hex')}`);
    }
    return { access_token: this.tokens.at(-1), expires_in: 7200 };
  }

  #ask({ pathname, searchParams }: URL, body: Buffer): object {
    if (!this.tokens.includes(searchParams.get('access_token') ?? ''))
      return { errcode: 40001, errmsg: 'invalid credential' };
    if (pathname.startsWith('/cgi-bin/menu/')) return this.#menu(pathname.slice(14), body);
    if (pathname === '/cgi-bin/user/get') return this.#page(searchParams.get('next_openid'));
    if (pathname === '/cgi-bin/user/info/batchget') return this.#details(body);
    if (pathname === '/cgi-bin/message/template/send') return this.#letter(body);
    if (pathname === '/cgi-bin/message/subscribe/bizsend') return this.#subscription(body);
    return { ip_list: ['192.0.2.1'] };
  }

  /** Those after one, as many as a page holds; the last of them is where the next page begins. */
  #page(after: string | null): object {
    if (this.faulty()) return { errcode: -1, errmsg: 'system error' };
    const from = after === null ? 0 : this.fans.indexOf(after) + 1;
    if (after !== null && from === 0) return { errcode: 40003, errmsg: 'invalid openid' };
    const total = this.fans.length;
    const openid = this.fans.slice(from, Math.min(from + this.pageSize, total - this.hidden));
    return openid.length === 0
      ? { total, count: 0, next_openid: '' }
      : { total, count: openid.length, data: { openid }, next_openid: openid.at(-1) };
  }

  #details(body: Buffer): object {
    const { user_list: input } = JSON.parse(body.toString()) as { user_list: { openid: string }[] };
    if (input.length > 100) return { errcode: 40032, errmsg: 'invalid openid list size' };
    return {
      user_info_list: input.map(({ openid }) =>
        this.fans.includes(openid)
          ? {
              openid,
              subscribe: 1,
              subscribe_time: 1_793_880_000,
              subscribe_scene: 'ADD_SCENE_QR_CODE',
              qr_scene_str: 'lot-1',
            }
          : { openid, subscribe: 0 },
      ),
    };
  }

  /** One number is one message; the fields must be the template's own. */
  #letter(body: Buffer): object {
    if (this.faulty()) return { errcode: -1, errmsg: 'system error' };
    const { touser, template_id, data, client_msg_id } = JSON.parse(body.toString()) as {
      touser: string;
      template_id: string;
      data: Record<string, { value: string }>;
      client_msg_id?: string;
    };
    const fields = this.templates.get(template_id);
    if (!this.fans.includes(touser)) return { errcode: 43004, errmsg: 'require subscribe' };
    if (this.silent.has(touser)) return { errcode: 43101, errmsg: 'user refuse to accept the msg' };
    if (!fields) return { errcode: 40037, errmsg: 'invalid template_id' };
    if (fields.join() !== Object.keys(data).join()) return { errcode: 47003, errmsg: 'argument invalid!' };
    const id = (client_msg_id && this.#known.get(client_msg_id)) || `20000000000000${this.letters.length}`;
    if (client_msg_id && this.#known.has(client_msg_id)) return { errcode: 0, errmsg: 'ok', msgid: id };
    if (client_msg_id) this.#known.set(client_msg_id, id);
    const values = Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value]));
    this.letters.push({ to: touser, template: template_id, data: values, id });
    return { errcode: 0, errmsg: 'ok', msgid: id };
  }

  /** Each agreement is for one notice, which opens a page and carries no number of its own. */
  #subscription(body: Buffer): object {
    if (this.faulty()) return { errcode: -1, errmsg: 'system error' };
    const { touser, template_id, data, page, ...other } = JSON.parse(body.toString()) as {
      touser: string;
      template_id: string;
      data: Record<string, { value: string }>;
      page?: string;
    };
    const fields = this.templates.get(template_id);
    const agreement = `${touser} ${template_id}`;
    const left = this.agreed.get(agreement) ?? 0;
    if (!fields) return { errcode: 40037, errmsg: 'invalid template_id' };
    if (left === 0) return { errcode: 43101, errmsg: 'user refuse to accept the msg' };
    if (Object.keys(other).length > 0 || fields.join() !== Object.keys(data).join())
      return { errcode: 47003, errmsg: 'argument invalid!' };
    this.agreed.set(agreement, left - 1);
    const values = Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value]));
    this.subscribed.push({ to: touser, template: template_id, data: values, page: page ?? null });
    return { errcode: 0, errmsg: 'ok' };
  }

  #menu(verb: string, body: Buffer): object {
    if (verb === 'get')
      return this.menu
        ? { menu: { button: this.menu.map((each) => ({ ...each, sub_button: each.sub_button ?? [] })) } }
        : { errcode: 46003, errmsg: 'menu no exist' };
    if (this.faulty()) return { errcode: -1, errmsg: 'system error' };
    const buttons = verb === 'delete' ? null : (JSON.parse(body.toString()) as { button?: MenuButton[] }).button;
    const fault = verb === 'delete' ? null : menuFault(buttons);
    if (fault) return { errcode: fault[0], errmsg: fault[1] };
    this.menu = buttons ?? null;
    return { errcode: 0, errmsg: 'ok' };
  }

  signed(at = Date.now(), nonce = randomBytes(6).toString('hex')): Record<string, string> {
    const timestamp = String(Math.floor(at / 1000));
    return { timestamp, nonce, signature: sha1(this.token, timestamp, nonce) };
  }

  message(from: string, parts: Readonly<Record<string, string | number>>, at = Date.now()): string {
    const all = { ToUserName: this.originalId, FromUserName: from, CreateTime: Math.floor(at / 1000), ...parts };
    return `<xml>${Object.entries(all)
      .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : `<![CDATA[${value}]]>`}</${name}>`)
      .join('')}</xml>`;
  }

  /** A message as secure mode sends it, with the query it comes with. */
  secret(xml: string, appId: string): { query: Record<string, string>; body: string } {
    const key = Buffer.from(`${this.aesKey}=`, 'base64');
    const [text, length] = [Buffer.from(xml), Buffer.alloc(4)];
    length.writeUInt32BE(text.length);
    const plain = Buffer.concat([randomBytes(16), length, text, Buffer.from(appId)]);
    const pad = 32 - (plain.length % 32);
    const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    const encrypt = Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]);
    const query = this.signed();
    const words = encrypt.toString('base64');
    return {
      query: { ...query, msg_signature: sha1(this.token, query['timestamp']!, query['nonce']!, words) },
      body: `<xml><ToUserName><![CDATA[${this.originalId}]]></ToUserName><Encrypt><![CDATA[${words}]]></Encrypt></xml>`,
    };
  }

  /** Reads a secret answer as the platform does; null where it is not believed. */
  opened(answer: string, appId: string): string | null {
    const of = (name: string): string => new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<\\]]*)`).exec(answer)?.[1] ?? '';
    if (of('MsgSignature') !== sha1(this.token, of('TimeStamp'), of('Nonce'), of('Encrypt'))) return null;
    const key = Buffer.from(`${this.aesKey}=`, 'base64');
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    const bytes = Buffer.concat([decipher.update(of('Encrypt'), 'base64'), decipher.final()]);
    const end = 20 + bytes.readUInt32BE(16);
    return bytes.toString('utf8', end, end + appId.length) === appId ? bytes.toString('utf8', 20, end) : null;
  }
}
