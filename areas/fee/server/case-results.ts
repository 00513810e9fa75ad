/** The worked cases of a family, priced by a version. */
import { asc } from 'drizzle-orm';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { Refused } from '#kit/declare/refused.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { feeCase } from '#areas/fee/model/fee-case.ts';
import type { refusals } from '#areas/fee/model/fee-case.ts';
import { placeOf } from './lot-place.ts';
import type { Place } from './lot-place.ts';
import { completeRule } from './test-fee.ts';
import { answeredLines, tried } from './tried.ts';
import type { Trial } from './tried.ts';
import { ofFamily } from './versions.ts';
import type { Family, Version } from './versions.ts';

type Refusal = keyof typeof refusals;
export type StoredCase = Family & {
  id: string;
  name: string;
  inTime: string;
  outTime: string;
  carKind: string | null;
  context: unknown;
  expectFen: number | null;
  expectRefusal: Refusal | null;
  remark: string | null;
};

export type CaseResult = {
  readonly id: string;
  readonly name: string;
  readonly ok: boolean;
  readonly expectFen: number | null;
  readonly expectRefusal: Refusal | null;
  readonly gotFen: number | null;
  readonly gotRefusal: Refusal | null;
  readonly why: string | null;
  readonly lines: readonly Record<string, unknown>[];
};

const c = tableOf(feeCase);

export const casesOf = async (family: Family, work: Work): Promise<StoredCase[]> =>
  (await work.db
    .select()
    .from(c)
    .where(scoped(feeCase, work.db.scope, ofFamily(c, family)))
    .orderBy(asc(c.createdAt!), asc(c.id!))) as StoredCase[];

/** Each case of the version's family with what the version makes of it, in fen. */
export async function resultsOf(version: Version, work: Work): Promise<CaseResult[]> {
  const cases = await casesOf(version, work);
  if (cases.length === 0) return [];
  const [rule, place] = [completeRule(version), await placeOf(work.db, version.parkId, version.carModelId)];
  return cases.map(({ id, name, expectFen, expectRefusal, ...trial }) => {
    const got = answerOf(rule, trial, place, work);
    return {
      id,
      name,
      expectFen,
      expectRefusal,
      ...got,
      ok: got.gotFen === expectFen && got.gotRefusal === expectRefusal,
    };
  });
}

type Answer = Pick<CaseResult, 'gotFen' | 'gotRefusal' | 'why' | 'lines'>;

/** A stay too long for the rule to be tried is no answer, and the case does not hold. */
function answerOf(rule: FeeRule, trial: Trial, place: Place, { lang }: Work): Answer {
  try {
    const { priced } = tried(rule, trial, place);
    if (isFeeRefusal(priced)) return { gotFen: null, gotRefusal: priced.refused, why: priced.words[lang], lines: [] };
    return { gotFen: priced.totalFen, gotRefusal: null, why: null, lines: answeredLines(priced.lines, lang).lines };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { gotFen: null, gotRefusal: null, why: error.words[lang], lines: [] };
  }
}
