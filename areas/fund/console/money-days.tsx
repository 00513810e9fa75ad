import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { Related } from '#kit/console/related.tsx';
import { useWords } from '#kit/console/words.ts';
import { dayRoot } from '../model/day-root.ts';
import { moneyDay, moneyItem } from '../model/money-day.ts';

const words = { roots: text('当日日根', 'Roots of the day') };

function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may('moneyItem:read') ? (
        <Related
          of={moneyItem}
          title={t(moneyItem.title)}
          by={{ moneyDayId: row.id }}
          fields={['cause', 'amountFen', 'ageDays', 'owner', 'status', 'why']}
        />
      ) : null}
      {row['companyId'] && may('dayRoot:read') ? (
        <Related
          of={dayRoot}
          title={t(words.roots)}
          by={{ companyId: String(row['companyId']), day: String(row['day']) }}
          fields={['parkId', 'no', 'rows', 'root', 'link']}
        />
      ) : null}
    </>
  );
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

/** Days of money, each with its differences by name and the roots of its car parks. */
export default function MoneyDays(): ReactNode {
  return <ListPage of={moneyDay} detail={detail} />;
}
