import { call } from '#kit/declare/call.ts';
import { relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { berthSection } from './berth-section.ts';

const area = 'road';
const parkId = relation(text('路内车场', 'Roadside car park'), () => curbPark, { required: true, alias: ['PKID'] });
const sectionId = relation(text('泊位段', 'Section'), () => berthSection, { within: 'parkId' });

export const initBerthNum = call({
  name: 'roadInout.initBerthNum',
  title: text('生成泊位', 'Make berths'),
  area,
  method: 'POST',
  path: '/api/updown/road/inout/initBerthNum',
  permission: 'rdBerth:initBerthNum',
  answer: 'object',
  input: {
    parkId,
    sectionId,
    mode: select(
      text('方式', 'Mode'),
      {
        numbers: text('按泊位段的号码范围生成泊位', 'Make the berths of the sections’ ranges'),
      },
      { default: 'numbers' },
    ),
    remark: str(text('原因', 'Reason'), { max: 200 }),
  },
  note: text('应答 {made, kept, closed}。', 'Answers {made, kept, closed}.'),
});

export const parkBerths = call({
  name: 'rdBerth.getParkBerths',
  title: text('车场泊位', 'Berths of a car park'),
  area,
  method: 'GET',
  path: '/api/updown/plat/RdaPark/getParkBerths',
  permission: 'rdBerth:read',
  answer: 'list',
  input: { parkId, sectionId },
  note: text(
    '[{id, berthNo, sectionId, orderNo, location, state, since, provenSince, plate, minutes}]，按街道顺序。provenSince 为可计费的占用起点，地磁未经核实时为 null。',
    '[{id, berthNo, sectionId, orderNo, location, state, since, provenSince, plate, minutes}] in street order. provenSince: since when what stands there can be charged; null while its sensor is not proven.',
  ),
});

/** Roadside car parks in figures: berths as they are now, the day so far, and what is owed. */
export const roadFigures = call({
  name: 'curbPark.figures',
  title: text('路内车场数字', 'Roadside car parks in figures'),
  area,
  method: 'GET',
  path: '/api/gatehouse/road/figures',
  permission: 'curbPark:read',
  answer: 'list',
  input: {},
  note: text(
    '[{parkId, companyId, total, free, occupied, unknown, closed, unread, settledFen, newFen, debts, owedFen}]。settledFen 为今日驶离时已付，newFen 为今日形成的欠费，需 roadDaySum:read；debts、owedFen 需 rdEscape:read；没有权限为 null。',
    '[{parkId, companyId, total, free, occupied, unknown, closed, unread, settledFen, newFen, debts, owedFen}]. settledFen was paid by the end of stays that ended today, newFen left owing today: with roadDaySum:read; debts and owedFen with rdEscape:read; null without.',
  ),
});
