import { passage } from '#areas/passage/model/gate-event.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const { parkId, gateId, time, plateNumber, plateColour, direction, status, offline, picture } = passage.fields;

/** What cameras read, car by car: the same rows as passages, looked at for how they were read. */
export const cloudplateRecord = resource({
  name: 'cloudplateRecord',
  title: text('相机识别分析', 'Camera readings'),
  many: text('相机识别分析', 'Camera readings'),
  help: text(
    '各车道相机识别的车辆：车牌、颜色、图片与结果；“未识别通过”“迟到识别”的车道应检查相机。',
    'What the cameras of lanes read: plate, colour, picture and what came of it. Where cars passed unrecognised or were read late, look at the camera.',
  ),
  area: 'seat',
  route: '/system/analysisCamera',
  page: 'record',
  scope: 'park',
  rowsOf: () => passage,
  wire: { base: '/api/updown/cloudplate/record', list: 'getPageList' },
  verbs: ['list', 'export'],
  facts: { by: 'time', days: 7 },
  fields: { parkId, gateId, time, plateNumber, plateColour, direction, status, offline, picture },
  display: 'plateNumber',
  list: ['time', 'parkId', 'gateId', 'plateNumber', 'status', 'direction', 'offline', 'picture'],
});
