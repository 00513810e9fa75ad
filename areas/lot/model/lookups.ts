import { call } from '#kit/declare/call.ts';
import { json, relation, select, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { park, parkFields } from './park.ts';
import { parkArea } from './park-area.ts';
import { parkGate } from './park-gate.ts';
import { village } from './village.ts';

const lookup = <const F extends Fields>(
  name: string,
  title: Text,
  path: string,
  input: F,
  answer: 'list' | 'tree' | 'object' = 'list',
) => call({ name, title, area: 'lot', method: 'GET', path, permission: 'session', answer, input });

const companyId = relation(text('单位', 'Company'), () => company, { alias: ['cpid', 'CPID', 'companyid'] });
const parkId = relation(text('车场', 'Car park'), () => park, { required: true });

export const searchLoginPark = lookup(
  'park.searchLoginPark',
  text('登录用户车场下拉', 'Car parks to choose from'),
  '/api/updown/baseSelect/searchLoginPark',
  { companyId, keyword: str(text('关键字', 'Keyword'), { max: 60 }) },
);
export const parksOfCompany = lookup(
  'park.getSelectParkByCompany',
  text('按公司取车场下拉', 'Car parks of a company'),
  '/api/updown/baseSelect/getSelectParkByCompany',
  { companyId },
);
export const gatesOfArea = lookup(
  'parkGate.getSelectGateByArea',
  text('按区域取通道下拉', 'Lanes of an area'),
  '/api/updown/baseSelect/getSelectGateByArea',
  { areaId: relation(text('区域', 'Area'), () => parkArea, { alias: ['AreaID'] }) },
);
export const gatesOfPark = lookup(
  'parkGate.getSelectFullParkGate',
  text('车场全部通道下拉', 'All lanes of a car park'),
  '/api/updown/baseParkGate/getSelectFullParkGate',
  { parkId },
);
export const villagesOfCompany = lookup(
  'village.getVasevillageByCpid',
  text('按公司取小区', 'Communities of a company'),
  '/api/updown/baseSelect/getVasevillageByCpid',
  { cpid: companyId },
);
export const villagesAllowed = lookup(
  'village.getSelectAuth',
  text('有权小区下拉', 'Communities to choose from'),
  '/api/updown/baseVillage/getSelectAuth',
  { companyId },
);
export const areaTree = lookup(
  'parkArea.getTree',
  text('基础区域树', 'Tree of areas'),
  '/api/updown/plat/BaseBaseArea/getTree',
  { companyId, parkId: { ...parkId, required: false } },
  'tree',
);
export const boxesByDongle = lookup(
  'parkBox.getDogParkBox',
  text('加密狗岗亭查询', 'Booths with a dongle'),
  '/api/updown/baseParkBox/getDogParkBox',
  {
    parkId: { ...parkId, required: false },
    BoxID: str(text('岗亭', 'Booth'), { max: 60 }),
    dogNo: str(text('加密狗编号', 'Dongle number'), { max: 40 }),
  },
);
export const villageMonitor = lookup(
  'village.monitor',
  text('小区监控数据', 'Community at a glance'),
  '/api/updown/baseVillage/monitor',
  { vid: relation(text('小区', 'Community'), () => village, { alias: ['VID'] }) },
  'object',
);

const expiring = { parkId: { ...parkId, required: false }, RecordID: str(text('编号', 'Id'), { max: 60 }) };
export const expiringServices = lookup(
  'parkService.getExpireParkservices',
  text('即将到期车场服务', 'Services ending or ended'),
  '/api/updown/parkServicesConfig/getExpireParkservices',
  expiring,
);
export const expiringServicesPlat = lookup(
  'parkService.getExpireParkservicesPlat',
  text('即将到期车场服务', 'Services ending or ended'),
  '/api/updown/plat/parkServicesConfig/getExpireParkservices',
  expiring,
);

export const dayRules = {
  everyday: text('每天', 'Every day'),
  workday: text('工作日', 'Working days'),
  restday: text('休息日', 'Days off'),
};
const laneHours = {
  gateId: relation(text('车道', 'Lane'), () => parkGate, { required: true, alias: ['GateID'] }),
  carTypeId: relation(text('车类', 'Car type'), () => carType, { required: true, alias: ['CarTypeID'] }),
  ruleType: select(text('日期类型', 'Days'), dayRules, {
    required: true,
    default: 'everyday',
    help: text(
      '工作日、休息日优先于每天；休息日为周末与节假日',
      'Working days and days off come before every day; days off are weekends and holidays',
    ),
  }),
};
export const gateIoTime = call({
  name: 'parkGate.geteIoTime',
  title: text('通道通行时段', 'Hours of a lane'),
  area: 'lot',
  method: 'GET',
  path: '/api/updown/baseParkGate/geteIoTime',
  permission: 'parkGate:read',
  input: laneHours,
});
export const saveGateIoTime = call({
  name: 'parkGate.saveGeteIoTime',
  title: text('保存通道通行时段', 'Save the hours of a lane'),
  area: 'lot',
  method: 'POST',
  path: '/api/updown/baseParkGate/saveGeteIoTime',
  permission: 'parkGate:edit',
  input: { ...laneHours, timeRanges: json(text('通行时段', 'Hours')) },
  note: text(
    'timeRanges 为 [{from:"07:00",to:"22:00"}]，可跨零点；空列表为全天禁止；null 为删除（不限）。',
    'timeRanges is [{from:"07:00",to:"22:00"}] and may cross midnight; an empty list forbids the whole day; null removes the rule.',
  ),
});

export const addWirelessPark = call({
  name: 'curbPark.addNowirePark',
  title: text('新增无线（地磁）车场', 'Add a car park with wireless sensors'),
  area: 'lot',
  method: 'POST',
  path: '/api/updown/curbPark/addNowirePark',
  permission: 'curbPark:add',
  input: {
    companyId: parkFields.companyId,
    parkName: parkFields.parkName,
    address: parkFields.address,
    totalStall: parkFields.totalStall,
    remark: parkFields.remark,
  },
});
