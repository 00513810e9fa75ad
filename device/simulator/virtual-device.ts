/**
 * One device on MQTT as a real one would be: numbers its events without a gap, keeps what is not acknowledged and sends
 * it again, answers commands, beats every thirty seconds. Its numbers live in the state file, so they never restart.
 */
import { connect, connectAsync } from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { downTopic, upTopic } from '#device/topics.ts';
import type { HeldList } from '#domain/lane/held-list.ts';
import { journalStatus, makeRoom, STORAGE_BYTES } from './journal.ts';
import type { Journal } from './journal.ts';

export type DeviceMemory = {
  readonly sn: string;
  secret: string;
  /** Number of the last event. */
  seq: number;
  /** Number of the last vehicle. */
  passing: number;
  /** Events made and not acknowledged, by number: sent first after a restart. */
  waiting: Journal;
  /** Whom a camera lets in by itself while it is cut off; absent before it was sent a list. */
  list?: HeldList;
};

export type Command = {
  readonly name: string;
  readonly id: string;
  readonly until: number;
  readonly payload: Readonly<Record<string, unknown>>;
};
export type Done = { readonly ok: boolean; readonly error?: string; readonly result?: unknown };
export type Tally = { made: number; acknowledged: number; repeated: number; answered: number };
export type Sending = { readonly twice?: boolean; readonly delayMs?: number };

const BEAT_MS = 30_000;
const AGAIN_MS = 300;
const REMEMBERED_COMMANDS = 200;
/** Commands that only show or announce something: nobody waits for their answer. */
const SILENT = new Set(['park', 'show', 'speak', 'ask', 'call']);

const logOn = ({ sn, secret }: DeviceMemory): IClientOptions => ({
  username: sn,
  password: secret,
  clientId: sn,
  clean: true,
  reconnectPeriod: 500,
  reconnectOnConnackError: true,
  connectTimeout: 10_000,
  keepalive: 60,
});

const pause = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

export class VirtualDevice {
  readonly memory: DeviceMemory;
  /** Called once for each command, not for its repetitions. */
  onCommand: (command: Command) => Done = () => ({ ok: false, error: 'not understood' });
  /** What its heartbeats report besides. */
  saysBesides: () => Record<string, unknown> = () => ({});
  /** How often each answer arrives: 0 is lost on its way. */
  answers: () => number = () => 1;
  /** Room for what is not acknowledged, bytes. */
  storage = STORAGE_BYTES;
  #client: MqttClient;
  readonly #url: string;
  readonly #tally: Tally;
  /** Publishes without an acknowledgement yet, by how to give them up. */
  readonly #underWay = new Set<(error: Error) => void>();
  readonly #done = new Map<string, Done>();
  readonly #beating: NodeJS.Timeout;
  #idle: (() => void)[] = [];
  #held: (() => void)[] = [];
  /** Off the network, or on its way back: nothing is sent before the first heartbeat. */
  #away = false;
  #coming = false;
  #closed = false;

  /** Logs on, listens for commands, and sends what the last run left. */
  static async open(url: string, memory: DeviceMemory, tally: Tally): Promise<VirtualDevice> {
    const device = new VirtualDevice(url, await connectAsync(url, logOn(memory)), memory, tally);
    await device.#listen();
    device.#beat();
    const before = Object.keys(memory.waiting)
      .map(Number)
      .sort((a, b) => a - b);
    tally.made += before.length;
    for (const seq of before) void device.#deliver(seq, false);
    return device;
  }

