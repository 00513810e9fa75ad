import { dateTime, decimal, image, integer, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { bodySites } from '#areas/device/model/door-fields.ts';
import { park } from '#areas/lot/model/park.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorEmployee } from './door-employee.ts';
import { thermalCamera } from './thermal-camera.ts';
import { thermalPlace } from './thermal-place.ts';
import { imageKinds, readingLevels, warningStates, warningTones } from './thermal-words.ts';

const base = '/api/updown/yjRecord';
const fields = {
  time: dateTime(text('时间', 'Time'), { required: true }),
  rawTime: dateTime(text('设备时间', 'Device time'), { hidden: true }),
  companyId,
  parkId: relation(text('接入车场', 'Connected by'), () => park, { hidden: true }),
  villageId: { ...villageId, required: false, hidden: true },
  placeId: relation(text('地点', 'Place'), () => thermalPlace, { search: true, outlives: true }),
  cameraId: relation(text('相机', 'Camera'), () => thermalCamera, { search: true, outlives: true }),
  seq: integer(text('序号', 'Number'), { ordinal: true, hidden: true }),
  EmpID: relation(text('人员', 'Person'), () => doorEmployee, { hidden: true, outlives: true }),
  empName: str(text('姓名', 'Name'), { search: true, max: 40, personal: true, none: text('未记姓名', 'Not named') }),
  temperature: decimal(text('体温（℃）', 'Temperature (°C)')),
  ambient: decimal(text('环境温度（℃）', 'Surroundings (°C)')),
  warnTemp: decimal(text('预警温度（℃）', 'Warns from (°C)')),
  site: select(text('部位', 'Where on the body'), bodySites),
  level: select(text('结果', 'Result'), readingLevels, {
    search: true,
    tones: { normal: 'ok', suspect: 'bad', implausible: 'muted' },
  }),
  status: select(text('复测', 'Second reading'), warningStates, { search: true, tones: warningTones }),
  secondTemp: decimal(text('复测体温（℃）', 'Second reading (°C)')),
  checkedBy: str(text('复测人', 'Measured by'), { max: 60 }),
  checkedTime: dateTime(text('复测时间', 'Measured at')),
  checkRemark: str(text('说明', 'Remark'), { max: 200 }),
  picture: image(text('图片', 'Picture'), { personal: true }),
};

/** What a thermal camera measured, as it reported it. After thirty days the person is erased; the figures stay. */
export const thermalRecord = resource({
  name: 'thermalRecord',
  title: text('测温记录', 'Temperature readings'),
  help: text(
    '测温相机上报的读数，按当时的预警温度判定。只有同意的人才记姓名；30 天后姓名与图片删除，数字保留。',
    'What the cameras read, judged by the settings of then. Only who consented is named; after 30 days names and pictures go and the figures stay.',
  ),
  area,
  route: '/door/yjRecord',
  page: 'record',
  scope: 'park',
  wire: { base },
  range: 'time',
  fields,
  display: 'time',
  unique: [['cameraId', 'seq']],
  index: [['time'], ['EmpID'], ['status']],
  order: { by: 'time', desc: true },
  list: ['time', 'placeId', 'cameraId', 'empName', 'temperature', 'ambient', 'site', 'level', 'status', 'picture'],
});

const secondTemp = decimal(text('复测体温（℃）', 'Second reading (°C)'), {
  required: true,
  min: 30,
  max: 45,
  help: text('用医用体温计', 'By a clinical thermometer'),
});
const note = str(text('说明', 'Remark'), { max: 200 });
const notes = { by: 'checkedBy', time: 'checkedTime', remark: 'checkRemark', asked: 'remark' };
const wire = (name: string) =>
  ({ method: 'POST', path: `/api/gatehouse/door/temperature/${name}`, key: 'recordId' }) as const;

/** Readings that were high: nobody is turned away before a second reading confirmed it. */
export const thermalWarning = resource({
  name: 'thermalWarning',
  title: text('体温预警记录', 'Temperature warnings'),
  help: text(
    '偏高的读数。相机测的是体表温度，由医用体温计复测确定；15 分钟无人复测记为未复测。',
    'Readings that were high. A camera finds raised skin temperature, a clinical thermometer decides; after 15 minutes without a second reading it counts as not measured again.',
  ),
  area,
  route: '/door/yujingRecord',
  page: 'record',
  scope: 'park',
  rowsOf: () => thermalRecord,
  wire: { base: '/api/gatehouse/thermalWarning', list: ['list', `${base}/Yjlist`], key: 'recordId' },
  range: 'time',
  fields,
  display: 'time',
  order: { by: 'time', desc: true },
  list: [
    'time',
    'placeId',
    'cameraId',
    'empName',
    'temperature',
    'warnTemp',
    'status',
    'secondTemp',
    'checkedBy',
    'checkedTime',
    'checkRemark',
    'picture',
  ],
  lifecycle: lifecycle({
    initial: 'open',
    states: {
      open: state(warningStates.open, 'warn'),
      cleared: state(warningStates.cleared, 'ok'),
      confirmed: state(warningStates.confirmed, 'bad'),
      unverified: state(warningStates.unverified, 'muted'),
    },
    final: ['cleared', 'confirmed', 'unverified'],
    actions: {
      clear: {
        label: text('复测正常', 'Clear'),
        from: ['open'],
        to: 'cleared',
        by: 'staff',
        tone: 'primary',
        ask: { secondTemp, remark: note },
        notes,
        wire: wire('clear'),
      },
      confirm: {
        label: text('复测偏高', 'Confirm'),
        from: ['open'],
        to: 'confirmed',
        by: 'staff',
        tone: 'danger',
        ask: { secondTemp, remark: note },
        notes,
        wire: wire('confirm'),
      },
      runOut: { label: text('超时未复测', 'Time is up'), from: ['open'], to: 'unverified', by: 'clock' },
    },
  }),
});

/** Pictures of a reading: what the eye sees, and the heat. */
export const thermalImage = resource({
  name: 'thermalImage',
  title: text('测温图片', 'Picture of a reading'),
  many: text('测温图片', 'Pictures of readings'),
  area,
  scope: 'company',
  wire: { base: '/api/updown/yjImage' },
  fields: {
    recordId: relation(text('测温记录', 'Reading'), () => thermalRecord, { required: true, search: true, fixed: true }),
    companyId,
    imageKind: select(text('类型', 'Kind'), imageKinds, { default: 'visible' }),
    imageUrl: image(text('图片', 'Picture'), { required: true, personal: true }),
    remark,
  },
  display: 'imageKind',
  index: [['recordId']],
  list: ['recordId', 'imageKind', 'imageUrl', 'remark'],
});
