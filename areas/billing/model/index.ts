import { channelDay, reconcileAgain } from './channel-day.ts';
import { channelRecord } from './channel-record.ts';
import { chargeDetail, chargeDetailExport, orderSums, queryPaid, refundOrder, renotifyPaid } from './order-calls.ts';
import { parkingOrder } from './order.ts';
import { ledgerEntry } from './ledger-entry.ts';
import { payment, refund } from './payment.ts';
import { authorised } from './alipay-auth.ts';
import { merchantChange } from './merchant-change.ts';
import { authAddress, merchantResources, refreshAuth, testAlipay, testWechat } from './merchant.ts';
import { otherpayConfig, testOtherpay } from './otherpay.ts';
import { channelNotice, merchantNotice, moneyCheck, readSandbox, setSandbox } from './sandbox-calls.ts';
import { groupPayment, roadOrder, roadPayment } from './road.ts';
import { unchargedDays, unchargedOrder } from './uncharged.ts';

export const resources = [
  parkingOrder,
  unchargedOrder,
  roadOrder,
  payment,
  roadPayment,
  groupPayment,
  refund,
  ledgerEntry,
  channelRecord,
  channelDay,
  ...merchantResources,
  otherpayConfig,
  merchantChange,
];
export const reports = [unchargedDays];
export const calls = [
  refundOrder,
  renotifyPaid,
  queryPaid,
  orderSums,
  chargeDetail,
  chargeDetailExport,
  readSandbox,
  setSandbox,
  channelNotice,
  merchantNotice,
  authAddress,
  refreshAuth,
  authorised,
  testWechat,
  testAlipay,
  testOtherpay,
  reconcileAgain,
  moneyCheck,
];
