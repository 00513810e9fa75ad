import type { ReactNode } from 'react';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { couponGift, couponGiftItem } from '../model/records.ts';
import { Related } from '#kit/console/related.tsx';

function Items({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  return (
    <Related
      of={couponGiftItem}
      title={t(couponGiftItem.title)}
      by={{ giftId: row.id }}
      fields={['couponId', 'time']}
    />
  );
}

const detail = (row: AnyRow): ReactNode => <Items row={row} />;

/** Gifts; the coupons of each stand in its details. */
export default function Gifts(): ReactNode {
  return <ListPage of={couponGift} detail={detail} />;
}
