import { call } from '#kit/declare/call.ts';
import { dateTime, json, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { feeRule } from './fee-rule.ts';

const carTypeId = relation(text('车类', 'Car type'), () => carType, { alias: ['CarTypeID'] });

export const testFee = call({
  name: 'feeRule.testFee', title: text('试算停车费', 'Try a fee'), area: 'fee', method: 'GET', path: '/api/updown/platParkFeeRule/testFee', permission: 'feeRule:read',
  input: {
    FeeRuleID: relation(text('规则', 'Rule'), () => feeRule, { alias: ['id', 'feeRuleId'] }),
    parkId: relation(text('车场', 'Car park'), () => park),
    carTypeId,
    carModelId: relation(text('车型', 'Car model'), () => carModel, { alias: ['CarModelID'] }),
    inTime: dateTime(text('入场时间', 'In at'), { required: true }),
    outTime: dateTime(text('出场时间', 'Out at'), { required: true }),
  },
  note: text('给出规则编号则按该版本（含草稿）试算，否则按该车场、车类在入场时生效的版本。只计算，不写入。', 'By the given version, drafts too, else by the one in force at the entry for the lot and car type. Calculates only, stores nothing.'),
});

export const saveCalendar = call({
  name: 'holidayDate.submit', title: text('车场节假日保存', 'Save the calendar of a lot'), area: 'fee', method: 'POST', path: '/api/updown/parkHolidayDate/submit', permission: 'holidayDate:save',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, alias: ['parkingId'] }),
    dates: json(text('日期', 'Days')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  note: text('整体替换车场的日历。dates 为 ["2026-10-01"] 或 [{day, dayKind: holiday|workday, holidayName}]。', 'Replaces the whole calendar of the lot. dates is ["2026-10-01"] or [{day, dayKind: holiday|workday, holidayName}].'),
});

export const calendarOfPark = call({
  name: 'holidayDate.detailByParkingId', title: text('车场节假日详情', 'Calendar of a lot'), area: 'fee', method: 'GET', path: '/api/updown/parkHolidayDate/detailByParkingId', permission: 'holidayDate:read',
  input: { parkId: relation(text('车场', 'Car park'), () => park, { required: true, alias: ['parkingId'] }) },
});
