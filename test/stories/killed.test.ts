/**
 * The short form of `npm run trial`: server and engine are killed in the middle of work, and nothing that was
 * acknowledged is gone.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killed } from '#test/trial/killed.ts';

test(
  'server and engine killed while devices send, drivers pay and clerks write and store files: everything acknowledged is there once, and the ledger is zero',
  { skip: process.env['GATEHOUSE_TEST_DATABASE_URL'] ? 'runs an engine of its own' : false },
  async (t) => {
    const { events, changes, files, serverKills, engineKills, wrong, ledgerSumFen, paidFen, backMs } = await killed({
      kills: 3,
      seconds: 30,
      lots: 2,
      faults: ['duplicate', 'late'],
      seed: 'story',
      log: (line) => t.diagnostic(line),
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual([serverKills, engineKills, ledgerSumFen], [2, 1, 0]);
    assert.ok(
      events > 200 && changes > 20 && files > 20 && paidFen > 0,
      `${events} events, ${changes} changes, ${files} files, ${paidFen} fen`,
    );
    t.diagnostic(
      `${events} events and ${changes} changes and ${files} files acknowledged, ${paidFen} fen paid; back in ${backMs.join(', ')} ms`,
    );
  },
);
