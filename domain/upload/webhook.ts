/** Standard Webhooks 1.0.0: everything, as we call it ourselves, signed over its id, its time and its body. */
import type { MapValue, MessageForm, MessageKind, Profile } from './profile.ts';

const form = (type: string, data: MapValue, needs: readonly string[]): MessageForm => ({
  path: '',
  needs,
  map: { type, timestamp: { $from: 'now', as: 'iso' }, data },
});

const visit: MapValue = {
  parkId: { $from: 'park.id' },
  parkCode: { $from: 'park.code' },
  stayId: { $from: 'stay.id' },
  plate: { $from: 'stay.plate' },
  plateColour: { $from: 'stay.colour' },
  kind: { $from: 'stay.kind' },
  inTime: { $from: 'stay.inAt', as: 'iso' },
  inLane: { $from: 'stay.inLane' },
  outTime: { $from: 'stay.outAt', as: 'iso' },
  outLane: { $from: 'stay.outLane' },
  receivableFen: { $from: 'stay.receivableFen' },
  deratedFen: { $from: 'stay.deratedFen' },
  waivedFen: { $from: 'stay.waivedFen' },
  paidFen: { $from: 'stay.paidFen' },
};
const messages: { readonly [K in MessageKind]?: MessageForm } = {
  park: form(
    'park.registered',
    {
      parkId: { $from: 'park.id' },
      parkCode: { $from: 'park.code' },
      name: { $from: 'park.name' },
      address: { $from: 'park.address' },
      spaces: { $from: 'park.total' },
    },
    ['park.id'],
  ),
  entry: form('stay.entered', visit, ['stay.id']),
  exit: form('stay.left', visit, ['stay.id']),
  correct: form('stay.corrected', visit, ['stay.id']),
  void: form('stay.voided', { parkId: { $from: 'park.id' }, stayId: { $from: 'stay.id' } }, ['stay.id']),
  payment: form(
    'order.paid',
    {
      parkId: { $from: 'park.id' },
      paymentId: { $from: 'payment.id' },
      orderId: { $from: 'payment.orderId' },
      stayId: { $from: 'payment.stayId' },
      way: { $from: 'payment.way' },
      amountFen: { $from: 'payment.amountFen' },
      refund: { $from: 'payment.refund' },
      paidTime: { $from: 'payment.at', as: 'iso' },
    },
    ['payment.id'],
  ),
  count: form(
    'park.count',
    { parkId: { $from: 'park.id' }, inside: { $from: 'park.inside' }, free: { $from: 'park.free' } },
    ['park.inside'],
  ),
};

export const webhook: Profile = {
  version: 1,
  name: { zh: '网络钩子（Standard Webhooks）', en: 'Webhook (Standard Webhooks)' },
  source: 'https://www.standardwebhooks.com',
  form: 'json',
  headers: { 'webhook-id': { $from: 'message.id' }, 'webhook-timestamp': { $from: 'now', as: 'seconds' } },
  sign: {
    algo: 'hmac-sha256',
    over: '{message.id}.{seconds}.{body}',
    code: 'base64',
    keyAfter: 'whsec_',
    place: { header: 'webhook-signature', before: 'v1,' },
  },
  messages,
  answer: {},
};
