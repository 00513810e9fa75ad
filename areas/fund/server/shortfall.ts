/**
 * What came too little of a channel is settled by two people: one names the cause, another approves it, and the ledger
 * owes it no more.
 */
import { reversal, shortfallSettled } from '#domain/ledger/ledger.ts';
import type { Posting, ShortCause } from '#domain/ledger/ledger.ts';
import { formatFen } from '#domain/money/fen.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Row } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { bankLine } from '../model/bank-line.ts';
import { addTo, keepMissing, post, settlementsOf } from './book-arrivals.ts';
import type { Arrived, Part } from './book-arrivals.ts';

type BankLine = Row<typeof bankLine>;
/** The account and days a line pays. */
export const spanOf = ({ configId, dayFrom, dayUntil }: Pick<BankLine, 'configId' | 'dayFrom' | 'dayUntil'>) => ({
  account: configId ?? null,
  from: String(dayFrom),
  to: String(dayUntil),
});
/** What was settled, as the line keeps it. `at`: epoch ms of its posting. */
type Settled = { readonly cause: ShortCause; readonly at: number; readonly parts: readonly Part[] };

/**
 * What the channel still owes of the days a line pays, by settlement; the settlements are held until the end of the
 * work.
 */
export async function missingOf(db: Db, line: BankLine): Promise<Part[]> {
  const { id, day, dayFrom, dayUntil, configId } = line;
  const arrived = { id, day: String(day), configId, dayFrom, dayUntil } as Arrived;
  const settlements = await settlementsOf(db, line.tenantId, [arrived]);
  return settlements
    .filter(({ openFen }) => openFen > 0)
    .map(({ id: settlementId, parkId, isAgency, openFen }) => ({ id: settlementId, parkId, isAgency, fen: openFen }));
}

export const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { fen }) => sum + fen, 0);

/** One posting by lot. What the platform collected is owed to the platform: no lot's books have it. */
function postingsOf(line: BankLine, { cause, at, parts }: Settled): Posting[] {
  const own = Map.groupBy(
    parts.filter(({ isAgency }) => !isAgency),
    ({ parkId }) => parkId,
  );
  return [...own].map(([park, of]) =>
    shortfallSettled(
      { key: `shortfall/${line.id}/${line.bookedTimes ?? 1}/${park}`, park, at, about: line.id },
      String(line.payType),
      cause,
      sumOf(of),
    ),
  );
}

const propose: Effect = async (found, input, work) => {
  const line = found as BankLine;
  if (line.booked === null) throw ruleRefused(text('该笔收入尚未入账', 'This line has not been booked yet'));
  const differenceFen = sumOf(await missingOf(ofTenant(work.db, line.tenantId), line));
  if (differenceFen === 0) throw ruleRefused(text('所付的日子没有少到', 'Nothing is missing of the days it pays'));
  return {
    differenceFen,
    differenceCause: input['differenceCause'],
    proposedById: work.person.userId,
    decidedBy: null,
    decidedTime: null,
    refusedWhy: null,
  };
};

/**
 * @throws Refused where something else arrived or was counted since: the sum that was proposed is not what is missing
 * now
 */
const approve: Effect = async (found, _, work) => {
  const line = found as BankLine;
  const db = ofTenant(work.db, line.tenantId);
  const parts = await missingOf(db, line);
  if (sumOf(parts) !== line.differenceFen)
    throw ruleRefused(
      fill(
        text(
          '目前少到 {now} 元，与提交时不同，请退回',
          '{now} yuan are missing now, not what was proposed: send it back',
        ),
        {
          now: formatFen(sumOf(parts)),
        },
      ),
    );
  const settled: Settled = { cause: line.differenceCause as ShortCause, at: work.now.getTime(), parts };
  await post(db, line.tenantId, postingsOf(line, settled));
  await addTo('settled_fen', { db, tenantId: line.tenantId }, parts, 1);
  await keepMissing(db, line.tenantId, spanOf(line));
  return { settledParts: settled };
};

const sendBack: Effect = async () => ({ differenceFen: null, differenceCause: null, proposedById: null });

export const shortfallEffects: Record<string, Effect> = { propose, approve, sendBack };

const UNDONE = [
  'settledParts',
  'differenceFen',
  'differenceCause',
  'differenceWhy',
  'proposedBy',
  'proposedById',
  'proposedTime',
  'decidedBy',
  'decidedTime',
] as const;

/** Undoes what was settled, as its line pays other days from now on. @returns the line's fields without it */
export async function takeShortfallBack(db: Db, line: BankLine, at: number): Promise<Record<string, null>> {
  const settled = line.settledParts as Settled | null;
  if (settled) {
    const postings = postingsOf(line, settled);
    await post(
      db,
      line.tenantId,
      postings.map((each) => reversal(each, `${each.key}/released`, at)),
    );
    await addTo('settled_fen', { db, tenantId: line.tenantId }, settled.parts, -1);
  }
  return Object.fromEntries(UNDONE.map((name) => [name, null]));
}
