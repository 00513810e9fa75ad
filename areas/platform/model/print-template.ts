import { parkingOrder } from '#areas/billing/model/order.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { slipTypes } from './slip-kinds.ts';

const base = '/api/updown/parkprinttemplate';

export const paperWords = {
  58: text('58 毫米热敏', '58 mm thermal'),
  80: text('80 毫米热敏', '80 mm thermal'),
  A4: text('A4 页面', 'A4 page'),
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
    templateType: select(text('类型', 'Kind'), slipTypes, {
      required: true,
      search: true,
      fixed: true,
      default: 'receipt',
    }),
    paper: select(text('纸张', 'Paper'), paperWords, { required: true, default: '58' }),
    content: longText(text('内容', 'Content'), {
      max: 4000,
      help: text(
        '留空即从产品自带的版式开始。一行一项：# 大标题、= 居中、! 加粗、左 | 右、---、[each lines]…[end]、[if 名]…[end]、[qr …]、[barcode …]、[feed 2]、[cut]；花括号内为栏目名',
        'Left empty it begins with the product’s own. A line each: # title, = centred, ! bold, left | right, ---, [each lines]…[end], [if name]…[end], [qr …], [barcode …], [feed 2], [cut]; names in braces are values',
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

/** What a slip is about: an order, or of an entry ticket the stay. */
const about = {
  onlineOrderId: relation(text('订单', 'Order'), () => parkingOrder, { alias: ['orderId'] }),
  recordId: relation(text('停车记录（入场凭条）', 'Stay (entry ticket)'), () => stay),
  templateType: select(text('类型', 'Kind'), slipTypes, { default: 'receipt' }),
};
const paper = select(text('纸张', 'Paper'), paperWords, {
  help: text('不填用模板的纸张', 'Empty takes that of the template'),
});

export const printSlip = call({
  name: 'parkprinttemplate.print',
  title: text('打印凭条', 'Print a slip'),
  area: 'platform',
  method: 'GET',
  path: '/api/gatehouse/print/slip',
  permission: 'parkingOrder:read',
  input: { ...about, paper },
  note: text(
    '{template, paper, columns, lines, escpos}：按车场启用的模板排好的各行，与打印机字节（ESC/POS，GB18030，base64）；入场凭条给停车记录，其余给订单',
    '{template, paper, columns, lines, escpos}: lines by the car park’s template in use, and the printer’s bytes (ESC/POS, GB18030, base64); an entry ticket is of a stay, the others of an order',
  ),
});

/** Slip printers that the car park of the order or stay has in its network. */
export const slipPrinters = call({
  name: 'parkprinttemplate.printers',
  title: text('可用打印机', 'Printers to choose from'),
  area: 'platform',
  method: 'GET',
  path: '/api/gatehouse/print/printers',
  permission: 'parkingOrder:read',
  input: about,
  note: text(
    '[{deviceId, deviceName, status, faultText}]：所在车场的网口小票打印机',
    '[{deviceId, deviceName, status, faultText}]: slip printers in the network of the car park',
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
    ...about,
    deviceId: relation(text('打印机', 'Printer'), () => parkDevice, { required: true }),
    paper,
  },
  answer: 'object',
  note: text(
    '{ commandIds }，结果同其他设备指令；同一订单或停车记录第二张起标明“补打”',
    '{ commandIds }, with an outcome as other commands of devices; from the second slip of an order or stay on each is marked as a copy',
  ),
});
