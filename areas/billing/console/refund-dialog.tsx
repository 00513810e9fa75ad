import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { formatFen, parseFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Value } from '#kit/console/cells.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { refundOrder } from '../model/order-calls.ts';
import { parkingOrder } from '../model/order.ts';
import { orderResource, paymentResource, refundResource, refundableFen, useOfOrder, useOrder } from './order.ts';
import './billing.css';

const words = {
  title: text('退款', 'Refund'),
  amount: text('退款金额（元）', 'Amount (CNY)'),
  most: text('最多可退 {left} 元', 'Up to CNY {left}'),
  all: text('全部', 'All'),
  reason: text('退款原因', 'Reason'),
  next: text('下一步', 'Next'),
  back: text('上一步', 'Back'),
  cancel: text('取消', 'Cancel'),
  close: text('关闭', 'Close'),
  sure: text(
    '向 {plate} 退款 {amount} 元，确认后立即执行，不能撤回。',
    'Refund CNY {amount} to {plate}. It is executed at once and cannot be undone.',
  ),
  way: text(
    '款项按原支付方式退回；现金从收款钱箱退出。',
    'Refunded by the original payment method; cash comes out of the drawer that took it.',
  ),
  go: text('确认退款 {amount} 元', 'Refund CNY {amount}'),
  none: text('该订单没有可退的款项', 'Nothing left to refund on this order'),
  wrong: text('请输入不超过 {left} 的金额，最多两位小数', 'Enter an amount up to {left} with at most two decimals'),
  must: text('请填写退款原因', 'Enter a reason'),
  done: text('已受理，订单状态', 'Accepted. Order status'),
  later: text('渠道退款到账需要时间，状态会自动更新。', 'Channel refunds take time; the status updates automatically.'),
};
const followMs = 2000;

type Step = 'ask' | 'sure' | 'done';

type HowMuchProps = {
  id: string;
  amount: string;
  onAmount: (typed: string | null) => void;
  note: string | null;
  remark: string;
  onRemark: (remark: string) => void;
};

/**
 * The amount is the whole rest until another is typed: it waits for the rest, or what is typed would stand beside it.
 */
function HowMuch({ id, amount, onAmount, note, remark, onRemark }: HowMuchProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <label className="gh-field" htmlFor={id}>
        <span className="label">
          <span className="must" aria-hidden="true">
            *
          </span>
          {t(words.amount)}
        </span>
      </label>
      <span className="bl-amount">
        <input
          id={id}
          className="gh-input"
          inputMode="decimal"
          autoComplete="off"
          disabled={note === null}
          value={amount}
          onChange={(event) => onAmount(event.target.value)}
        />
        <button type="button" className="gh-btn" disabled={note === null} onClick={() => onAmount(null)}>
          {t(words.all)}
        </button>
      </span>
      <p className="gh-dim">{note ?? <span className="gh-spin" />}</p>
      <label className="gh-field">
        <span className="label">
          <span className="must" aria-hidden="true">
            *
          </span>
          {t(words.reason)}
        </span>
        <input
          className="gh-input"
          required
          maxLength={200}
          value={remark}
          onChange={(event) => onRemark(event.target.value)}
        />
      </label>
    </>
  );
}

/** What became of the order and of each of its refunds. */
function Became({ order, refunds }: { order: AnyRow | null | undefined; refunds: readonly AnyRow[] }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <p className="bl-sure">
        {t(words.done)} {order ? <Value name="status" field={parkingOrder.fields.status} row={order} /> : null}
      </p>
      <MiniTable of={refundResource} fields={['refundNo', 'amountFen', 'createdTime', 'status']} rows={refunds} />
      {refunds.some((row) => row['status'] === 'refunding') ? <p className="gh-dim">{t(words.later)}</p> : null}
    </>
  );
}

function Problem({ message }: { message: string }): ReactNode {
  return (
    <p role="alert" className="bl-problem">
      {message}
    </p>
  );
}

function Sure({ question, remark }: { question: string; remark: string }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <p className="bl-sure">{question}</p>
      <p>
        <span className="gh-dim">{t(words.reason)}</span> {remark}
      </p>
      <p className="gh-dim">{t(words.way)}</p>
    </>
  );
}

