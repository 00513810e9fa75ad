/** A collector's handheld: a journal of chained entries that is sent whenever there is a network. */
import { randomUUID } from 'node:crypto';
import { chained, firstLink } from '#domain/berth/journal.ts';
import type { ChainedEntry } from '#domain/berth/journal.ts';
import { must } from './server.ts';
import type { Server } from './server.ts';
import { sha256 } from './setup.ts';
import type { Worker } from './setup.ts';

const BATCH = 50;

export type Result = {
  readonly seq: number;
  readonly outcome: string;
  readonly reason?: string;
  readonly amountFen?: number;
  readonly owedFen?: number;
  readonly stayId?: string | null;
};
/** What an entry was and when it was truly done. */
export type Noted = {
  readonly seq: number;
  readonly kind: string;
  readonly at: number;
  readonly offline: boolean;
  readonly body: object;
};

export class Handheld {
  readonly worker: Worker;
  readonly results: Result[] = [];
  readonly faults: unknown[] = [];
  readonly noted: Noted[] = [];
  readonly #clockMs: number;
  #queue: ChainedEntry[] = [];
  #head: string;
  #seq = 0;
  #syncedAt: number;

  /** @param clockMs - how far its clock is ahead */
  constructor(worker: Worker, clockMs: number, now: number) {
    this.worker = worker;
    this.#clockMs = clockMs;
    this.#syncedAt = now;
    this.#head = firstLink(worker.installation);
  }

  /** Writes down what is done at a true instant. */
  note(kind: string, at: number, body: Readonly<Record<string, unknown>>, offline: boolean): void {
    this.#seq += 1;
    const entry = chained(
      {
        installation: this.worker.installation,
        seq: this.#seq,
        id: randomUUID(),
        kind,
        userId: this.worker.id,
        wallAt: at + this.#clockMs,
        monotonicMs: Math.max(0, at - this.#syncedAt),
        body: JSON.stringify({ ...body, sync: { at: this.#syncedAt, offsetMs: this.#clockMs } }),
      },
      this.#head,
      sha256,
    );
    this.#head = entry.hash;
    this.#queue.push(entry);
    this.noted.push({ seq: this.#seq, kind, at, offline, body });
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Sends all that is queued; the last ones of the batch before come again, as when an answer was lost. */
  async send(server: Server, now: number): Promise<void> {
    let again: ChainedEntry[] = [];
    while (this.#queue.length > 0) {
      const fresh = this.#queue.slice(0, BATCH - again.length);
      const { acked, results, faults } = await must<{ acked: number; results: Result[]; faults: unknown[] }>(
        server,
        'POST',
        '/api/gatehouse/handheld/deeds',
        {
          deviceId: this.worker.deviceId,
          installation: this.worker.installation,
          wallAt: now + this.#clockMs,
          queued: this.#queue.length,
          appVersion: '1.0.0',
          deeds: [...again, ...fresh],
        },
        { as: this.worker.token },
      );
      const first = fresh[0]!.seq;
      this.results.push(...results.filter(({ seq }) => seq >= first));
      this.faults.push(...faults);
      this.#queue = this.#queue.filter(({ seq }) => seq > acked);
      again = fresh.slice(-2);
    }
    this.#syncedAt = now;
  }
}
