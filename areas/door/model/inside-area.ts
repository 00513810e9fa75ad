import { call } from '#kit/declare/call.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { area } from './common.ts';
import { doorArea } from './door-area.ts';

export const insideArea = call({
  name: 'doorArea.inside',
  title: text('在内人员', 'Who is inside'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/inside',
  permission: 'doorEmployee:read',
  answer: 'object',
  input: { areaId: relation(text('区域', 'Area'), () => doorArea, { required: true, alias: ['id'] }) },
  note: text(
    '此刻在区域及下级区域内的人，按刷卡：{capacity, here, people: [{EmpID, empName, deptName, areaId, areaName, gateName, since}]}。here 为只在本区域的人数，最多人数按它判定；已豁免的、上一个 04:00 之前进入的按不知道算，不列出。不开始点名。',
    'Who is in the area and those within it now, by swipes: {capacity, here, people: [{EmpID, empName, deptName, areaId, areaName, gateName, since}]}. `here` counts the area alone, which its limit goes by. Whoever was forgiven, or came in before the last 04:00, counts as unknown and is not listed. No roll call is begun.',
  ),
});
