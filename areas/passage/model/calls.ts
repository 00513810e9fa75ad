import { carType } from '#areas/vehicle/model/car-type.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, longText, plate, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const area = 'passage';
const base = '/api/updown/parkIORecord';
const record = str(text('停车记录', 'Stay'), { required: true, max: 36, alias: ['id', 'RecordID'] });
const reason = longText(text('原因', 'Reason'), { required: true, max: 200 });

const aLot = relation(text('车场', 'Car park'), () => park, { required: true, alias: ['PKID'] });

/** The contract changes by GET; both calls do nothing the second time. */
export const syncInside = call({
  name: 'carInside.sync',
  title: text('同步在场车辆', 'Rebuild vehicles inside'),
  area,
  method: 'GET',
  path: '/api/updown/basePark/syncParkIO2InCarRecord',
  permission: 'carInside:sync',
  changes: true,
  answer: 'object',
  input: { parkId: aLot },
  note: text(
    '按进出记录重建在场车辆与在场数，answer 为补上、去掉、更正的条数与前后的在场数；没有差别则不改动。',
    'Rebuilds cars inside and their count from the entry and exit records; returns how many were added, removed and corrected, and the count before and after. Without a difference nothing changes.',
  ),
});
export const initHistory = call({
  name: 'carInside.initHistory',
  title: text('初始化历史停车', 'Close old stays'),
  area,
  method: 'GET',
  path: `${base}/initHistoryPark`,
  permission: 'carInside:initHistory',
  changes: true,
  answer: 'object',
  input: {
    parkId: aLot,
    beforeTime: dateTime(text('早于', 'In before'), {
      help: text(
        '只转入此前入场的；不填为现在，即全部在场车辆',
        'Only what came in before; now if left blank, that is every car inside',
      ),
    }),
    remark: longText(text('原因', 'Reason'), { max: 200, default: '初始化历史停车记录' }),
  },
  note: text(
    '此前入场、仍未离场的停车转入历史：不收费，列入异常放行，在场数随之减少。用于系统上线或清场后重新开始。',
    'Stays begun before and not yet ended go to the records: no fee is taken, they are listed among the abnormal releases, and the count falls. For the start of a system, or after a car park was cleared.',
  ),
});

/** A missed entry, added by hand. */
export const addEntry = call({
  name: 'carInside.add',
  title: text('补录入场', 'Add entry'),
  area,
  method: 'POST',
  path: `${base}/platInCar`,
  permission: 'carInside:add',
  answer: 'object',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, alias: ['PKID'] }),
    plateNumber: plate(text('车牌号', 'Plate'), { required: true, alias: ['plateNo'] }),
    inTime: dateTime(text('入场时间', 'Entry time'), { help: text('不填为现在', 'Now if left blank') }),
    gateId: relation(text('入口通道', 'Entry lane'), () => parkGate, { within: 'parkId', alias: ['GateID'] }),
    carTypeId: relation(text('车类', 'Car type'), () => carType, { within: 'parkId', alias: ['CarTypeID'] }),
    remark: longText(text('原因', 'Reason'), { max: 200 }),
  },
});

export const closeMany = call({
  name: 'carInside.batchOut',
  title: text('批量离场', 'Batch exit'),
  area,
  method: 'POST',
  path: `${base}/batchOutCar`,
  permission: 'carInside:batchOut',
  answer: 'object',
  input: {
    ids: str(text('停车记录', 'Stays'), { required: true, max: 20_000, alias: ['recordIds'] }),
    remark: longText(text('原因', 'Reason'), { required: true, max: 200, default: '后台批量离场' }),
    outTime: dateTime(text('离场时间', 'Left at'), { help: text('不填为现在', 'Now if left blank') }),
  },
  note: text(
    '不收费，列入异常放行；在场数随之减少。',
    'No fee is taken; listed among the abnormal releases, and the count of cars inside falls.',
  ),
});

export const correct = call({
  name: 'carInside.correct',
  title: text('更正车牌', 'Correct plate'),
  area,
  method: 'POST',
  path: `${base}/updatePlateNumber`,
  permission: 'carInside:correct',
  answer: 'object',
  input: {
    recordId: record,
    plateNumber: plate(text('正确车牌', 'Correct plate'), { required: true, alias: ['plateNo'] }),
    merge: boolean(text('合并同车牌记录', 'Merge with the other stay'), {
      default: false,
      help: text(
        '新车牌已有在场记录时，合并为一条（保留最早入场）',
        'When the plate is already inside: make them one, keeping the earlier entry',
      ),
    }),
    remark: longText(text('原因', 'Reason'), { max: 200 }),
  },
});

