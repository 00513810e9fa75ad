import { channelRecord } from './channel-record.ts';
import { chargeDetail, chargeDetailExport, orderSums, queryPaid, refundOrder, renotifyPaid } from './order-calls.ts';
import { parkingOrder } from './order.ts';
import { payment, refund } from './payment.ts';
import { unchargedDays, unchargedOrder } from './uncharged.ts';
import { channelNotice, moneyCheck, readSandbox, setSandbox } from './sandbox-calls.ts';

export const resources = [parkingOrder, unchargedOrder, payment, refund, channelRecord];
export const reports = [unchargedDays];
export const calls = [refundOrder, renotifyPaid, queryPaid, orderSums, chargeDetail, chargeDetailExport, readSandbox, setSandbox, channelNotice, moneyCheck];
