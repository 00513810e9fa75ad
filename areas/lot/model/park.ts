import { ZONES } from '#domain/time/zone-names.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, geoPoint, image, integer, longText, phone, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { city, district, province } from '#areas/org/model/region.ts';
import { guided } from './guided.ts';
import { village } from './village.ts';

export const parkTypes = {
  mall: text('商业', 'Shopping centre'),
  hospital: text('医院', 'Hospital'),
  station: text('交通枢纽', 'Station or airport'),
  office: text('写字楼', 'Offices'),
  home: text('住宅小区', 'Homes'),
  public: text('公共停车场', 'Public car park'),
  curb: text('路内', 'Roadside'),
};

/** The contract's key of how a lot is run: `1` behind barriers, `10` at the roadside. Follows from the lot's kind. */
export const runningKinds = { 1: text('封闭车场', 'Behind barriers'), 10: text('路内车场', 'At the roadside') };

export const parkStates = {
  open: text('营业', 'Open'),
  closed: text('停业', 'Closed'),
  building: text('建设中', 'In preparation'),
};

export const parkFields = {
  parkName: str(text('车场名称', 'Car park'), { required: true, search: true, max: 60, width: 184 }),
  companyId: relation(text('所属单位', 'Company'), () => company, {
    search: true,
    help: text('不选则为当前单位', 'The current company if left blank'),
  }),
  villageId: relation(text('所属小区', 'Community'), () => village, {
    search: true,
    alias: ['VID', 'vid'],
    within: 'companyId',
    width: 130,
  }),
  parkType: select(text('车场类型', 'Kind'), parkTypes, { required: true, search: true, default: 'public' }),
  online: select(text('运行方式', 'Operation mode'), runningKinds, { readOnly: true, search: true, default: '1' }),
  status: select(text('营业状态', 'Status'), parkStates, {
    search: true,
    default: 'open',
    tones: { open: 'ok', closed: 'bad', building: 'warn' },
  }),
  totalStall: integer(text('总车位数', 'Spaces'), { required: true, min: 0, max: 1_000_000 }),
  remainStall: integer(text('剩余车位数', 'Free spaces'), {
    readOnly: true,
    help: text(
      '按进出计数得出，可用“更新车位”更正',
      'Counted from entries and exits; correct it with “Set free spaces”',
    ),
  }),
  berthSensing: select(
    text('泊位检测', 'Berth detection'),
    {
      none: text('人工登记', 'By hand'),
      wireless: text('无线地磁', 'Wireless sensors'),
      camera: text('视频桩', 'Cameras'),
    },
    { when: { field: 'parkType', is: ['curb'] } },
  ),
  provinceId: relation(text('省份', 'Province'), () => province),
  cityId: relation(text('城市', 'City'), () => city, { within: 'provinceId', search: true, width: 110 }),
  areaId: relation(text('区县', 'District'), () => district, { within: 'cityId', alias: ['AreaID'] }),
  address: str(text('地址', 'Address'), { max: 200 }),
  location: geoPoint(text('位置', 'Position')),
  zone: select(text('时区', 'Time zone'), ZONES, {
    required: true,
    default: 'Asia/Shanghai',
    help: text('车场的日、班次与封顶按此时区划分', 'Days, shifts and daily caps of the car park follow this zone'),
  }),
  linkman: str(text('联系人', 'Contact'), { max: 30 }),
  contactNumber: phone(text('联系电话', 'Phone')),
  servicePhone: str(text('客服电话', 'Service phone'), {
    max: 20,
    help: text('印在凭条与车主页面上', 'Printed on receipts and shown to drivers'),
  }),
  feeNotice: longText(text('收费公示', 'Price notice'), {
    max: 500,
    help: text('车主缴费页面显示的收费说明与监督电话', 'Prices and complaint phone as shown to drivers'),
  }),
  picture: image(text('图片', 'Picture')),
  parkCode: str(text('备案编号', 'Licence number'), { max: 40, search: true }),
  registeredTime: dateTime(text('路内登记时间', 'Registered at the roadside since'), { readOnly: true }),
  sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
  remark: longText(text('备注', 'Remark'), { max: 500 }),
};

