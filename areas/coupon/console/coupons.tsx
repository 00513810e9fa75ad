import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { Related } from '#kit/console/related.tsx';
import { useWords } from '#kit/console/words.ts';
import { couponInfo } from '../model/coupon-info.ts';
import { couponDeduction, couponGiftItem } from '../model/records.ts';

const words = {
  given: text('赠送与转赠', 'Given and passed on'),
  used: text('在账单上核销与退回', 'Used on bills and returned'),
};

/** The life of a coupon: to whom it was given, and what it took off which bill. */
function Life({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may(`${couponGiftItem.name}:read`) ? (
        <Related of={couponGiftItem} title={t(words.given)} by={{ couponId: row.id }} fields={['time', 'giftId']} />
      ) : null}
      {may(`${couponDeduction.name}:read`) ? (
        <Related
          of={couponDeduction}
          title={t(words.used)}
          by={{ couponId: row.id }}
          fields={['time', 'orderId', 'feeFen', 'benefitFen', 'chargedFen', 'lotFen', 'status', 'returnedTime']}
        />
      ) : null}
    </>
  );
}

const detail = (row: AnyRow): ReactNode => <Life row={row} />;

/** Coupons, each with its life. */
export default function Coupons(): ReactNode {
  return <ListPage of={couponInfo} detail={detail} />;
}
