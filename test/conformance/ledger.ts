import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

/** Collects breaches and what was looked at; fails with all of them. */
export function ledger(t: TestContext) {
  const breaches: string[] = [];
  const passed: string[] = [];
  let looked = 0;
  return {
    look: () => {
      looked += 1;
    },
    breach: (breach: string) => breaches.push(breach),
    pass: (pass: string) => passed.push(pass),
    close: (what: string) => {
      t.diagnostic(
        `${looked} ${what}, ${breaches.length} breaches${passed.length > 0 ? `, ${passed.length} passed over: ${passed.slice(0, 30).join('; ')}` : ''}`,
      );
      assert.ok(looked > 0, 'nothing was looked at');
      assert.deepEqual(breaches.slice(0, 60), [], `${breaches.length} breaches`);
    },
  };
}

/** An answer in short, for the ledger. */
export const summaryOf = (answer: { status: number; body: any }) =>
  `${answer.status} ${answer.body?.error ?? ''} ${String(answer.body?.msg ?? '').slice(0, 80)} ${JSON.stringify(answer.body?.errors ?? '').slice(0, 200)}`;
