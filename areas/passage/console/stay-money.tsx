import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import { Bill } from '#kit/console/bill.tsx';
import type { BillLineShown } from '#kit/console/bill.tsx';
import { Value } from '#kit/console/cells.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { chargeDetail } from '#areas/billing/model/order-calls.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { payment } from '#areas/billing/model/payment.ts';
import { quoteNow } from '../model/calls.ts';
import { stay } from '../model/stay.ts';

const words = {
  bill: text('账单', 'Bill'),
  tariff: text('收费规则', 'Tariff'),
  none: text('没有账单：本次停车未计费。', 'No bill: this stay was not charged.'),
  now: text('若现在离场', 'If it leaves now'),
  sums: text('收款情况', 'Payments'),
  orders: text('订单', 'Orders'),
  payments: text('缴费', 'Payments'),
  nothing: text('没有', 'None'),
  open: text('查看', 'Open'),
  dueAtExit: text('本次应缴', 'Due at exit'),
  byOrder: text('订单', 'Order'),
  rest: text('扣除已缴，尚需', 'Still due after payments'),
};
const dayMs = 86_400_000;
const sums = ['receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen'] as const;
const inside = new Set(['open', 'suspect', 'stale']);
export const isInside = (row: AnyRow): boolean => inside.has(String(row['status']));

/** What a car that is still inside would owe if it left this minute: the quote its exit would give. */
function SoFar({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error } = useQuery({
    queryKey: [stay.name, 'so-far', row.id],
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      ask<{ lines: BillLineShown[]; dueFen: number }>(quoteNow, { recordId: row.id }, { signal, quiet: true }),
  });
  if (error)
    return (
      <p className="gh-dim" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <span className="gh-spin" />;
  return (
    <>
      <Bill lines={data.lines} caption={t(words.now)} />
      <p className="ps-rest">
        {t(words.rest)}{' '}
        <strong>
          <Value name="dueFen" field={stay.fields.paidFen} row={{ id: row.id, dueFen: data.dueFen }} />
        </strong>
      </p>
    </>
  );
}

/** The orders of a stay with their bills, as the person may see them. */
function useOrders(row: AnyRow) {
  const { lang } = useWords();
  const may = useMay()('parkingOrder:read');
  return useQuery({
    queryKey: [parkingOrder.name, 'of-stay', row.id, lang],
    enabled: may,
    queryFn: ({ signal }) =>
      ask<Paged<AnyRow & { lines: BillLineShown[] }>>(chargeDetail, { recordId: row.id }, { signal, quiet: true }),
  });
}

/** The amount due at exit; without a bill of its own, the amount of the stay's orders. */
function ExitBill({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const stillIn = isInside(row);
  const lines = (row['lines'] ?? []) as BillLineShown[];
  const orders = useOrders(row).data?.records.filter((order) => order.lines.length > 0) ?? [];
  if (lines.length > 0) return <Bill lines={lines} {...(stillIn ? { caption: t(words.dueAtExit) } : {})} />;
  if (orders.length > 0)
    return orders
      .toReversed()
      .map((order) => (
        <Bill key={order.id} lines={order.lines} caption={`${t(words.byOrder)} ${String(order['orderNo'])}`} />
      ));
  return stillIn ? null : <p className="gh-dim">{t(words.none)}</p>;
}

/** The bill of a stay line by line, under the name of its tariff, and what became of it. */
export function StayBill({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  return (
    <section>
      <h2 className="gh-group">{t(words.bill)}</h2>
      {row['ruleName'] ? (
        <p className="ps-tariff">
          <span className="gh-dim">{t(words.tariff)}</span> {String(row['ruleName'])}
        </p>
      ) : null}
      <ExitBill row={row} />
      {isInside(row) ? <SoFar row={row} /> : null}
      <dl className="gh-tiles ps-tiles" aria-label={t(words.sums)}>
        {sums.map((name) => (
          <div
            key={name}
            data-sum={name}
            className={name === 'outstandingFen' && Number(row[name] ?? 0) > 0 ? 'bad' : ''}
          >
            <dt>{t(stay.fields[name].label)}</dt>
            <dd>
              <Value name={name} field={stay.fields[name]} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const asResource = (of: unknown): Resource => of as Resource;

const orderFields = ['orderNo', 'kind', 'createdTime', 'receivableFen', 'paidFen', 'status'];
const paymentFields = ['paidTime', 'payType', 'amountFen', 'refundedFen', 'operator', 'status'];

/** The payments of a stay, as the person may see them. */
function usePayments(row: AnyRow) {
  const may = useMay()('payment:read');
  return useQuery({
    queryKey: [payment.name, 'of-stay', row.id],
    enabled: may,
    queryFn: ({ signal }) => {
      const begin = Date.parse(String(row['beginTime'] ?? row['inTime']));
      const span = {
        startTime: new Date(begin - dayMs).toISOString(),
        endTime: new Date(Math.min(Date.now() + dayMs, begin + 90 * dayMs)).toISOString(),
      };
      return ask<Paged>(
        listPaths(asResource(payment))[0]!,
        { stayId: row.id, size: 50, ...span },
        { signal, quiet: true },
      );
    },
  });
}

type ListedProps = {
  of: Resource;
  fields: readonly string[];
  found: { readonly error: Error | null; readonly data: Paged | undefined };
  end?: (row: AnyRow) => ReactNode;
};

function Listed({ of, fields, found, end }: ListedProps): ReactNode {
  const { t } = useWords();
  if (found.error) return <p role="alert">{found.error.message}</p>;
  if (found.data === undefined) return <span className="gh-spin" />;
  if (found.data.records.length === 0) return <p className="gh-dim">{t(words.nothing)}</p>;
  return <MiniTable of={of} fields={fields} rows={found.data.records} {...(end ? { end } : {})} />;
}

/** Orders and payments of a stay; each order leads to its own page. */
export function StayOrders({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const may = useMay();
  const [orders, payments] = [may('parkingOrder:read'), may('payment:read')];
  const ofStay = useOrders(row);
  const paid = usePayments(row);
  const open = (order: AnyRow) => {
    const day = wallTime(String(order['createdTime']), zone()).slice(0, 10);
    go(
      `/static/onlineorder?${new URLSearchParams({ orderNo: String(order['orderNo']), startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` }).toString()}`,
    );
  };
  const toOrder = (order: AnyRow) => (
    <button type="button" className="gh-link" onClick={() => open(order)}>
      {t(words.open)}
    </button>
  );
  return (
    <>
      {orders ? (
        <section>
          <h2 className="gh-group">{t(words.orders)}</h2>
          <Listed of={asResource(parkingOrder)} fields={orderFields} found={ofStay} end={toOrder} />
        </section>
      ) : null}
      {payments ? (
        <section>
          <h2 className="gh-group">{t(words.payments)}</h2>
          <Listed of={asResource(payment)} fields={paymentFields} found={paid} />
        </section>
      ) : null}
    </>
  );
}
