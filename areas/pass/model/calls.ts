import { call } from '#kit/declare/call.ts';
import { date, integer, month, plate, relation, relations, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { parkMonth, renewalInput } from './park-month.ts';
import { grantFields, holderFields, remark } from './pass-fields.ts';

const base = '/api/updown/parkMonth';
const area = 'pass';
const grantId = relation(text('月租车', 'Pass'), () => parkMonth, { required: true, alias: ['id'] });
const parkId = relation(text('车场', 'Car park'), () => park, { required: true });
const carTypeId = relation(text('车类', 'Car type'), () => carType, {
  required: true,
  within: 'parkId',
  only: { kind: 'monthly,vip' },
});

/** Applies, approves and takes the first money in one transaction. */
export const issue = call({
  name: 'parkMonth.add',
  title: text('直接发行', 'Issue now'),
  area,
  method: 'POST',
  path: `${base}/add`,
  permission: 'parkMonth:issue',
  input: {
    ...holderFields,
    ...grantFields,
    monthNum: integer(text('月数', 'Months'), {
      min: 1,
      max: 60,
      help: text('月数与到期日填一项', 'Enter either months or the end date'),
    }),
    endTime: date(text('到期日', 'End date')),
    money: { ...renewalInput.renewalMonth.money },
    remark,
  },
  note: text(
    '申请、审核与首次缴费在一个事务中完成；答 grantId',
    'Application, approval and first payment in one transaction; answers grantId',
  ),
});

export const renewalDetail = call({
  name: 'parkMonth.renewalDetail',
  title: text('续费详情', 'Renewals of a pass'),
  area,
  method: 'GET',
  path: `${base}/renewalDetail`,
  permission: 'parkMonth:read',
  input: {
    grantId,
    month: month(text('月份', 'Month'), {
      help: text('逐日说明的月份，默认本月', 'The month day by day, by default this one'),
    }),
  },
  note: text(
    '月租单价、下次续费起始日、续费与报停记录，及所选月份每天是否有效的原因',
    'Monthly price, start of the next renewal, renewals and suspensions, and why each day of the month is covered or not',
  ),
});

export const groupsOfPark = call({
  name: 'parkMonth.selectParkCarBitGroup',
  title: text('车位组下拉', 'Space groups of a car park'),
  area,
  method: 'GET',
  path: `${base}/selectParkCarBitGroup`,
  permission: 'parkMonth:read',
  answer: 'list',
  input: { parkId },
});

export const lotsOfPlate = call({
  name: 'parkMonth.getPlateExitsParkName',
  title: text('车牌已存在的车场', 'Car parks where a plate has a pass'),
  area,
  method: 'GET',
  path: `${base}/getPlateExitsParkName`,
  permission: 'parkMonth:read',
  answer: 'list',
  input: { plateNo: plate(text('车牌号', 'Plate'), { required: true, alias: ['plateNumber'] }) },
});

export const grantLanes = call({
  name: 'parkMonth.authGate',
  title: text('通道授权', 'Lane access'),
  area,
  method: 'POST',
  path: `${base}/authGate`,
  permission: 'parkMonth:authGate',
  input: {
    parkId,
    carTypeId,
    gateIds: relations(text('允许通道', 'Allowed lanes'), () => parkGate, {
      within: 'parkId',
      help: text('不选则全部通道可用', 'All lanes if left blank'),
    }),
  },
  note: text(
    '对该车类全部未退租的月租车生效；答 count',
    'Applies to all passes of the car type that are not ended; answers count',
  ),
});

export const batchTemplate = call({
  name: 'passGrant.template',
  title: text('批量发行模板', 'Template of a batch'),
  area,
  method: 'GET',
  path: `${base}/downloadTemplate`,
  permission: 'passGrant:import',
  answer: 'file',
  input: { parkId: { ...parkId, required: false } },
});

export const batchGrant = call({
  name: 'passGrant.batch',
  title: text('批量发行', 'Issue a batch'),
  area,
  method: 'POST',
  path: `${base}/batchParkMonthCard`,
  permission: 'passGrant:import',
  answer: 'object',
  input: {
    parkId,
    carTypeId,
    mode: select(
      text('方式', 'Mode'),
      { check: text('只检查', 'Check only'), submit: text('提交', 'Submit') },
      { default: 'submit' },
    ),
  },
  note: text(
    '请求体为 XLSX 或 CSV 文件；有误的行随原因以 failedFile（Base64 的 XLSX）返回',
    'The body is an XLSX or CSV file; lines with problems come back with the reason as failedFile, an XLSX in Base64',
  ),
});
