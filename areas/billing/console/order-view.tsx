import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Bill } from '#kit/console/bill.tsx';
import { Value } from '#kit/console/cells.tsx';
import { allows } from '#kit/console/item-actions.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { say } from '#kit/console/language.ts';
import { useWords } from '#kit/console/words.ts';
import { slipTypes } from '#areas/platform/model/slip-kinds.ts';
import type { SlipType } from '#areas/platform/model/slip-kinds.ts';
import { queryPaid, refundOrder, renotifyPaid } from '../model/order-calls.ts';
import { parkingOrder } from '../model/order.ts';
import { orderStates } from '../model/words.ts';
import { orderResource, paymentResource, refundResource, useOfOrder, useOrder } from './order.ts';
import { RefundDialog } from './refund-dialog.tsx';
import './billing.css';

const SlipDialog = part(() => import('./slip-dialog.tsx'));

const words = {
  order: text('订单', 'Order'),
  bill: text('账单明细', 'Bill'),
  payments: text('缴费', 'Payments'),
  refunds: text('退款', 'Refunds'),
  none: text('没有', 'None'),
  noBill: text('该订单没有账单明细', 'No bill details for this order'),
  gone: text('没有对应的订单或无权查看', 'No such order, or you have no access to it'),
  story: text('停车全过程', 'Stay timeline'),
  print: text('打印', 'Print'),
  prompt: text('提示', 'Please confirm'),
  resend: text('重新通知通道该订单已支付？', 'Notify the lane again that this order is paid?'),
  resent: text('已重新通知通道', 'Lane notified again'),
  replied: text('渠道已答复，订单状态：{state}', 'The channel replied. Order status: {state}'),
  nothing: text('没有等待渠道答复的支付，订单状态：{state}', 'No payment awaiting the channel. Order status: {state}'),
};
const sums = [
  'receivableFen',
  'derateFen',
  'waivedFen',
  'paidFen',
  'outstandingFen',
  'refundedFen',
  'surplusFen',
] as const;

/** Queries the channels and shows the order's current state. */
async function askResult(orderId: string): Promise<void> {
  try {
    const { status, queried } = await ask<{ status: keyof typeof orderStates; queried: number }>(
      queryPaid,
      { onlineOrderId: orderId },
      { key: newKey(), quiet: true },
    );
    notify.info(say(fill(queried > 0 ? words.replied : words.nothing, { state: orderStates[status] })));
  } catch (error) {
    notify.error(wordsOf(error));
  }
}

async function resend(orderId: string): Promise<void> {
  if (!(await confirm({ title: words.prompt, body: words.resend }))) return;
  try {
    await ask(renotifyPaid, { onlineOrderId: orderId }, { key: newKey(), quiet: true });
    notify.ok(say(words.resent));
  } catch (error) {
    notify.error(wordsOf(error));
  }
}

function Part({
  title,
  rows,
  error,
  children,
}: {
  title: string;
  rows: readonly AnyRow[] | undefined;
  error: Error | null;
  children: (rows: readonly AnyRow[]) => ReactNode;
}): ReactNode {
  const { t } = useWords();
  return (
    <section>
      <h2 className="gh-group">{title}</h2>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : rows === undefined ? (
        <span className="gh-spin" />
      ) : rows.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        children(rows)
      )}
    </section>
  );
}

const paymentsTable = (rows: readonly AnyRow[]): ReactNode => (
  <MiniTable
    of={paymentResource}
    fields={['createdTime', 'paidTime', 'payType', 'amountFen', 'refundedFen', 'operator', 'status']}
    rows={rows}
  />
);
const refundsTable = (rows: readonly AnyRow[]): ReactNode => (
  <MiniTable
    of={refundResource}
    fields={['refundNo', 'amountFen', 'createdTime', 'doneTime', 'operator', 'remark', 'status']}
    rows={rows}
  />
);

