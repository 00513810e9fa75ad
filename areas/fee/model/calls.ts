import { call } from '#kit/declare/call.ts';
import { dateTime, integer, json, relation, relations, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { ZONES } from '#domain/time/zone-names.ts';
import { lintAnswer, trialAnswer } from './answers.ts';
import { refusals } from './fee-case.ts';
import { feeRule } from './fee-rule.ts';

const carTypeId = relation(text('车类', 'Car type'), () => carType, { alias: ['CarTypeID'] });

/** The zone that what is known of a stay names, as an object or as JSON in an address. */
function zoneNamed(context: unknown): unknown {
  try {
    const known: unknown = typeof context === 'string' ? JSON.parse(context) : context;
    return typeof known === 'object' && known !== null && 'zone' in known ? known.zone : undefined;
  } catch {
    return undefined; // not JSON: its own check says so
  }
}

export const testFee = call({
  name: 'feeRule.testFee',
  title: text('试算停车费', 'Calculate a fee'),
  area: 'fee',
  method: 'GET',
  path: '/api/updown/platParkFeeRule/testFee',
  permission: 'feeRule:read',
  byBody: true,
  data: trialAnswer,
  reasons: Object.keys(refusals),
  zone: ({ context }) => zoneNamed(context),
  input: {
    FeeRuleID: relation(text('规则', 'Rule'), () => feeRule, { alias: ['id', 'feeRuleId'] }),
    parkId: relation(text('车场', 'Car park'), () => park),
    carTypeId,
    carModelId: relation(text('车型', 'Car model'), () => carModel, { alias: ['CarModelID'] }),
    inTime: dateTime(text('入场时间', 'Entry time'), { required: true }),
    outTime: dateTime(text('出场时间', 'Exit time'), { required: true }),
    rule: json(text('规则内容', 'Rule itself'), {
      help: text(
        'JSON，写法见收费规则说明；给出则按它试算，不必保存',
        'As JSON, see the tariffs document; tried without being stored',
      ),
    }),
    carKind: str(text('车辆种类', 'Kind of vehicle'), { max: 40, alias: ['vehicle'] }),
    context: json(text('已知条件', 'What is known'), {
      help: text(
        'JSON，可含已知值 values、途中变化 changes、节假日 holidays 与 workdays、活动日 eventDays、所在区域 areas、事件 events、之前的停车 earlier、已付款 payments、时区 zone',
        'As JSON: values, changes, holidays, workdays, eventDays, areas, events, earlier, payments, zone',
      ),
    }),
  },
  note: text(
    '给出规则内容则按它试算，给出规则编号则按该版本（含草稿），否则按该车场、车类在入场时生效的版本。节假日未给出时用车场日历。有已付款时 totalFen 为出场应补。时间不带时区的按车场（或 context.zone）的时区。规则内容较长时用 POST。没有价格为 422，reason 说明原因。只计算，不写入。',
    'By the rule given, else by the given version, drafts too, else by the one in force at the entry for the car park and car type. Without holidays the calendar of the car park holds. With payments totalFen is what is still due. Times without an offset are of the car park’s zone, or of context.zone. By POST where the rule is long. Without a price it is a 422 whose reason says why. Calculates only, stores nothing.',
  ),
});

export const lintFee = call({
  name: 'feeRule.lint',
  title: text('检查收费规则', 'Check a tariff'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/lint',
  permission: 'feeRule:read',
  changes: false,
  answer: 'object',
  data: lintAnswer,
  input: {
    FeeRuleID: relation(text('规则', 'Rule'), () => feeRule, { alias: ['id', 'feeRuleId'] }),
    parkId: relation(text('车场', 'Car park'), () => park),
    rule: json(text('规则内容', 'Rule itself'), {
      help: text('JSON，给出则检查它，不必保存', 'As JSON; checked without being stored'),
    }),
    zone: select(text('时区', 'Time zone'), ZONES, {
      help: text('没有车场时按此时区，默认本单位的', 'Without a car park; that of the company when left out'),
    }),
  },
  note: text(
    '逐条答复定律是否成立（ok：true、false、unknown），不成立的附最小的反例。日历与时区用车场的。只计算，不写入。',
    'Answers for each law whether it holds (ok: true, false, unknown), and where it does not the smallest stay that shows it. Calendar and zone are those of the car park. Calculates only, stores nothing.',
  ),
});

export const saveCalendar = call({
  name: 'holidayDate.submit',
  title: text('车场节假日保存', 'Save the calendar of a car park'),
  area: 'fee',
  method: 'POST',
  path: '/api/updown/parkHolidayDate/submit',
  permission: 'holidayDate:save',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, alias: ['parkingId'] }),
    dates: json(text('日期', 'Days')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  note: text(
    '整体替换车场的日历。dates 为 ["2026-10-01"] 或 [{day, dayKind: holiday|workday, holidayName}]。',
    'Replaces the whole calendar of the car park. dates is ["2026-10-01"] or [{day, dayKind: holiday|workday, holidayName}].',
  ),
});

export const calendarOfPark = call({
  name: 'holidayDate.detailByParkingId',
  title: text('车场节假日详情', 'Calendar of a car park'),
  area: 'fee',
  method: 'GET',
  path: '/api/updown/parkHolidayDate/detailByParkingId',
  permission: 'holidayDate:read',
  input: { parkId: relation(text('车场', 'Car park'), () => park, { required: true, alias: ['parkingId'] }) },
});

export const loadCalendar = call({
  name: 'holidayDate.load',
  title: text('载入节假日', 'Load public holidays'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/holidayDate/load',
  permission: 'holidayDate:save',
  input: {
    parkIds: relations(text('车场', 'Car parks'), () => park, { required: true, alias: ['parkId', 'parkingId'] }),
    year: integer(text('年份', 'Year'), { required: true, min: 2004, max: 2100 }),
    country: str(text('国家或地区', 'Country'), {
      default: 'CN',
      min: 2,
      max: 2,
      help: text('两位代码，如 CN、HK、JP', 'Two letters, such as CN, HK, JP'),
    }),
  },
  note: text(
    '填入某年的法定节假日与调休上班日；手工登记的日子保留。答复每个车场新增的日子 added 与保留的日子 kept。',
    'Fills in the public holidays of a year, for China with its make-up days; days entered by hand are kept. Answers for each car park what was added and what was kept.',
  ),
});

export const countries = call({
  name: 'holidayDate.countries',
  title: text('可载入的国家和地区', 'Countries to load'),
  area: 'fee',
  method: 'GET',
  path: '/api/gatehouse/holidayDate/countries',
  permission: 'holidayDate:read',
  answer: 'list',
});