const parkId = relation(text('车场', 'Car park'), (): Resource => park, { required: true, alias: ['PKID', 'id'] });

export const updateStallNum = call({
  name: 'park.updateStallNum',
  title: text('更新剩余车位数', 'Set free spaces'),
  area: 'lot',
  method: 'GET',
  path: '/api/updown/plat/basepark/updateStallNum',
  permission: 'park:updateStallNum',
  changes: true,
  answer: 'object',
  input: {
    parkId,
    remainNum: integer(text('剩余车位数', 'Free spaces'), {
      min: 0,
      max: 1_000_000,
      help: text('不填则按在场车辆重新计算', 'If left blank: recounted from the cars inside'),
    }),
    remark: str(text('原因', 'Reason'), { max: 200 }),
  },
  note: text(
    '写入一条带符号的修正记录，在场数=未离场车辆+修正之和。',
    'Writes one signed correction: cars inside = open stays plus the sum of corrections.',
  ),
});

export const registerAsCurb = call({
  name: 'park.registerAsCurb',
  title: text('登记为路内车场', 'Register as roadside car park'),
  area: 'lot',
  method: 'GET',
  path: '/api/updown/basePark/syncToPlatRadPark',
  permission: 'park:registerAsCurb',
  changes: true,
  answer: 'ack',
  input: { parkId },
  note: text(
    '把车场写入路内车场档案；有通道的车场不能登记；重复调用结果不变。',
    'Enters the car park in the register of roadside car parks; refused while it has lanes; repeating changes nothing.',
  ),
});

/** A car park (车场), also a curb lot. Everything that happens at lanes, all money and all grants hang on it. */
export const park = resource({
  name: 'park',
  title: text('车场', 'Car park'),
  area: 'lot',
  route: '/basedata/park',
  scope: 'company',
  config: { folder: 'lots', key: ['parkName'], without: ['linkman'] },
  self: 'park',
  wire: { base: '/api/updown/basePark', key: 'PKID' },
  accepts: { guided },
  help: text(
    '新增车场时自动建立常用车型与车类；通行、计费规则在“参数”中设置。',
    'A new car park comes with the usual car models and car types. Access and charging rules are set under “Parameters”.',
  ),
  fields: parkFields,
  display: 'parkName',
  unique: [['companyId', 'parkName']],
  index: [['villageId'], ['parkType']],
  list: [
    'parkName',
    'companyId',
    'villageId',
    'parkType',
    'cityId',
    'address',
    'totalStall',
    'remainStall',
    'contactNumber',
    'status',
  ],
  order: { by: 'sort', desc: false },
  sections: [
    {
      title: text('基本信息', 'Basics'),
      fields: [
        'parkName',
        'companyId',
        'villageId',
        'parkType',
        'online',
        'status',
        'totalStall',
        'remainStall',
        'berthSensing',
        'parkCode',
        'sort',
      ],
    },
    { title: text('位置', 'Where it is'), fields: ['provinceId', 'cityId', 'areaId', 'address', 'location', 'zone'] },
    {
      title: text('联系与公示', 'Contact and notice'),
      fields: ['linkman', 'contactNumber', 'servicePhone', 'feeNotice', 'picture', 'registeredTime', 'remark'],
    },
  ],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  actions: [
    { call: updateStallNum, key: 'parkId', label: text('更新车位', 'Set free spaces') },
    {
      call: registerAsCurb,
      key: 'parkId',
      label: text('登记为路内车场', 'Register as roadside car park'),
      confirm: text(
        '登记后该车场按路内车场管理，不再使用通道。确定登记？',
        'It will then be run as a roadside car park, without lanes. Register it?',
      ),
    },
  ],
});
