/** What was proposed against calls is decided by a person. */
import { dayOf } from '#domain/time/day.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { park } from '#areas/lot/model/park.ts';

/** Decided: the lane may be proposed anew, once what was done has had its time. */
export const fixEffects: Record<string, Effect> = {
  carryOut: async (row, { doneDay }, work) => {
    const lot = await rowOf(park, String((row as Record<string, unknown>)['parkId']), work.db);
    const today = dayOf(work.now.getTime(), String(lot.zone ?? 'Asia/Shanghai'));
    if (String(doneDay) > today)
      throw new Refused('bad_input', {}, [
        { field: 'doneDay', msg: text('实施日不能晚于今天', 'Not later than today') },
      ]);
    return { doneDay, openKey: null };
  },
  dismiss: async () => ({ openKey: null }),
};
