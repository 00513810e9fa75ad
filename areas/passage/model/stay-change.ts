import { park } from '#areas/lot/model/park.ts';
import { dateTime, json, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** One change of a stay, before and after, with who and why. The stay's history; appended only. */
export const stayChange = resource({
  name: 'stayChange',
  title: text('停车记录变更', 'Stay changes'),
  area: 'passage',
  page: 'record',
  scope: 'park',
  verbs: [],
  wire: { base: '/api/updown/parkIORecord' },
  facts: { by: 'time', days: 30 },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    stayId: str(text('停车记录', 'Stay'), { required: true }),
    time: dateTime(text('时间', 'Time')),
    why: select(text('原因', 'Why'), {
      left: text('出场', 'Left'),
      'entered-again': text('重复入场', 'Entered again'),
      late: text('迟到事件', 'Late event'),
      merged: text('合并', 'Merged'),
      resolved: text('人工处理', 'Resolved'),
      plate: text('车牌更正', 'Plate corrected'),
      patrol: text('巡场', 'Patrol'),
      batch: text('批量离场', 'Batch exit'),
      manual: text('补录入场', 'Entry added by hand'),
      event: text('停车事件', 'Event of the stay'),
    }),
    by: str(text('操作人', 'By')),
    before: json(text('变更前', 'Before')),
    after: json(text('变更后', 'After')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'why',
  index: [['stayId']],
  list: ['time', 'why', 'by', 'remark'],
});