function Sums({ order }: { order: AnyRow }): ReactNode {
  const { t } = useWords();
  return (
    <section>
      <h2 className="gh-group">
        {t(words.order)} {String(order['orderNo'])}{' '}
        <Value name="status" field={parkingOrder.fields.status} row={order} />
      </h2>
      <dl className="gh-tiles">
        {sums
          .filter((name, nth) => nth < 5 || Number(order[name] ?? 0) !== 0)
          .map((name) => (
            <div
              key={name}
              data-sum={name}
              className={name === 'outstandingFen' && Number(order[name] ?? 0) > 0 ? 'bad' : ''}
            >
              <dt>{t(parkingOrder.fields[name].label)}</dt>
              <dd>
                <Value name={name} field={parkingOrder.fields[name]} row={order} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

type ActionsProps = {
  orderId: string;
  order: AnyRow;
  onSlip: (type: SlipType) => void;
  onRefund: () => void;
};

/** What may be done with the order, as it stands. */
function Actions({ orderId, order, onSlip, onRefund }: ActionsProps): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const may = useMay();
  const client = useQueryClient();
  const query = async () => {
    await askResult(orderId);
    await Promise.all(
      [orderResource, paymentResource, refundResource].map((of) => client.invalidateQueries({ queryKey: [of.name] })),
    );
  };
  return (
    <div className="bl-doing gh-no-print">
      {order['stayId'] && may('stay:read') ? (
        <button type="button" className="gh-btn" onClick={() => go(recordAddress('stay', String(order['stayId'])))}>
          <Icon name="car" size={14} />
          {t(words.story)}
        </button>
      ) : null}
      {allows(order, queryPaid.name) ? (
        <button type="button" className="gh-btn" onClick={() => void query()}>
          {t(queryPaid.title)}
        </button>
      ) : null}
      {allows(order, renotifyPaid.name) ? (
        <button type="button" className="gh-btn" onClick={() => void resend(orderId)}>
          {t(renotifyPaid.title)}
        </button>
      ) : null}
      <button type="button" className="gh-btn" onClick={() => print()}>
        <Icon name="print" size={14} />
        {t(words.print)}
      </button>
      {(['receipt', 'refund'] as const)
        .filter((type) => Number(order[type === 'receipt' ? 'paidFen' : 'refundedFen'] ?? 0) > 0)
        .map((type) => (
          <button key={type} type="button" className="gh-btn" onClick={() => onSlip(type)}>
            {t(slipTypes[type])}
          </button>
        ))}
      {allows(order, refundOrder.name) ? (
        <button type="button" className="gh-btn danger" onClick={onRefund}>
          {t(refundOrder.title)}
        </button>
      ) : null}
    </div>
  );
}

/** Everything about an order: its sums, its bill, what came, what went back, and what may be done. */
export function OrderView({ orderId }: { orderId: string | null }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [refunding, setRefunding] = useState(false);
  const [slip, setSlip] = useState<SlipType | null>(null);
  const { data: order, error, refetch } = useOrder(orderId);
  const payments = useOfOrder(paymentResource, order);
  const refunds = useOfOrder(refundResource, order);
  if (!orderId || order === null || !may('parkingOrder:read')) return <p className="gh-dim">{t(words.gone)}</p>;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!order) return <span className="gh-spin" />;
  return (
    <div className="bl-order">
      <Sums order={order} />
      <section>
        <h2 className="gh-group">{t(words.bill)}</h2>
        {order.lines.length > 0 ? <Bill lines={order.lines} /> : <p className="gh-dim">{t(words.noBill)}</p>}
      </section>
      {may('payment:read') ? (
        <Part title={t(words.payments)} rows={payments.data} error={payments.error}>
          {paymentsTable}
        </Part>
      ) : null}
      {may('refund:read') ? (
        <Part title={t(words.refunds)} rows={refunds.data} error={refunds.error}>
          {refundsTable}
        </Part>
      ) : null}
      <Actions orderId={orderId} order={order} onSlip={setSlip} onRefund={() => setRefunding(true)} />
      {slip ? <SlipDialog orderId={orderId} type={slip} onClose={() => setSlip(null)} /> : null}
      {refunding ? <RefundDialog orderId={orderId} onClose={() => setRefunding(false)} /> : null}
    </div>
  );
}
