/**
 * Waits of tests for what comes by itself: a message over MQTT, a round, another process. On a busy machine it comes
 * late, which is no failure; only what never comes is one.
 */
import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';

export const PATIENCE_MS = 120_000;

type Look = () => Promise<boolean> | boolean;
type Waiting = {
  /** What did not come. */ readonly what?: () => string;
  readonly everyMs?: number;
  /** Done before each look, as a server does it in rounds. */ readonly each?: () => Promise<unknown>;
};

/** Looks every `everyMs` until `holds`. @throws after two minutes, with `what` */
export async function until(holds: Look, { what, everyMs = 20, each }: Waiting = {}): Promise<void> {
  for (const from = performance.now(); ; await later(everyMs)) {
    await each?.();
    if (await holds()) return;
    assert.ok(performance.now() - from < PATIENCE_MS, what?.() ?? `it did not come to this within ${PATIENCE_MS} ms`);
  }
}
