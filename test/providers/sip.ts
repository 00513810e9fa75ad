/**
 * A SIP server for tests: seats register over WebSocket with a digest that is verified, an intercom's call rings at all
 * of them, the first answer takes it and the others are cancelled, and a REFER rings at all of them again. The
 * intercom's media is whoever the test says.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { answerTo, headerOf, isProved, readSip, userOf, writeSip } from './sip-message.ts';
import type { SipMessage } from './sip-message.ts';

/** The intercom's own side of the session descriptions. */
export type Media = {
  readonly offer: () => Promise<string>;
  readonly answered: (sdp: string) => Promise<void>;
  /** Answers a re-INVITE of the seat, for example hold. */
  readonly offered: (sdp: string) => Promise<string>;
};
type Contact = { readonly socket: WebSocket; readonly uri: string };
type Leg = {
  readonly call: IntercomCall;
  readonly user: string;
  readonly contact: Contact;
  readonly id: string;
  readonly tag: string;
  readonly branch: string;
  to: string;
  state: 'ringing' | 'talking' | 'over';
  cseq: number;
};

const short = (): string => randomUUID().slice(0, 8);

/** A call of an intercom, on all its legs. */
class IntercomCall {
  readonly legs: Leg[] = [];
  readonly from: string;
  readonly media: Media;
  constructor(from: string, media: Media) {
    this.from = from;
    this.media = media;
  }
  get talkingTo(): string | null {
    return this.legs.find(({ state }) => state === 'talking')?.user ?? null;
  }
}

