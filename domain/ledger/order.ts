/**
 * An order: one bill of one stay, from quote to payment and refund. In every state `receivable = paid + derated +
 * waived + outstanding`, all >= 0; what was paid above it is `surplusFen`, listed until returned. Money in fen, times
 * epoch ms. Every event is idempotent by its own id.
 */
import type { Order, OrderEvent, OrderStep } from './order-types.ts';
import {
  quote,
  voided,
  expire,
  create,
  notice,
  cash,
  stored,
  waive,
  window,
  owe,
  cancel,
  restore,
} from './order-payment.ts';
import { refund, refunded } from './order-refund.ts';

export function orderStep(order: Order, event: OrderEvent): OrderStep {
  switch (event.kind) {
    case 'quote':
      return quote(order, event);
    case 'void':
      return voided(order);
    case 'expire':
      return expire(order, event.at);
    case 'create':
      return create(order, event);
    case 'notice':
      return notice(order, event);
    case 'cash':
      return cash(order, event);
    case 'stored':
      return stored(order, event);
    case 'waive':
      return waive(order, event);
    case 'window':
      return window(order, event.at);
    case 'owe':
      return owe(order, event.at);
    case 'cancel':
      return cancel(order, event);
    case 'restore':
      return restore(order, event);
    case 'refund':
      return refund(order, event);
    case 'refunded':
      return refunded(order, event);
  }
}
