/**
 * Differences whose money waits in suspense are paired with what they belong to: the refund a channel withheld one day
 * and paid the next, the sum another account received. A pair comes to nothing, and so does what it holds in suspense.
 */
import { SUSPENSE_CAUSES } from '#domain/fund/proof.ts';
import { formatFen } from '#domain/money/fen.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Row } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { move } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Work } from '#kit/server/work.ts';
import { moneyItem } from '../model/money-day.ts';

type Item = Row<typeof moneyItem>;
const IN_SUSPENSE: readonly string[] = SUSPENSE_CAUSES;

/** @throws Refused 422 unless all are in suspense, of one merchant, and come to 0 */
function mustPair(items: readonly Item[]): void {
  if (!items.every(({ cause }) => IN_SUSPENSE.includes(String(cause))))
    throw ruleRefused(
      text(
        '只有暂记的差额可以对销；少到的请先结清',
        'Only differences in suspense are paired: settle what is missing first',
      ),
    );
  if (new Set(items.map(({ account }) => account)).size > 1)
    throw ruleRefused(text('须为同一商户的差额', 'They must be of one merchant'));
  const sum = items.reduce((all, { amountFen }) => all + (amountFen ?? 0), 0);
  if (sum !== 0)
    throw ruleRefused(
      fill(text('各项合计为 {sum} 元，须为零', 'Together they are {sum} yuan and must come to nothing'), {
        sum: formatFen(sum),
      }),
    );
}

const pair: Effect = async (found, input, work) => {
  const item = found as Item;
  const others: Item[] = [];
  for (const id of new Set(input['withIds'] as string[]))
    if (id !== item.id) others.push((await rowOf(moneyItem, id, work.db, { lock: true })) as Item);
  mustPair([item, ...others]);
  const pairNo = newId();
  const { why, ownerName } = input;
  for (const { id } of others)
    await move(moneyItem, id, 'pair', { why, ownerName }, work, async () => ({ pairNo, ownerName }));
  return { pairNo, ownerName };
};

const othersOf = (work: Work, { id, tenantId, pairNo }: Item): Promise<{ id: string }[]> =>
  work.db.raw<{ id: string }>(
    `SELECT id FROM money_item WHERE tenant_id = $1 AND pair_no = $2 AND id <> $3 AND status = 'paired' AND deleted_at IS NULL ORDER BY id`,
    [tenantId, pairNo, id],
  );

/** All differences of the pair are open again. */
const unpair: Effect = async (found, { why }, work) => {
  for (const { id } of await othersOf(work, found as Item))
    await move(moneyItem, id, 'unpair', { why }, work, async () => ({ pairNo: null }));
  return { pairNo: null };
};

export const pairEffects: Record<string, Effect> = { pair, unpair };
