import { parkingOrder } from './order.ts';
import { payment, refund } from './payment.ts';

export const resources = [parkingOrder, payment, refund];
export const reports = [];
