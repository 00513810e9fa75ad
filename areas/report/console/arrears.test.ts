import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrearsFigure } from './arrears.ts';

test('a day on which more of earlier debts came in than was left owing shows what was recovered, not a minus', () => {
  assert.deepEqual([arrearsFigure(1_200).title.en, arrearsFigure(1_200).fen], ['Unpaid today', 1_200]);
  assert.deepEqual([arrearsFigure(0).title.en, arrearsFigure(0).fen], ['Unpaid today', 0]);
  assert.deepEqual(
    [arrearsFigure(-14_600).title.en, arrearsFigure(-14_600).fen],
    ['Earlier debts recovered today', 14_600],
  );
});
