/** A tariff checked for whoever writes it through the calls, as the console checks it in its own browser. */
import { Worker } from 'node:worker_threads';
import type { Finding, LintContext, LintExample, LintStay } from '#domain/fee/lint-types.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { lintFee } from '#areas/fee/model/calls.ts';
import type { LintWork } from './lint-thread.ts';
import { placeOf } from './lot-place.ts';
import { completeRule, writtenRule } from './test-fee.ts';
import { versionOf } from './versions.ts';

/** A usual tariff takes a second or two. */
const MOST_MS = 20_000;
const MOST_THREADS = 2;
const HEAP_MB = 256;
let threads = 0;

/** @throws Refused `too_many` while others are checked, `rule_refused` where a check does not end in time */
async function linted(work: LintWork): Promise<readonly Finding[]> {
  if (threads >= MOST_THREADS) throw new Refused('too_many');
  threads += 1;
  const thread = new Worker(new URL('./lint-thread.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((then, fail) => {
      timer = setTimeout(
        () =>
          fail(ruleRefused(text('规则过于复杂，未能在时限内查完', 'The rule is too complex to be checked in time'))),
        MOST_MS,
      );
      thread.once('error', fail);
      thread.once('message', then);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
    threads -= 1;
  }
}

const stayAnswer = ({ inAt, outAt, fen }: LintStay): Record<string, unknown> => ({
  inTime: new Date(inAt).toISOString(),
  outTime: new Date(outAt).toISOString(),
  fen,
});

const exampleAnswer = ({ inAt, outAt, fen, others, ...known }: LintExample): Record<string, unknown> => ({
  ...stayAnswer({ inAt, outAt, fen }),
  others: others.map(stayAnswer),
  ...known,
});

const findingAnswer =
  (lang: Lang) =>
  ({ words, counterExample, example, ...finding }: Finding): Record<string, unknown> => ({
    ...finding,
    words: words[lang],
    ...(counterExample ? { counterExample: exampleAnswer(counterExample) } : {}),
    ...(example ? { example: exampleAnswer(example) } : {}),
  });

type LintInput = { FeeRuleID?: string | null; parkId?: string | null; rule?: unknown; zone?: string | null };

/** The rule written down in the call, else the version named, and the lot it is for. */
async function lintWork(work: Work): Promise<LintWork> {
  const { FeeRuleID, parkId, rule, zone } = work.input as LintInput;
  let [written, lot]: [FeeRule | null, string | null] = [null, parkId ?? null];
  if (rule !== null && rule !== undefined) written = writtenRule(rule, 'rule');
  else if (FeeRuleID) {
    const version = await versionOf(FeeRuleID, work);
    [written, lot] = [completeRule(version), version.parkId];
  }
  if (!written)
    throw new Refused('bad_input', {}, [
      { field: 'rule', msg: text('请给出规则内容或规则编号', 'Please give a rule, or name one') },
    ]);
  if (lot === null) return { rule: written, context: { zone: zone ?? work.person.zone } };
  const { holidays, workdays, eventDays, zone: own } = await placeOf(work.db, lot, null);
  const known = holidays.length + workdays.length + eventDays.length > 0;
  const context: LintContext = {
    zone: own ?? work.person.zone,
    ...(known ? { calendar: { holidays, workdays, eventDays } } : { calendarEmpty: true }),
  };
  return { rule: written, context };
}

export const lintServed: Served[] = [
  serve(
    lintFee,
    async (plain) => {
      const work = plain;
      const found = await work.database.read(scopeOf(work.person), (db) => lintWork({ ...work, db }));
      const findings = await linted(found);
      return { zone: found.context.zone, findings: findings.map(findingAnswer(work.lang)) };
    },
    { mode: 'open' },
  ),
];
