import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { boolean, dateTime, integer, json, longText, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { bookEntryCash, settleEntryCash } from './calls.ts';
import { pdadevice } from './pdadevice.ts';

export const entryKinds = {
  plate: text('登记车牌', 'Plate read'),
  present: text('有车', 'Car there'),
  absent: text('无车', 'No car'),
  begin: text('开始停车', 'Stay begun'),
  end: text('结束停车', 'Stay ended'),
  cash: text('收现金', 'Cash taken'),
  patrol: text('巡查', 'Patrol'),
  clock: text('打卡', 'Clock'),
  task: text('工单', 'Work order'),
  read: text('阅读公告', 'Notice read'),
};
export type EntryKind = keyof typeof entryKinds;

export const entryOutcomes = {
  done: text('已生效', 'Done'),
  refused: text('未生效', 'Refused'),
  unbooked: text('现金待处理', 'Cash not booked'),
  booked: text('人工入账', 'Booked by the desk'),
  settled: text('已人工处理', 'Settled by the desk'),
};

/** One entry of a handheld's journal as received, and its outcome. Rows are only added. */
export const handheldEntry = resource({
  name: 'handheldDeed',
  title: text('手持机记录', 'Handheld record'),
  many: text('手持机记录', 'Handheld records'),
  help: text(
    '手持机上每一步操作的原始记录与处理结果；记录只增不改。“现金待处理”的款项由人按车牌入账，或说明去向。',
    'Every step made on a handheld as it was recorded, and what became of it; records are only added. Cash that could not be booked is booked by plate, or settled with a reason.',
  ),
  area: 'handheld',
  route: '/system/handheldDeed',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/handheldDeed', key: 'recordId' },
  range: 'at',
  fields: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    at: dateTime(text('时间', 'Time'), {
      help: text('按手持机时钟偏差校正', 'Corrected by the offset of the handheld’s clock'),
    }),
    rawAt: dateTime(text('手持机时间', 'Handheld time')),
    heardAt: dateTime(text('上传时间', 'Sent at')),
    deviceId: relation(text('手持机', 'Handheld'), () => pdadevice, { search: true }),
    userId: relation(text('人员', 'Person'), () => user, { search: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
    deedKind: select(text('操作', 'Step'), entryKinds, { search: true }),
    berthNo: str(text('泊位号', 'Berth'), { search: true, max: 20 }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    amountFen: money(text('现金', 'Cash')),
    surplusFen: money(text('多收', 'Above what was owed')),
    waivedFen: money(text('脱机计价减免', 'Waived, decided offline')),
    outcome: select(text('结果', 'Outcome'), entryOutcomes, {
      search: true,
      tones: { done: 'ok', refused: 'warn', unbooked: 'bad', booked: 'ok', settled: 'muted' },
    }),
    reason: str(text('原因', 'Reason'), { max: 200 }),
    handledBy: str(text('处理人', 'Handled by'), { max: 60 }),
    handledTime: dateTime(text('处理时间', 'Handled at')),
    remark: longText(text('处理说明', 'What was done'), { max: 200 }),
    offline: boolean(text('脱机产生', 'Made offline'), { search: true }),
    clockSuspect: boolean(text('时钟存疑', 'Clock in doubt'), { search: true }),
    installation: str(text('本机安装号', 'Installation'), { hidden: true, max: 36 }),
    seq: integer(text('序号', 'Number')),
    hash: str(text('摘要', 'Hash'), { hidden: true, max: 64 }),
    body: json(text('内容', 'Content'), { hidden: true }),
    answer: json(text('应答', 'Answer'), { hidden: true }),
  },
  display: 'deedKind',
  unique: [['installation', 'seq']],
  index: [['at'], ['deviceId', 'at']],
  order: { by: 'at', desc: true },
  list: [
    'at',
    'userId',
    'deedKind',
    'berthNo',
    'plateNumber',
    'amountFen',
    'outcome',
    'reason',
    'surplusFen',
    'waivedFen',
    'handledBy',
    'handledTime',
    'remark',
    'parkId',
    'deviceId',
    'offline',
    'clockSuspect',
    'heardAt',
    'rawAt',
    'seq',
    'companyId',
  ],
  totals: ['amountFen', 'surplusFen', 'waivedFen'],
  actions: [bookEntryCash, settleEntryCash].map((each) => ({
    call: each,
    key: 'recordId',
    when: { field: 'outcome', is: ['unbooked'] },
  })),
});
