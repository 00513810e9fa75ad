import { dateTime, json, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { rdBerth } from './rd-berth.ts';

/**
 * Evidence that came after a bill and says otherwise. The bill stands; a person looks at what was and what would have
 * been.
 */
export const settlementDoubt = resource({
  name: 'settlementDoubt',
  title: text('结算异议', 'Evidence against a bill'),
  area: 'road',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/settlementDoubt' },
  fields: {
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { required: true, search: true }),
    berthId: relation(text('泊位', 'Berth'), () => rdBerth, { required: true, search: true, within: 'parkId' }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true, max: 40 }),
    code: select(
      text('证据表明', 'Evidence says'),
      {
        'later-begin': text('开始得更晚', 'It began later'),
        'earlier-begin': text('开始得更早', 'It began earlier'),
        'earlier-end': text('结束得更早', 'It ended earlier'),
        'later-end': text('结束得更晚', 'It ended later'),
        'other-plate': text('是另一辆车', 'Another car'),
        'no-stay': text('没有停车', 'No car stood there'),
      },
      { required: true, search: true },
    ),
    foundTime: dateTime(text('发现时间', 'Found at')),
    /** `{ plate, inTime, outTime }` as billed and as the evidence has it; instants in epoch ms. */
    before: json(text('账单', 'As billed')),
    after: json(text('证据', 'By the evidence')),
    status: select(
      text('状态', 'State'),
      { waiting: text('待处理', 'Waiting'), settled: text('已处理', 'Dealt with') },
      { search: true, default: 'waiting', tones: { waiting: 'warn', settled: 'ok' } },
    ),
  },
  display: 'code',
  index: [['stayId']],
  range: 'foundTime',
  list: ['foundTime', 'berthId', 'code', 'status'],
  order: { by: 'foundTime', desc: true },
  help: text('账单之后到的证据不改账单，列在这里。', 'Evidence after a bill does not change it; it is listed here.'),
});
