import type { ReactNode } from 'react';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { Related } from '#kit/console/related.tsx';
import { useWords } from '#kit/console/words.ts';
import { moneyDay, moneyItem } from '../model/money-day.ts';

function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return may('moneyItem:read') ? (
    <Related
      of={moneyItem}
      title={t(moneyItem.title)}
      by={{ moneyDayId: row.id }}
      fields={['cause', 'amountFen', 'ageDays', 'owner', 'status', 'why']}
    />
  ) : null;
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

/** Days of money, each with its differences by name. */
export default function MoneyDays(): ReactNode {
  return <ListPage of={moneyDay} detail={detail} />;
}
