/** What is uploaded of a car park, a visit or a payment, before any platform's format. Times epoch ms, money fen. */
import type { MessageKind } from './profile.ts';

export type UploadPayment = {
  readonly id: string;
  /** `cash`, `storedValue`, or the channel's name. */
  readonly way: string;
  readonly amountFen: number;
  readonly at: number;
};

export type UploadStay = {
  readonly id: string;
  readonly plate: string | null;
  readonly colour: string;
  readonly kind: string;
  readonly inAt: number | null;
  readonly outAt: number | null;
  readonly inLane: string | null;
  readonly outLane: string | null;
  /** Our lanes; the platform's numbers of them are found when it is sent. */
  readonly inLaneId: string | null;
  readonly outLaneId: string | null;
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly waivedFen: number;
  readonly paidFen: number;
  readonly payments: readonly UploadPayment[];
};

export type UploadMoney = UploadPayment & { readonly orderId: string; readonly refund: boolean };

/** A place a value of a map may come from, and an example of it. */
export const SAMPLE = {
  platform: { key: 'sample-key', secret: 'sample-secret' },
  park: {
    id: '01980000-0000-7000-8000-000000000001',
    code: 'P-0001',
    name: '示范停车场',
    address: '示范路1号',
    lng: 120.1,
    lat: 30.2,
    total: 120,
    inside: 45,
    free: 75,
    zone: 'Asia/Shanghai',
    values: {} as Readonly<Record<string, unknown>>,
  },
  stay: {
    id: '01980000-0000-7000-8000-000000000002',
    plate: '浙A12345',
    colour: 'blue',
    kind: 'temp',
    inAt: 1_793_880_000_000,
    outAt: 1_793_887_200_000,
    seconds: 7200,
    inLane: '东门入口',
    outLane: '西门出口',
    inLaneId: '01980000-0000-7000-8000-000000000003',
    outLaneId: '01980000-0000-7000-8000-000000000004',
    inLaneCode: '1',
    outLaneCode: '2',
    receivableFen: 1500,
    deratedFen: 300,
    waivedFen: 0,
    paidFen: 1200,
    cashFen: 0,
    storedFen: 0,
    onlineFen: 1200,
    credentials: [
      { type: 'ticket', id: '01980000-0000-7000-8000-000000000002' },
      { type: 'licensePlate', id: '浙A12345' },
    ],
    payments: [{ id: 'PAY-1', way: 'wechat', amountFen: 1200, at: 1_793_887_100_000 }],
  },
  payment: { id: 'PAY-1', orderId: 'ORDER-1', way: 'wechat', amountFen: 1200, at: 1_793_887_100_000, refund: false },
  message: { id: '01980000-0000-7000-8000-000000000005', kind: 'entry', seq: 1 },
  span: { day: '2026-11-04', from: 1_793_721_600_000, to: 1_793_808_000_000 },
  now: 1_793_887_260_000,
};
/** What a map reads. Parts that a message is not about are absent. */
export type UploadContent = {
  readonly platform: { readonly key: string | null; readonly secret: string | null };
  readonly park: Readonly<Record<string, unknown>> & { readonly zone: string };
  readonly stay?: Readonly<Record<string, unknown>>;
  readonly payment?: Readonly<Record<string, unknown>>;
  readonly message: { readonly id: string; readonly kind: MessageKind; readonly seq: number };
  /** A day whose counts are queried. */
  readonly span?: { readonly day: string; readonly from: number; readonly to: number };
  readonly now: number;
};

const sum = (of: UploadStay, is: (way: string) => boolean): number =>
  of.payments.filter(({ way }) => is(way)).reduce((total, { amountFen }) => total + amountFen, 0);

/** A stay as maps read it: with what follows from it. */
export const readable = (
  stay: UploadStay,
  laneCode: (id: string | null) => string | null,
): Readonly<Record<string, unknown>> => ({
  ...stay,
  seconds: stay.inAt === null || stay.outAt === null ? null : Math.max(0, Math.round((stay.outAt - stay.inAt) / 1000)),
  inLaneCode: laneCode(stay.inLaneId),
  outLaneCode: laneCode(stay.outLaneId),
  // What a visit is known by: its own number, and its plate where that may be sent.
  credentials: [{ type: 'ticket', id: stay.id }, ...(stay.plate ? [{ type: 'licensePlate', id: stay.plate }] : [])],
  cashFen: sum(stay, (way) => way === 'cash'),
  storedFen: sum(stay, (way) => way === 'storedValue'),
  onlineFen: sum(stay, (way) => way !== 'cash' && way !== 'storedValue'),
});

/** The same without what the platform's contract does not allow it to know. */
export const allowed = (stay: UploadStay, personal: readonly string[]): UploadStay =>
  personal.includes('plate') ? stay : { ...stay, plate: null };
