/**
 * A seat's phone: registered at the company's SIP server while the seat is on duty. It rings and answers by the desk,
 * which alone decides whose call it is; the phone reports callers to it. Loaded only where there is a SIP
 * server.
 */
import { UA, WebSocketInterface } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession.js';
import type { IncomingRequest } from 'jssip/lib/SIPMessage.js';
import type { IncomingRTCSessionEvent } from 'jssip/lib/UA.js';
import type { SeatDesk } from './desk.ts';
import { qualityOf } from './quality.ts';
import type { Quality } from './quality.ts';

export type Login = {
  readonly wssUrl: string;
  readonly uri: string;
  readonly user: string;
  readonly realm: string;
  readonly ha1: string | null;
  readonly helpNo: string;
  readonly domain: string;
  readonly stunUrl: string | null;
  /** What the address of a document carries that may connect there. */
  readonly policy: string;
};
export type Line = 'connecting' | 'on' | 'refused' | 'lost';
export type Talk = {
  readonly gateId: string;
  readonly isHeld: boolean;
  readonly isMuted: boolean;
  readonly quality: Quality | null;
};
export type PhoneShown = {
  readonly line: Line;
  /** Lanes whose intercom calls and is not answered here yet. */
  readonly rings: readonly string[];
  readonly talk: Talk | null;
};
type Outcome = 'talked' | 'handedOver' | 'dropped' | 'failed';
type VoiceReport = {
  readonly callId: string;
  readonly outcome: Outcome;
  readonly seconds: number;
} & Partial<Quality> & {
    readonly recording?: string;
  };
/** What the phone reports to the server. */
export type PhoneCallbacks = {
  readonly ring: (extension: string) => Promise<{ readonly gateId: string; readonly callId: string | null }>;
  readonly left: (callId: string) => void;
  readonly end: (callId: string) => void;
  readonly reported: (how: VoiceReport) => void;
};

type Held = {
  readonly session: RTCSession;
  readonly recording: string | null;
  gateId: string | null;
  callId: string | null;
  seenAt: number;
  isAnswered: boolean;
  isHandedOver: boolean;
  isMuted: boolean;
  isHeld: boolean;
  quality: Quality | null;
  beat: ReturnType<typeof setInterval> | undefined;
};

/** A call the desk no longer knows is let go after so long: the answer of an older question may still be on its way. */
const GRACE_MS = 5_000;
const QUALITY_MS = 2_000;
/** Candidates that come later than this are few and rarely the ones that are used. */
const GATHER_MS = 500;
/** The reason a server gives when somebody else answered the call (RFC 3326). */
const ELSEWHERE = /cause\s*=\s*200/i;

export class Phone {
  readonly #ua: UA;
  readonly #login: Login;
  readonly #callbacks: PhoneCallbacks;
  readonly #changed: (shown: PhoneShown) => void;
  readonly #sound = new Audio();
  readonly #calls = new Set<Held>();
  #line: Line = 'connecting';
  #desk: SeatDesk | null = null;

