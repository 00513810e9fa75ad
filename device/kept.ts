/**
 * An external broker that was restarted may have forgotten shared subscriptions (Mosquitto does): what devices send
 * before the first server is back would be acknowledged and given to nobody. A plain subscription it remembers. So
 * there is one session of all events besides, held by one server at a time. What comes there is received until the
 * shared subscription is known to stand, by a mark that comes behind everything sent before, and dropped from then on.
 * What is received both ways counts once, by its number.
 */
import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import type { Done, Log } from './types.ts';
import type { Session } from './siblings.ts';
import { ALL_UP, KEPT_BEAT, KEPT_MARK } from './topics.ts';

export type KeptOptions = {
  readonly own: string;
  /** The server's own connection: on it servers announce who holds the session. */
  readonly main: MqttClient;
  /** Opens the session all servers know by this name; it is not to come back by itself where another takes it. */
  readonly open: (name: string, receive: (topic: string, payload: Buffer, done: Done) => void) => Session;
  readonly receive: (topic: string, payload: Buffer, done: Done) => void;
  /** How long no other server has claimed the session before this one does, ms; each waits up to twice as long. */
  readonly patienceMs: number;
  readonly log: Log;
};

export type Kept = {
  /** The shared subscription stands on this connection. */
  readonly shared: () => void;
  readonly renewed: (holder: string) => void;
  /** Whether this server holds the session and lets go what comes, as it should be most of the time. */
  readonly idle: () => boolean;
  readonly close: () => Promise<void>;
};

const NAME = 'gatehouse-kept';
const BEATS_IN_PATIENCE = 3;
/** A server that took the session over has announced it by then. */
const AFTER_CLOSE_MS = 1_000;

export function kept({ own, main, open, receive, patienceMs, log }: KeptOptions): Kept {
  let held: Session | null = null;
  let [closed, standing, subscribed, past] = [false, false, false, false];
  let mark = '';
  let timer: NodeJS.Timeout | undefined;

  const wait = (ms: number): void => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(take, ms * (1 + Math.random())).unref();
  };
  const sendMark = (): void => {
    if (!standing || !subscribed) return;
    mark = randomUUID();
    main.publish(KEPT_MARK, mark, { qos: 1 });
  };
  const beat = (): void => {
    if (held?.client.connected && main.connected) main.publish(KEPT_BEAT, own, { qos: 0 });
  };
  const beating = setInterval(beat, patienceMs / BEATS_IN_PATIENCE).unref();
  main.on('close', () => {
    standing = false;
  });

  function take(): void {
    if (closed || held) return;
    if (!main.connected) return wait(AFTER_CLOSE_MS);
    [past, subscribed] = [false, false];
    mark = ''; // one sent before may still lie in the queue, or be sent again, and shows nothing of the present
    const session = open(NAME, (topic, payload, done) => {
      if (topic === KEPT_MARK) past ||= payload.toString() === mark;
      else if (!past) return receive(topic, payload, done);
      done(null);
    });
    held = session;
    session.client.once('connect', () => {
      beat();
      session.client.subscribe({ [ALL_UP]: { qos: 1 }, [KEPT_MARK]: { qos: 1 } }, (error) => {
        if (error) return log.error({ err: error }, 'outside broker refused to keep events');
        subscribed = true;
        sendMark();
      });
    });
    session.client.once('close', () => {
      held = null;
      void session.close();
      wait(AFTER_CLOSE_MS);
    });
  }

  wait(patienceMs);
  return {
    shared: () => {
      standing = true;
      sendMark();
    },
    renewed: (holder) => {
      if (holder !== own && !held) wait(patienceMs);
    },
    idle: () => held !== null && past,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(beating);
      await held?.close();
    },
  };
}
