import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { formatFen } from '#domain/money/fen.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Icon } from '#kit/console/icon.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { RecordPage } from '#kit/console/record-page.tsx';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { useWords } from '#kit/console/words.ts';
import { rechargeCard } from '../model/calls.ts';
import { cardRecharge, storedCard } from '../model/recharges.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const words = { done: text('充值成功，余额 {balance} 元', 'Topped up. Balance: CNY {balance}') };
const recharges = cardRecharge as Resource;
const cards = storedCard;

/** The card as it is now, beside one of its recharges. */
function CardNow({ row }: { row: AnyRow }): ReactNode {
  const plateNumber = String(row['plateNumber']);
  const found = useQuery({
    queryKey: [cards.name, 'of-plate', row['parkId'], plateNumber],
    queryFn: async ({ signal }) =>
      (await ask<Paged>(listPaths(cards)[0]!, { parkId: row['parkId'], plateNumber, size: 5 }, { signal, quiet: true }))
        .records,
  });
  return found.data ? (
    <MiniTable of={cards} fields={['plateNumber', 'balance', 'rechargedFen', 'usedTime']} rows={found.data} />
  ) : (
    <span className="gh-spin" />
  );
}

const detail = (row: AnyRow): ReactNode => <CardNow row={row} />;

/** Recharges of stored-value cards; a card is recharged from here. */
export default function CardRecharges(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(recharges);
  const [open, setOpen] = useState(false);
  const run = async (values: Record<string, unknown>, key: string) => {
    const { balanceAfter } = await ask<{ balanceAfter: number }>(rechargeCard, values, { key, quiet: true });
    notify.ok(t(words.done).replace('{balance}', formatFen(balanceAfter)));
    await refresh();
  };
  const button = may('storedCard:recharge') ? (
    <button type="button" className="gh-btn primary" onClick={() => setOpen(true)}>
      <Icon name="plus" size={14} />
      {t(rechargeCard.title)}
    </button>
  ) : null;
  return (
    <>
      <RecordPage of={recharges} actions={button} detail={detail}>
        <TotalsStrip of={recharges} />
      </RecordPage>
      {open ? (
        <AskDialog title={t(rechargeCard.title)} fields={rechargeCard.input} run={run} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