export const resolve = call({
  name: 'carInside.resolve',
  title: text('处理疑似记录', 'Resolve suspected exit'),
  area,
  method: 'POST',
  path: '/api/gatehouse/stay/resolve',
  permission: 'carInside:resolve',
  answer: 'object',
  input: {
    recordId: record,
    verdict: select(
      text('判定', 'Verdict'),
      {
        'missed-exit': text('漏拍出场', 'Missed exit'),
        clone: text('套牌车', 'Cloned plate'),
        misread: text('识别错误', 'Misread'),
      },
      { required: true },
    ),
    plateNumber: plate(text('正确车牌', 'Correct plate'), { when: { field: 'verdict', is: ['misread'] } }),
    remark: reason,
  },
});

/** The car by its stay, or by lot and plate as an outside system knows it. */
export const reportEvent = call({
  name: 'carInside.event',
  title: text('登记停车事件', 'Record an event'),
  area,
  method: 'POST',
  path: '/api/gatehouse/stay/event',
  permission: 'carInside:event',
  answer: 'object',
  input: {
    recordId: str(text('停车记录', 'Stay'), { max: 36, alias: ['id', 'RecordID'] }),
    parkId: relation(text('车场', 'Car park'), () => park, { alias: ['PKID'] }),
    plateNumber: plate(text('车牌号', 'Plate'), { alias: ['plateNo'] }),
    event: str(text('事件', 'Event'), { required: true, max: 40 }),
    time: dateTime(text('发生时间', 'Happened at'), { help: text('不填为现在', 'Now if left blank') }),
    undo: boolean(text('撤销', 'Withdraw'), { default: false }),
    remark: longText(text('原因', 'Reason'), { max: 200 }),
  },
  note: text(
    '收费规则可从事件起计时（如 chargingEnd 充电结束）。由充电桩等外部系统或人工登记到在场车辆，留痕；之后的报价与账单按它计算，已给出的报价不变。同一事件同一时间再报一次不起作用；undo 撤销误报。',
    'A tariff may start its clock at an event (such as chargingEnd). An external system such as a charger, or a person, reports it for a car inside; it is stored with who and why. Later quotes and bills use it; a quote already given stays valid. Reporting the same event for the same time again does nothing; undo removes a wrong one.',
  ),
});

export const pictures = call({
  name: 'stay.pictures',
  title: text('进出场图片', 'Pictures'),
  area,
  method: 'GET',
  path: `${base}/getLocalImagePath`,
  permission: 'stay:read',
  input: { recordId: record },
});
export const inside = call({
  name: 'carInside.template',
  title: text('在场车辆导出', 'Cars inside, as a file'),
  area,
  method: 'GET',
  path: `${base}/exportInCarTemp`,
  permission: 'carInside:export',
  answer: 'file',
  input: { parkId: relation(text('车场', 'Car park'), () => park, { alias: ['PKID'] }) },
});
/** Everything that happened to a stay, on one time line. */
export const story = call({
  name: 'stay.story',
  title: text('停车全过程', 'Stay timeline'),
  area,
  method: 'GET',
  path: '/api/gatehouse/stay/story',
  permission: 'stay:read',
  input: { recordId: record },
});
/** The amount due if a car inside left now: the quote at its exit, less prepayments. */
export const quoteNow = call({
  name: 'stay.quote',
  title: text('当前应缴', 'Due so far'),
  area,
  method: 'GET',
  path: '/api/gatehouse/stay/quote',
  permission: 'stay:read',
  input: { recordId: record },
});
export const releaseOrder = call({
  name: 'manualRelease.order',
  title: text('人工放行对应订单', 'Order of a manual release'),
  area,
  method: 'GET',
  path: '/api/updown/static/getManualReleaseOrder',
  permission: 'manualRelease:read',
  input: { recordId: record },
});
/** Whether a lot's figures agree with each other: counted from raw rows. */
export const checkLot = call({
  name: 'stay.check',
  title: text('车场核对', 'Check of a car park'),
  area,
  method: 'GET',
  path: '/api/gatehouse/check/:parkId',
  permission: 'stay:read',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    since: dateTime(text('起始', 'Since')),
  },
});
/** Cars moving now, for the home page: the last passages of the lots one may see. */
export const lately = call({
  name: 'passage.lately',
  title: text('实时通行', 'Live traffic'),
  area,
  method: 'GET',
  path: '/api/gatehouse/passage/lately',
  permission: 'passage:read',
  answer: 'list',
  input: { parkId: relation(text('车场', 'Car park'), () => park) },
});