export class SipStand {
  readonly domain: string;
  readonly helpNo: string;
  readonly passwords: ReadonlyMap<string, string>;
  readonly registered = new Map<string, Contact>();
  /** Methods and responses in order, with their sender. */
  readonly received: string[] = [];
  readonly refused: string[] = [];
  recordingUrl: string | null = null;
  readonly #nonces = new Set<string>();
  readonly #legs = new Map<string, Leg>();
  readonly #server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (offered) => (offered.has('sip') ? 'sip' : false),
  });

  constructor(domain: string, helpNo: string, passwords: Readonly<Record<string, string>>) {
    this.domain = domain;
    this.helpNo = helpNo;
    this.passwords = new Map(Object.entries(passwords));
    this.#server.on('connection', (socket) => {
      socket.on('message', (data) => {
        const text = String(data as Buffer);
        // A line of nothing keeps the connection open.
        if (text.trim() !== '') void this.#onMessage(socket, readSip(text));
      });
      socket.on('close', () => {
        for (const [user, contact] of this.registered) if (contact.socket === socket) this.registered.delete(user);
      });
    });
  }

  /** Resolves once it can be connected to. */
  listening(): Promise<void> {
    return new Promise((then) => {
      if (this.#server.address()) then();
      else this.#server.once('listening', () => then());
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.cutOff();
    this.#server.close();
  }

  /** All connections break, as when a network does. */
  cutOff(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  /** The intercom dials the help number: it rings wherever a seat is registered. */
  async call(from: string, media: Media): Promise<IntercomCall> {
    const call = new IntercomCall(from, media);
    await this.#fork(call);
    return call;
  }

  /** The driver hangs up: what rings is cancelled, what talks is ended. */
  hangUp(call: IntercomCall): void {
    for (const leg of call.legs) {
      if (leg.state === 'ringing') this.#cancel(leg, '');
      if (leg.state === 'talking') this.#end(leg);
    }
  }

  async #fork(call: IntercomCall): Promise<void> {
    const offer = await call.media.offer();
    for (const [user, contact] of this.registered) {
      const leg: Leg = {
        call,
        user,
        contact,
        id: randomUUID(),
        tag: short(),
        branch: `z9hG4bK${short()}`,
        to: `<sip:${user}@${this.domain}>`,
        state: 'ringing',
        cseq: 1,
      };
      call.legs.push(leg);
      this.#legs.set(leg.id, leg);
      const more = this.recordingUrl ? [`X-Recording-Url: ${this.recordingUrl}`] : [];
      this.#ask(leg, 'INVITE', ['Content-Type: application/sdp', ...more], offer, leg.branch);
    }
  }

  #ask(leg: Leg, method: string, more: readonly string[] = [], body = '', branch = `z9hG4bK${short()}`): void {
    leg.contact.socket.send(
      writeSip(
        `${method} ${leg.contact.uri} SIP/2.0`,
        [
          `Via: SIP/2.0/WS ${this.domain};branch=${branch}`,
          'Max-Forwards: 70',
          `From: <sip:${leg.call.from}@${this.domain}>;tag=${leg.tag}`,
          `To: ${leg.to}`,
          `Call-ID: ${leg.id}`,
          `CSeq: ${leg.cseq} ${method}`,
          `Contact: <sip:${leg.call.from}@${this.domain};transport=ws>`,
          ...more,
        ],
        body,
      ),
    );
  }

  #cancel(leg: Leg, reason: string): void {
    this.#ask(leg, 'CANCEL', reason ? [`Reason: ${reason}`] : [], '', leg.branch);
  }

  #end(leg: Leg): void {
    leg.state = 'over';
    leg.cseq += 1;
    this.#ask(leg, 'BYE');
  }

  async #onMessage(socket: WebSocket, message: SipMessage): Promise<void> {
    const leg = this.#legs.get(headerOf(message, 'call-id'));
    if (message.first.startsWith('SIP/2.0')) {
      if (leg) await this.#answered(leg, message);
      return;
    }
    const [method = ''] = message.first.split(' ');
    this.received.push(`${method} ${userOf(headerOf(message, 'from'))}`);
    const answer = (status: string, more: readonly string[] = [], body = '') =>
      socket.send(answerTo(message, status, leg?.tag ?? short(), more, body));
    if (method === 'REGISTER') this.#register(socket, message, answer);
    else if (!leg) answer('481 No such call');
    else if (method === 'BYE') {
      leg.state = 'over';
      answer('200 OK');
    } else if (method === 'INVITE') {
      const sdp = await leg.call.media.offered(message.body);
      answer(
        '200 OK',
        [`Contact: <sip:${leg.call.from}@${this.domain};transport=ws>`, 'Content-Type: application/sdp'],
        sdp,
      );
    } else if (method === 'REFER') await this.#refer(leg, message, answer);
  }

  #register(socket: WebSocket, message: SipMessage, answer: (status: string, more?: readonly string[]) => void): void {
    const user = userOf(headerOf(message, 'to'));
    const proof = headerOf(message, 'authorization');
    const nonce = /nonce="([^"]+)"/.exec(proof)?.[1] ?? '';
    if (!this.#nonces.delete(nonce)) {
      const fresh = randomUUID();
      this.#nonces.add(fresh);
      return answer('401 Unauthorized', [
        `WWW-Authenticate: Digest realm="${this.domain}", nonce="${fresh}", algorithm=MD5, qop="auth"`,
      ]);
    }
    const password = this.passwords.get(user);
    if (password === undefined || !proof.includes(`username="${user}"`) || !isProved(proof, 'REGISTER', password)) {
      this.refused.push(user);
      return answer('403 Forbidden');
    }
    const contact = headerOf(message, 'contact');
    const expires = Number(/;expires=(\d+)/.exec(contact)?.[1] ?? (headerOf(message, 'expires') || 120));
    if (expires === 0) this.registered.delete(user);
    else this.registered.set(user, { socket, uri: /<([^>]+)>/.exec(contact)?.[1] ?? '' });
    return answer(
      '200 OK',
      expires === 0 ? [] : [`Contact: ${contact.replace(/;expires=\d+/, '')};expires=${expires}`],
    );
  }

  async #answered(leg: Leg, message: SipMessage): Promise<void> {
    const [, status = ''] = message.first.split(' ');
    if (!headerOf(message, 'cseq').endsWith('INVITE') || status.startsWith('1')) return;
    this.received.push(`${status} ${leg.user}`);
    leg.to = headerOf(message, 'to');
    if (status !== '200') {
      leg.state = 'over';
      return this.#ask(leg, 'ACK', [], '', leg.branch);
    }
    this.#ask(leg, 'ACK');
    leg.state = 'talking';
    for (const other of leg.call.legs)
      if (other.state === 'ringing') this.#cancel(other, 'SIP;cause=200;text="Call completed elsewhere"');
    await leg.call.media.answered(message.body);
  }

  async #refer(leg: Leg, message: SipMessage, answer: (status: string) => void): Promise<void> {
    answer('202 Accepted');
    const target = userOf(headerOf(message, 'refer-to'));
    leg.cseq += 1;
    this.#ask(
      leg,
      'NOTIFY',
      [
        `Event: refer;id=${headerOf(message, 'cseq').split(' ')[0]}`,
        'Subscription-State: terminated;reason=noresource',
        'Content-Type: message/sipfrag;version=2.0',
      ],
      target === this.helpNo ? 'SIP/2.0 200 OK\r\n' : 'SIP/2.0 404 Not Found\r\n',
    );
    if (target !== this.helpNo) return;
    this.#end(leg);
    await this.#fork(leg.call);
  }
}
