import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import type { MqttClient } from 'mqtt';
import { kept } from './kept.ts';
import { KEPT_BEAT, KEPT_MARK } from './topics.ts';

const quiet = { error: () => undefined, info: () => undefined };
const EVENT = 'gatehouse/v1/cam-1/up/plate';

/** A broker's two ends of it: what is published on the main connection, and the sessions that are opened, by hand. */
function rig(patienceMs = 10) {
  const sent: { topic: string; payload: string }[] = [];
  const received: string[] = [];
  const sessions: {
    client: EventEmitter & { subscribe: (topics: unknown, then: (error: Error | null) => void) => void };
    deliver: (topic: string, payload: string) => void;
  }[] = [];
  const opened = new EventEmitter();
  const main = Object.assign(new EventEmitter(), {
    connected: true,
    publish: (topic: string, payload: string) => {
      sent.push({ topic, payload });
    },
  });
  const made = kept({
    own: 'one',
    main: main as unknown as MqttClient,
    patienceMs,
    log: quiet,
    receive: (_, payload, done) => {
      received.push(payload.toString());
      done(null);
    },
    open: (_, receive) => {
      const client = Object.assign(new EventEmitter(), {
        connected: true,
        subscribe: (__: unknown, then: (error: Error | null) => void) => then(null),
      });
      sessions.push({ client, deliver: (topic, payload) => receive(topic, Buffer.from(payload), () => undefined) });
      opened.emit('session');
      return { client, close: async () => undefined } as never;
    },
  });
  const marks = () => sent.filter(({ topic }) => topic === KEPT_MARK).map(({ payload }) => payload);
  return { made, sent, received, sessions, opened, marks };
}

test('what comes is received until the own mark comes behind it, and let go from then on', async () => {
  const { made, received, sessions, opened, marks } = rig();
  await once(opened, 'session');
  const [session] = sessions;
  session!.client.emit('connect');
  session!.deliver(EVENT, 'before the shared subscription stands');
  made.shared();
  assert.equal(marks().length, 1);
  session!.deliver(EVENT, 'sent before the mark');
  assert.equal(made.idle(), false);
  session!.deliver(KEPT_MARK, marks()[0]!);
  session!.deliver(EVENT, 'comes by the shared subscription too');
  assert.deepEqual(received, ['before the shared subscription stands', 'sent before the mark']);
  assert.equal(made.idle(), true);
  await made.close();
});

test('a mark of an earlier connection, still queued or sent again, ends nothing', async () => {
  const { made, received, sessions, opened, marks } = rig();
  await once(opened, 'session');
  sessions[0]!.client.emit('connect');
  made.shared();
  const [early] = marks();
  const again = once(opened, 'session');
  sessions[0]!.client.emit('close');
  await again;
  const second = sessions[1]!;
  second.deliver(KEPT_MARK, early!);
  second.deliver(EVENT, 'queued while nobody was there');
  second.client.emit('connect');
  second.deliver(KEPT_MARK, early!);
  second.deliver(EVENT, 'queued behind the old mark');
  assert.deepEqual(received, ['queued while nobody was there', 'queued behind the old mark']);
  second.deliver(KEPT_MARK, marks().at(-1)!);
  assert.equal(made.idle(), true);
  await made.close();
});

test('a server that sees another hold the session does not take it, and the holder announces it', async () => {
  const { made, sent, sessions, opened } = rig(400);
  for (let nth = 0; nth < 15; nth += 1) {
    made.renewed('two');
    await new Promise((then) => {
      setTimeout(then, 60);
    });
  }
  assert.equal(sessions.length, 0);
  await once(opened, 'session');
  sessions[0]!.client.emit('connect');
  assert.ok(sent.some(({ topic, payload }) => topic === KEPT_BEAT && payload === 'one'));
  await made.close();
});