type FooterProps = {
  step: Step;
  ready: boolean;
  busy: boolean;
  /** Label of the button that starts the refund. */
  refund: string;
  onNext: () => void;
  onBack: () => void;
  onRefund: () => void;
  onClose: () => void;
};

function Footer({ step, ready, busy, refund, onNext, onBack, onRefund, onClose }: FooterProps): ReactNode {
  const { t } = useWords();
  if (step === 'ask')
    return (
      <>
        <button type="button" className="gh-btn" onClick={onClose}>
          {t(words.cancel)}
        </button>
        <button type="button" className="gh-btn primary" disabled={!ready} onClick={onNext}>
          {t(words.next)}
        </button>
      </>
    );
  if (step === 'sure')
    return (
      <>
        <button type="button" className="gh-btn" disabled={busy} onClick={onBack}>
          {t(words.back)}
        </button>
        <button type="button" className="gh-btn primary danger" disabled={busy} onClick={onRefund}>
          {busy ? <span className="gh-spin" /> : null}
          {refund}
        </button>
      </>
    );
  return (
    <button type="button" className="gh-btn primary" onClick={onClose}>
      {t(words.close)}
    </button>
  );
}

/** Gives the money back once, whatever is pressed twice; queries of orders, payments and refunds are refetched. */
function useRefund(setStep: (step: Step) => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef(newKey());
  const refreshAll = () =>
    Promise.all(
      [orderResource, paymentResource, refundResource].map((of) => client.invalidateQueries({ queryKey: [of.name] })),
    );
  const refund = async (input: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    try {
      await ask(refundOrder, input, { key: key.current, quiet: true });
      setStep('done');
      await refreshAll();
      setTimeout(() => void refreshAll(), followMs);
    } catch (error) {
      key.current = newKey();
      setProblem(wordsOf(error));
      setStep('ask');
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, refund };
}

/** Gives money back in three steps: how much and why, once more, and what became of it. */
export function RefundDialog({ orderId, onClose }: { orderId: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const order = useOrder(orderId);
  const payments = useOfOrder(paymentResource, order.data);
  const refunds = useOfOrder(refundResource, order.data);
  const [step, setStep] = useState<Step>('ask');
  const [typed, setTyped] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const { busy, problem, setProblem, refund } = useRefund(setStep);
  const known = payments.data && refunds.data;
  const left = known ? refundableFen(payments.data!, refunds.data!) : 0;
  const amount = typed ?? (known ? formatFen(left).replaceAll(',', '') : '');
  const fen = parseFen(amount.trim());
  const fill = (pattern: string) =>
    pattern
      .replace('{amount}', fen === null ? '' : formatFen(fen))
      .replace('{left}', formatFen(left))
      .replace('{plate}', String(order.data?.['plateNumber'] ?? ''));
  const next = () => {
    if (fen === null || fen <= 0 || fen > left) return setProblem(fill(t(words.wrong)));
    if (remark.trim() === '') return setProblem(t(words.must));
    setProblem(null);
    setStep('sure');
  };
  const body =
    step === 'ask' ? (
      <HowMuch
        id={id}
        amount={amount}
        onAmount={setTyped}
        note={known ? fill(t(left === 0 ? words.none : words.most)) : null}
        remark={remark}
        onRemark={setRemark}
      />
    ) : step === 'sure' ? (
      <Sure question={fill(t(words.sure))} remark={remark} />
    ) : (
      <Became order={order.data} refunds={refunds.data ?? []} />
    );
  const failure = order.error ?? payments.error ?? refunds.error;
  return (
    <Dialog
      title={`${t(words.title)} · ${String(order.data?.['orderNo'] ?? '')}`}
      className={step === 'done' ? 'wide' : ''}
      onClose={onClose}
      footer={
        <Footer
          step={step}
          ready={known !== undefined && left !== 0}
          busy={busy}
          refund={fill(t(words.go))}
          onNext={next}
          onBack={() => setStep('ask')}
          onRefund={() => void refund({ onlineOrderId: orderId, amountFen: fen, remark: remark.trim() })}
          onClose={onClose}
        />
      }
    >
      {failure ? <Problem message={wordsOf(failure)} /> : body}
      {problem ? <Problem message={problem} /> : null}
    </Dialog>
  );
}