  constructor(login: Login, callbacks: PhoneCallbacks, changed: (shown: PhoneShown) => void) {
    this.#login = login;
    this.#callbacks = callbacks;
    this.#changed = changed;
    this.#sound.autoplay = true;
    const { wssUrl, uri, user, realm, ha1 } = login;
    this.#ua = new UA({
      sockets: [new WebSocketInterface(wssUrl)],
      uri,
      authorization_user: user,
      realm,
      ...(ha1 ? { ha1 } : {}),
      register_expires: 120,
      session_timers: false,
      connection_recovery_max_interval: 15,
      user_agent: 'Gatehouse',
    });
    this.#ua.on('registered', () => this.#lineIs('on'));
    // Also reported after a connection is lost and stays lost.
    this.#ua.on('unregistered', () => this.#lineIs(this.#ua.isConnected() ? 'connecting' : 'lost'));
    this.#ua.on('disconnected', () => this.#lineIs('lost'));
    this.#ua.on('registrationFailed', ({ response }) => this.#lineIs(response ? 'refused' : 'lost'));
    this.#ua.on('newRTCSession', ({ session, request }: IncomingRTCSessionEvent) => {
      if (String(session.direction) === 'incoming') void this.#take(session, request);
    });
    this.#ua.start();
  }

  stop(): void {
    for (const held of this.#calls) this.#endOf(held);
    this.#ua.stop();
    this.#sound.srcObject = null;
  }

  /** Answers what the seat has taken, and lets go what nobody waits for any more. */
  deskChanged(desk: SeatDesk, now = Date.now()): void {
    this.#desk = desk;
    for (const held of this.#calls) {
      if (held.gateId === null) continue;
      const { own } = desk;
      const mine = own?.gateId === held.gateId ? own : null;
      const known = mine ?? desk.queue.find(({ gateId }) => gateId === held.gateId) ?? null;
      if (held.isAnswered ? mine?.callId === held.callId : known !== null) held.seenAt = now;
      if (!held.isAnswered && known) held.callId = known.callId;
      if (!held.isAnswered && mine?.state === 'talking') this.#answer(held);
      else if (now - held.seenAt > GRACE_MS && !held.isHandedOver) this.#letGo(held);
    }
    this.#show();
  }

  hangUp(callId: string): void {
    const held = this.#talkOf(callId);
    if (held) this.#endOf(held);
  }

  /** Back to the number that rings at all seats, whichever of them the desk chose. */
  handOver(callId: string, failed: () => void): void {
    const held = this.#talkOf(callId);
    if (!held) return;
    held.isHandedOver = true;
    const lost = () => {
      failed();
      this.#endOf(held);
    };
    held.session.refer(`sip:${this.#login.helpNo}@${this.#login.domain}`, {
      eventHandlers: { requestFailed: lost, failed: lost, accepted: () => this.#endOf(held) },
    });
  }

  mute(): void {
    const held = this.#talking();
    if (!held) return;
    if (held.isMuted) held.session.unmute({ audio: true });
    else held.session.mute({ audio: true });
    held.isMuted = !held.isMuted;
    this.#show();
  }

  hold(): void {
    const held = this.#talking();
    if (!held) return;
    if (held.isHeld) held.session.unhold();
    else held.session.hold();
  }

  #talking = (): Held | undefined => [...this.#calls].find(({ session }) => session.isEstablished());
  #talkOf = (callId: string): Held | undefined =>
    [...this.#calls].find((held) => held.callId === callId && held.isAnswered);

  #lineIs(line: Line): void {
    this.#line = line;
    this.#show();
  }

  #show(): void {
    const talk = this.#talking();
    this.#changed({
      line: this.#line,
      rings: [...this.#calls].flatMap(({ isAnswered, gateId }) => (!isAnswered && gateId ? [gateId] : [])),
      talk: talk?.gateId
        ? { gateId: talk.gateId, isHeld: talk.isHeld, isMuted: talk.isMuted, quality: talk.quality }
        : null,
    });
  }

  async #take(session: RTCSession, request: IncomingRequest): Promise<void> {
    const held: Held = {
      session,
      recording: request.getHeader('X-Recording-Url') || null,
      gateId: null,
      callId: null,
      seenAt: Date.now(),
      isAnswered: false,
      isHandedOver: false,
      isMuted: false,
      isHeld: false,
      quality: null,
      beat: undefined,
    };
    this.#calls.add(held);
    this.#follow(held);
    try {
      const { gateId, callId } = await this.#callbacks.ring(request.from.uri.user);
      Object.assign(held, { gateId, callId, seenAt: Date.now() });
      // The driver hung up while his call was being reported to the server.
      if (!this.#calls.has(held) && callId) this.#callbacks.left(callId);
      if (this.#desk) this.deskChanged(this.#desk);
    } catch {
      this.#letGo(held, 404);
    }
  }

  #follow(held: Held): void {
    const { session } = held;
    session.on('icecandidate', ({ ready }) => void setTimeout(ready, GATHER_MS));
    session.on('peerconnection', ({ peerconnection }) => {
      peerconnection.addEventListener('track', ({ streams, track }) => {
        this.#sound.srcObject = streams[0] ?? new MediaStream([track]);
      });
    });
    session.on('confirmed', () => {
      held.beat = setInterval(() => void this.#measure(held), QUALITY_MS);
      this.#show();
    });
    session.on('hold', ({ originator }) => this.#heldIs(held, originator, true));
    session.on('unhold', ({ originator }) => this.#heldIs(held, originator, false));
    session.on('failed', ({ originator, message }) => {
      if (held.isAnswered) this.#over(held, 'failed');
      else if (String(originator) === 'remote' && held.callId && !ELSEWHERE.test(message?.getHeader('Reason') ?? ''))
        this.#callbacks.left(held.callId);
      this.#forget(held);
    });
    session.on('ended', ({ originator, cause }) => {
      const isPlain = cause === 'Terminated';
      this.#over(held, held.isHandedOver ? 'handedOver' : isPlain ? 'talked' : 'dropped');
      if (String(originator) === 'remote' && isPlain && !held.isHandedOver && held.callId)
        this.#callbacks.end(held.callId);
      this.#forget(held);
    });
  }

  #heldIs(held: Held, originator: unknown, isHeld: boolean): void {
    if (String(originator) === 'local') held.isHeld = isHeld;
    this.#show();
  }

  #answer(held: Held): void {
    held.isAnswered = true;
    const { stunUrl } = this.#login;
    held.session.answer({
      mediaConstraints: { audio: true, video: false },
      pcConfig: { iceServers: stunUrl ? [{ urls: stunUrl }] : [] },
    });
  }

  async #measure(held: Held): Promise<void> {
    held.quality = qualityOf([...(await held.session.connection.getStats()).values()] as readonly RTCStats[]);
    this.#show();
  }

  #over({ callId, session, quality, recording }: Held, outcome: Outcome): void {
    if (!callId) return;
    const from = session.start_time?.getTime() ?? Date.now();
    const seconds = outcome === 'failed' ? 0 : Math.max(0, Math.round((Date.now() - from) / 1_000));
    this.#callbacks.reported({ callId, outcome, seconds, ...quality, ...(recording ? { recording } : {}) });
  }

  /** Nobody of ours takes it: the server goes on to whoever it knows besides. */
  #letGo(held: Held, code = 480): void {
    if (held.session.isEnded()) return this.#forget(held);
    held.session.terminate(held.isAnswered ? {} : { status_code: code });
  }

  #endOf(held: Held): void {
    if (held.session.isEnded()) this.#forget(held);
    else this.#letGo(held);
  }

  #forget(held: Held): void {
    clearInterval(held.beat);
    this.#calls.delete(held);
    if (!this.#talking()) this.#sound.srcObject = null;
    this.#show();
  }
}
