import { parkingOrder } from '#areas/billing/model/order.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';
import type { Known } from '#domain/print/template.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

const base = '/api/updown/parkprinttemplate';

export const paperWords = {
  58: text('58 毫米热敏', '58 mm thermal'),
  80: text('80 毫米热敏', '80 mm thermal'),
  A4: text('A4 页面', 'A4 page'),
};
export const slipTypes = {
  receipt: text('收费凭条', 'Receipt'),
  refund: text('退款凭条', 'Refund slip'),
};
export type SlipType = keyof typeof slipTypes;

/** The fields a slip may contain, with their labels for template authors. All belong to a parking order. */
export const slipValues = {
  park: text('车场', 'Car park'),
  company: text('单位', 'Company'),
  plate: text('车牌号', 'Plate'),
  inTime: text('入场时间', 'Entry'),
  until: text('计费至', 'Charged until'),
  stayed: text('停车时长', 'Duration'),
  due: text('应收', 'Due'),
  discount: text('优惠', 'Discount'),
  waived: text('减免', 'Waived'),
  paid: text('实收', 'Paid'),
  refunded: text('已退', 'Refunded'),
  payType: text('支付方式', 'Paid by'),
  paidTime: text('支付时间', 'Paid at'),
  orderNo: text('订单号', 'Order number'),
  phone: text('客服电话', 'Service phone'),
  operator: text('打印人', 'Printed by'),
  printed: text('打印时间', 'Printed at'),
} satisfies Record<string, Text>;

/** The lines of the bill. */
export const slipLists = { lines: ['name', 'sum'] } as const;
export const slipKnown: Known = { values: Object.keys(slipValues), lists: slipLists };

const foot = { zh: '---\n[if phone]\n客服电话 | {phone}\n[end]\n{operator} | {printed}\n[feed 2]\n[cut]\n', en: '' };
foot.en = '---\n[if phone]\nService | {phone}\n[end]\n{operator} | {printed}\n[feed 2]\n[cut]\n';

/** What is printed where a car park has no template of its own. */
export const ownTemplates: Readonly<Record<SlipType, Text>> = {
  receipt: text(
    `# {park}\n= 停车收费凭条\n---\n车牌号 | {plate}\n入场 | {inTime}\n计费至 | {until}\n时长 | {stayed}\n---\n[each lines]\n{name} | {sum}\n[end]\n[if discount]\n优惠 | -{discount}\n[end]\n[if waived]\n减免 | -{waived}\n[end]\n---\n! 实收 {paid} 元\n支付方式 | {payType}\n支付时间 | {paidTime}\n订单号 | {orderNo}\n${foot.zh}`,
    `# {park}\n= Parking receipt\n---\nPlate | {plate}\nEntry | {inTime}\nCharged until | {until}\nDuration | {stayed}\n---\n[each lines]\n{name} | {sum}\n[end]\n[if discount]\nDiscount | -{discount}\n[end]\n[if waived]\nWaived | -{waived}\n[end]\n---\n! Paid {paid} yuan\nPaid by | {payType}\nPaid at | {paidTime}\nOrder | {orderNo}\n${foot.en}`,
  ),
  refund: text(
    `# {park}\n= 退款凭条\n---\n车牌号 | {plate}\n订单号 | {orderNo}\n实收 | {paid}\n! 已退 {refunded} 元\n${foot.zh}`,
    `# {park}\n= Refund\n---\nPlate | {plate}\nOrder | {orderNo}\nPaid | {paid}\n! Refunded {refunded} yuan\n${foot.en}`,
  ),
};

