import type { ReactNode } from 'react';
import { payment, refund } from '#areas/billing/model/payment.ts';
import { couponDeduction } from '#areas/coupon/model/records.ts';
import { addDays } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { Related } from '#kit/console/related.tsx';
import { useWords } from '#kit/console/words.ts';
import { bankLine } from '../model/bank-line.ts';
import { dayRoot } from '../model/day-root.ts';
import { moneyDay, moneyItem } from '../model/money-day.ts';
import { profitShare } from '../model/profit-share.ts';
import { settlementRecord } from '../model/settlement.ts';

const words = {
  payments: text('当日收款（最近20笔）', 'Payments of the day (latest 20)'),
  coupons: text('当日平台卡券（最近20笔）', 'Platform coupons of the day (latest 20)'),
  refunds: text('当日到账的退款', 'Refunds done on the day'),
  shares: text('当日完成的分账（最近20笔）', 'Shared out on the day (latest 20)'),
  proof: text('账上、账单与银行', 'Books, bill and bank'),
  items: text('差额', 'Differences'),
  root: text('日根', 'Day root'),
  lines: text('付这一天的银行流水', 'Bank lines that pay this day'),
};

/** Orders may be paid a day after they were priced. */
const PRICED_BEFORE_DAYS = 2;

/** What the platform owes for the coupons of a day. */
function Coupons({ day, parkId }: { day: string; parkId: string }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return may('couponDeduction:read') ? (
    <Related
      of={couponDeduction}
      title={t(words.coupons)}
      by={{ parkId, bearer: 'platform', startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` }}
      fields={['time', 'plateNumber', 'feeFen', 'benefitFen', 'chargedFen', 'status', 'ruleId']}
    />
  ) : null;
}

/** What a settlement is made of: the payments and refunds of its day, the channel's bill, and what the bank got. */
function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [day, parkId, payType] = [String(row['day']), String(row['parkId']), String(row['payType'])];
  const [account = ''] = String(row['merchantRef'] ?? '').split('/');
  const paid = {
    parkId,
    payType,
    startTime: `${addDays(day, -PRICED_BEFORE_DAYS)} 00:00:00`,
    endTime: `${day} 23:59:59`,
  };
  if (payType === 'coupon') return <Coupons day={day} parkId={parkId} />;
  return (
    <>
      {may('payment:read') ? (
        <Related
          of={payment}
          title={t(words.payments)}
          by={{ ...paid, paidTimeFrom: `${day} 00:00:00`, paidTimeTo: `${day} 23:59:59` }}
          fields={['paidTime', 'plateNumber', 'amountFen', 'refundedFen', 'status', 'tradeNo']}
        />
      ) : null}
      {may('refund:read') ? (
        <Related
          of={refund}
          title={t(words.refunds)}
          by={{ ...paid, status: 'refunded', doneTimeFrom: `${day} 00:00:00`, doneTimeTo: `${day} 23:59:59` }}
          fields={['doneTime', 'plateNumber', 'amountFen', 'remark']}
        />
      ) : null}
      {row['shareFen'] && may('profitShare:read') ? (
        <Related
          of={profitShare}
          title={t(words.shares)}
          by={{ parkId, payType, shareKind: 'part', doneTimeFrom: `${day} 00:00:00`, doneTimeTo: `${day} 23:59:59` }}
          fields={['doneTime', 'receiverId', 'amountFen', 'returnedFen', 'status', 'tradeNo']}
        />
      ) : null}
      {account && may('moneyDay:read') ? (
        <Related
          of={moneyDay}
          title={t(words.proof)}
          by={{ account, day }}
          fields={['booksFen', 'billFen', 'feeFen', 'feeOffFen', 'netFen', 'bankFen', 'unexplainedFen', 'status']}
        />
      ) : null}
      {account && may('moneyItem:read') ? (
        <Related
          of={moneyItem}
          title={t(words.items)}
          by={{ account, day }}
          fields={['cause', 'amountFen', 'ageDays', 'owner', 'ownerName', 'status']}
        />
      ) : null}
      {account && may('bankLine:read') ? (
        <Related
          of={bankLine}
          title={t(words.lines)}
          by={{ configId: account, dayFromTo: day, dayUntilFrom: day }}
          fields={['day', 'amountFen', 'counterparty', 'dayFrom', 'dayUntil', 'missingFen', 'status']}
        />
      ) : null}
    </>
  );
}

/** The root its day was closed with, once it is. */
function Root({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const day = String(row['day']);
  return row['rootNo'] && may('dayRoot:read') ? (
    <Related
      of={dayRoot}
      title={t(words.root)}
      by={{ parkId: String(row['parkId']), day }}
      fields={['no', 'rows', 'root', 'link', 'closedTime']}
    />
  ) : null;
}

const detail = (row: AnyRow): ReactNode => (
  <>
    <Details row={row} />
    <Root row={row} />
  </>
);

/** Settlements, each with what it is made of. */
export default function Settlements(): ReactNode {
  return (
    <ListPage of={settlementRecord} detail={detail}>
      <ChoiceTabs of={settlementRecord} name="status" />
    </ListPage>
  );
}
