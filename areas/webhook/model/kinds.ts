import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** One kind of event: which scope of the key opens it, and what stands in its `data`. */
type Kind = { readonly title: Text; readonly scope: string; readonly data: Readonly<Record<string, Text>> };

const id = { parkId: text('车场编号', 'The car park') };
const plate = {
  plate: text('车牌；密钥没有“完整个人信息”时遮盖', 'The plate; masked unless the key has personal data whole'),
};
const fen = (zh: string, en: string): Text => text(`${zh}（分）`, `${en}, in fen`);
const visit = {
  ...id,
  stayId: text('停车记录编号', 'The stay'),
  ...plate,
  plateColour: text('车牌颜色', 'Colour of the plate'),
  kind: text('车辆性质', 'Kind of car'),
  inTime: text('入场时间', 'Entered at'),
  inLane: text('入口', 'Entry lane'),
  outTime: text('出场时间', 'Left at'),
  outLane: text('出口', 'Exit lane'),
  receivableFen: fen('应收', 'Due'),
  deratedFen: fen('优惠', 'Discounts'),
  waivedFen: fen('免收', 'Waived'),
  paidFen: fen('实收', 'Paid'),
};
const money = {
  ...id,
  orderId: text('订单编号', 'The order'),
  stayId: visit.stayId,
  ...plate,
  way: text('方式：cash、storedValue 或渠道', 'cash, storedValue, or the channel'),
  amountFen: fen('金额', 'Amount'),
};
const debt = {
  ...id,
  orderId: money.orderId,
  stayId: visit.stayId,
  ...plate,
  inTime: visit.inTime,
  how: text(
    'owed 欠下、restored 恢复、paid 缴清、cancelled 撤销、writtenOff 核销',
    'owed, restored, paid, cancelled, writtenOff',
  ),
  amountFen: money.amountFen,
};

/** What may be subscribed to. The names are those receivers read. */
export const eventKinds = {
  'stay.entered': { title: text('入场', 'Entry'), scope: 'stay:read', data: visit },
  'stay.left': { title: text('出场', 'Exit'), scope: 'stay:read', data: visit },
  'stay.corrected': { title: text('停车记录更正', 'Stay corrected'), scope: 'stay:read', data: visit },
  'stay.voided': { title: text('停车记录作废', 'Stay voided'), scope: 'stay:read', data: visit },
  'order.paid': {
    title: text('订单收款', 'Order paid'),
    scope: 'payment:read',
    data: { paymentId: text('收款编号', 'The payment'), ...money },
  },
  'order.refunded': {
    title: text('退款', 'Refund'),
    scope: 'refund:read',
    data: { refundId: text('退款编号', 'The refund'), ...money },
  },
  'pass.changed': {
    title: text('月租变动', 'Pass changed'),
    scope: 'parkMonth:read',
    data: {
      ...id,
      passId: text('月租车编号', 'The pass'),
      change: text(
        'applied 申请、changed 修改、approved 通过、refused 拒绝、renewed 续费、suspended 报停、resumed 恢复、stopped 退租、grace 宽限、expired 到期',
        'applied, changed, approved, refused, renewed, suspended, resumed, stopped, grace, expired',
      ),
      plates: plate.plate,
      endDay: text('到期日', 'Last day'),
    },
  },
  'debt.opened': { title: text('产生欠费', 'Debt opened'), scope: 'rdEscape:read', data: debt },
  'debt.settled': { title: text('欠费了结', 'Debt settled'), scope: 'rdEscape:read', data: debt },
  'barrier.opened': {
    title: text('道闸打开', 'Barrier opened'),
    scope: 'gateOpening:read',
    data: {
      ...id,
      openingId: text('开闸编号', 'The opening'),
      laneId: text('通道编号', 'The lane'),
      ...plate,
      cause: text('原因；没有已知原因为 none', 'Cause; empty if unknown'),
      causeId: text('原因所指记录', 'What the cause points at'),
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type EventKind = keyof typeof eventKinds;
export const kindNames = Object.keys(eventKinds) as EventKind[];
/** As choices of a form. */
export const kindWords = Object.fromEntries(
  Object.entries(eventKinds).map(([name, { title }]) => [name, title]),
) as Readonly<Record<EventKind, Text>>;

/** Kinds that a key with these scopes may receive. */
export const kindsOpenTo = (scopes: readonly string[]): EventKind[] =>
  kindNames.filter((kind) => scopes.includes(eventKinds[kind].scope));

export const deliveryStates = {
  pending: text('待发送', 'Pending'),
  sending: text('发送中', 'Sending'),
  sent: text('已送达', 'Delivered'),
  dead: text('未送达', 'Dead letter'),
  dropped: text('已超出范围', 'Out of scope'),
};

/** How one attempt ended. */
export const tryOutcomes = {
  sent: text('成功', 'Taken'),
  again: text('未接受', 'Not taken'),
  away: text('对方无应答', 'No answer'),
  gone: text('地址已注销', 'Gone'),
};

/** What is sent again of a span. */
export const resends = {
  dead: text('未送达的', 'What was not delivered'),
  all: text('全部', 'Everything'),
};