  constructor(url: string, client: MqttClient, memory: DeviceMemory, tally: Tally) {
    this.memory = memory;
    this.#url = url;
    this.#client = client;
    this.#tally = tally;
    this.#attach();
    this.#beating = setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  /** Makes the next event; resolves when the server has acknowledged it. `at` epoch ms by the device's clock. */
  async event(message: string, at: number, fields: Record<string, unknown>, how: Sending = {}): Promise<void> {
    this.memory.seq += 1;
    this.#tally.made += 1;
    const { seq } = this.memory;
    this.memory.waiting[seq] = { message, payload: { at: new Date(at).toISOString(), ...fields } };
    makeRoom(this.memory.waiting, this.storage);
    if (how.delayMs) await pause(how.delayMs);
    await this.#deliver(seq, how.twice ?? false);
  }

  /** Whether it is off the network now. */
  get isAway(): boolean {
    return this.#away;
  }

  /** Leaves the network: events are kept until it is back. */
  async cutOff(): Promise<void> {
    if (this.#away && !this.#coming) return;
    [this.#away, this.#coming] = [true, false];
    const ended = this.#client.endAsync(true);
    for (const giveUp of this.#underWay) giveUp(new Error('cut off'));
    this.#underWay.clear();
    await ended;
  }

  comeBack(): void {
    if (!this.#away || this.#coming) return;
    this.#coming = true;
    this.#client = connect(this.#url, logOn(this.memory));
    this.#attach();
  }

  /** Resolves when all events are acknowledged. */
  settled(): Promise<void> {
    return Object.keys(this.memory.waiting).length === 0
      ? Promise.resolve()
      : new Promise((then) => {
          this.#idle.push(then);
        });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beating);
    await this.#client.endAsync(true);
  }

  #attach(): void {
    this.#client.on('error', () => undefined); // it connects again by itself
    this.#client.on('connect', () => {
      void this.#listen();
      this.#beat();
      [this.#away, this.#coming] = [false, false];
      for (const then of this.#held.splice(0)) then();
    });
    this.#client.on('message', (topic, payload) => this.#receive(topic, payload));
  }

  /** A client that is ended forgets what it had under way without a word, so that is given up here. */
  #put(message: string, payload: string): Promise<void> {
    return new Promise((then, fail) => {
      this.#underWay.add(fail);
      this.#client.publish(upTopic(this.memory.sn, message), payload, { qos: 1 }, (error) => {
        this.#underWay.delete(fail);
        if (error) fail(error);
        else then();
      });
    });
  }

  /** Until it is acknowledged: a connection that breaks is no answer. */
  async #deliver(seq: number, twice: boolean): Promise<void> {
    const kept = this.memory.waiting[seq];
    if (!kept) return;
    for (;;) {
      while (this.#away)
        await new Promise<void>((then) => {
          this.#held.push(then);
        });
      const payload = JSON.stringify({ seq, ...kept.payload });
      try {
        await (twice
          ? Promise.all([this.#put(kept.message, payload), this.#put(kept.message, payload)])
          : this.#put(kept.message, payload));
        break;
      } catch {
        if (this.#closed) return;
        await pause(AGAIN_MS);
      }
    }
    if (twice) this.#tally.repeated += 1;
    this.#tally.acknowledged += 1;
    delete this.memory.waiting[seq];
    if (Object.keys(this.memory.waiting).length === 0) for (const then of this.#idle.splice(0)) then();
  }

  async #listen(): Promise<void> {
    await this.#client.subscribeAsync(downTopic(this.memory.sn, '#'), { qos: 1 }).catch(() => undefined); // broken off: repeated on the next connection
  }

  #receive(topic: string, payload: Buffer): void {
    const name = topic.slice(topic.lastIndexOf('/') + 1);
    const { id, until, ...rest } = JSON.parse(payload.toString()) as { id: string; until: string };
    const before = this.#done.get(id);
    if (before) return this.#answer(id, name, before);
    if (Date.parse(until) < Date.now()) return this.#answer(id, name, { ok: false, error: 'too late' });
    const done = this.onCommand({ name, id, until: Date.parse(until), payload: rest });
    this.#done.set(id, done);
    if (this.#done.size > REMEMBERED_COMMANDS) this.#done.delete(this.#done.keys().next().value!);
    this.#answer(id, name, done);
  }

  #answer(id: string, name: string, outcome: Done): void {
    if (SILENT.has(name)) return;
    this.#tally.answered += 1;
    // A lost answer is recovered by repeating the command.
    const answer = JSON.stringify({ seq: this.memory.seq, at: new Date().toISOString(), id, ...outcome });
    for (let copies = this.answers(); copies > 0; copies -= 1) this.#put('answer', answer).catch(() => undefined);
  }

  #beat(): void {
    if (!this.#client.connected) return;
    const queued = Object.keys(this.memory.waiting).length;
    this.#client.publish(
      upTopic(this.memory.sn, 'heartbeat'),
      JSON.stringify({
        seq: this.memory.seq,
        at: new Date().toISOString(),
        firmware: 'simulator 1.0',
        queued,
        ...journalStatus(this.memory.waiting, this.storage),
        ...this.saysBesides(),
      }),
      { qos: 1 },
    );
  }
}