/** What a slip says and how, kept by a car park. */
export const parkprinttemplate = resource({
  name: 'parkprinttemplate',
  title: text('打印模板', 'Print template'),
  help: text(
    '车场凭条的内容与纸宽。每车场每类启用一个；没有时用产品自带的版式。',
    'What slips of a car park say and on which paper. One of a kind is in use; without any, the product’s own is printed.',
  ),
  area: 'platform',
  route: '/system/printTemplate',
  menu: 'organisation',
  scope: 'park',
  config: { folder: 'print-templates', key: ['templateType', 'templateName'] },
  wire: { base, key: 'recordId', removeByGet: true },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    templateName: str(text('名称', 'Name'), { required: true, max: 40 }),
    templateType: select(text('类型', 'Kind'), slipTypes, { required: true, search: true, default: 'receipt' }),
    paper: select(text('纸张', 'Paper'), paperWords, { required: true, default: '58' }),
    content: longText(text('内容', 'Content'), {
      required: true,
      max: 4000,
      default: ownTemplates.receipt.zh,
      help: text(
        '一行一项：# 大标题、= 居中、! 加粗、左 | 右、---、[each lines]…[end]、[if 名]…[end]、[qr …]、[barcode …]、[feed 2]、[cut]；花括号内为栏目名',
        'A line each: # title, = centred, ! bold, left | right, ---, [each lines]…[end], [if name]…[end], [qr …], [barcode …], [feed 2], [cut]; names in braces are values',
      ),
    }),
    inUse: boolean(text('启用', 'In use'), { default: true, search: true }),
    versionNo: integer(text('版本', 'Version'), { readOnly: true, default: 1, ordinal: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'templateName',
  index: [['parkId', 'templateType']],
  list: ['templateName', 'parkId', 'templateType', 'paper', 'inUse', 'versionNo', 'remark'],
});

export const printSlip = call({
  name: 'parkprinttemplate.print',
  title: text('打印凭条', 'Print a slip'),
  area: 'platform',
  method: 'GET',
  path: '/api/gatehouse/print/slip',
  permission: 'parkingOrder:read',
  input: {
    onlineOrderId: relation(text('订单', 'Order'), () => parkingOrder, { required: true, alias: ['orderId'] }),
    templateType: select(text('类型', 'Kind'), slipTypes, { default: 'receipt' }),
    paper: select(text('纸张', 'Paper'), paperWords, {
      help: text('不填用模板的纸张', 'Empty takes that of the template'),
    }),
  },
  note: text(
    '{template, paper, columns, lines, escpos}：按车场启用的模板排好的各行，与打印机字节（ESC/POS，GB18030，base64）',
    '{template, paper, columns, lines, escpos}: lines by the car park’s template in use, and the printer’s bytes (ESC/POS, GB18030, base64)',
  ),
});

const order = relation(text('订单', 'Order'), () => parkingOrder, { required: true, alias: ['orderId'] });

/** Slip printers that the order's car park has in its network. */
export const slipPrinters = call({
  name: 'parkprinttemplate.printers',
  title: text('可用打印机', 'Printers to choose from'),
  area: 'platform',
  method: 'GET',
  path: '/api/gatehouse/print/printers',
  permission: 'parkingOrder:read',
  input: { onlineOrderId: order },
  note: text(
    '[{deviceId, deviceName, status, faultText}]：订单所在车场的网口小票打印机',
    '[{deviceId, deviceName, status, faultText}]: slip printers in the network of the order’s car park',
  ),
});

export const sendSlip = call({
  name: 'parkprinttemplate.send',
  title: text('送打印机打印凭条', 'Print a slip on a printer'),
  area: 'platform',
  method: 'POST',
  path: '/api/gatehouse/print/send',
  permission: 'parkingOrder:read',
  input: {
    onlineOrderId: order,
    deviceId: relation(text('打印机', 'Printer'), () => parkDevice, { required: true }),
    templateType: select(text('类型', 'Kind'), slipTypes, { default: 'receipt' }),
    paper: select(text('纸张', 'Paper'), paperWords),
  },
  answer: 'object',
  note: text(
    '{ commandIds }，结果同其他设备指令；同一订单第二张起标明“补打”',
    '{ commandIds }, with an outcome as other commands of devices; from the second slip of an order on each is marked as a copy',
  ),
});
