/**
 * Whom thermal cameras know: people by company, their rights at cameras, and what has reached each. The rows are those
 * of doors.
 */
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, longText, phone, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { dept } from '#areas/org/model/dept.ts';
import { area, companyId, onlyOne, remark, villageId } from './common.ts';
import { deliveryStates, doorDelivery, retryDelivery } from './door-delivery.ts';
import { doorEmployee } from './door-employee.ts';
import { doorGrant } from './door-grant.ts';
import { thermalCamera } from './thermal-camera.ts';
import { grantStates, personStates } from './words.ts';

/** The people of doors once more, as the contract has them for temperature. */
export const thermalEmployee = resource({
  name: 'thermalEmployee',
  title: text('测温人员', 'Person measured'),
  many: text('测温人员', 'People measured'),
  area,
  scope: 'company',
  rowsOf: () => doorEmployee,
  wire: { base: '/api/updown/yjEmployee', key: 'EmpID' },
  fields: {
    empName: str(text('姓名', 'Name'), { required: true, search: true, max: 40 }),
    empNo: str(text('编号', 'No.'), { search: true, max: 30 }),
    villageId: onlyOne,
    companyId,
    deptId: relation(text('部门', 'Department'), () => dept, { required: true, search: true }),
    phone: phone(text('手机号', 'Mobile'), { search: true, personal: true }),
    cardNo: str(text('卡号', 'Card'), { max: 20, personal: true }),
    status: select(text('状态', 'State'), personStates, { readOnly: true, search: true }),
    remark,
  },
  display: 'empName',
  list: ['empName', 'empNo', 'villageId', 'deptId', 'phone', 'cardNo', 'status', 'remark'],
});

/** Rights at cameras: at any hour, for a camera only tells who somebody is. */
export const thermalGrant = resource({
  name: 'thermalGrant',
  title: text('测温授权', 'Grant at cameras'),
  many: text('测温授权', 'Grants at cameras'),
  area,
  scope: 'company',
  rowsOf: () => doorGrant,
  wire: { base: '/api/updown/yjDevgrant', key: 'grantId' },
  fields: {
    villageId: { ...villageId, required: false, readOnly: true },
    companyId,
    deviceIds: relations(text('测温相机', 'Cameras'), () => thermalCamera, { required: true }),
    empIds: relations(text('人员', 'People'), () => doorEmployee, { required: true }),
    startTime: dateTime(text('开始时间', 'From')),
    endTime: dateTime(text('结束时间', 'Until'), { none: text('长期', 'Without an end') }),
    status: select(text('状态', 'State'), grantStates, { readOnly: true, search: true }),
    remark,
  },
  display: 'startTime',
  accepts: {
    deviceId: relation(text('测温相机', 'Camera'), () => thermalCamera),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee),
  },
  list: ['villageId', 'deviceIds', 'empIds', 'startTime', 'endTime', 'status', 'remark'],
});

const base = '/api/updown/yjIdentitydown';
export const pushIdentities = call({
  name: 'thermalDelivery.push',
  title: text('下发身份', 'Send people to cameras'),
  area,
  method: 'POST',
  path: `${base}/submit`,
  permission: 'thermalGrant:add',
  input: {
    deviceIds: relations(text('测温相机', 'Cameras'), () => thermalCamera, { required: true }),
    empIds: relations(text('人员', 'People'), () => doorEmployee, { required: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  note: text(
    '按小区各成一项测温授权并立即下发，答 {grantIds, pairs}。人员须与相机同一小区。',
    'One grant at cameras for each community, sent at once; answers {grantIds, pairs}. People and cameras are of one community.',
  ),
});
export const takeBackIdentities = call({
  name: 'thermalDelivery.takeBack',
  title: text('收回身份', 'Take people off cameras'),
  area,
  method: 'POST',
  path: `${base}/remove`,
  permission: 'thermalGrant:remove',
  input: {
    ids: relations(text('下发记录', 'Deliveries'), (): Resource => thermalDelivery, { required: true, alias: ['id'] }),
  },
});

/** Who has reached which camera. */
export const thermalDelivery = resource({
  name: 'thermalDelivery',
  title: text('身份下发', 'People on cameras'),
  many: text('身份下发', 'People on cameras'),
  help: text(
    '人员是否已到各测温相机：编号、卡的校验值，同意的还有照片。收回后从相机删除，断网的相机最迟到时限为止。',
    'Whether people have reached the cameras: an id, the checksum of a card, and of those who consented a photo. Taken back they are deleted there; a camera that is cut off forgets them with their lease.',
  ),
  area,
  route: '/door/yjIdentitydown',
  page: 'list',
  scope: 'company',
  rowsOf: () => doorDelivery,
  wire: { base },
  verbs: ['list', 'detail', 'export'],
  fields: {
    villageId: { ...villageId, required: false },
    companyId,
    deviceId: relation(text('测温相机', 'Camera'), () => thermalCamera, { search: true, outlives: true }),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { search: true, outlives: true }),
    state: select(text('状态', 'State'), deliveryStates, {
      search: true,
      alias: ['status'],
      tones: {
        waiting: 'warn',
        sent: 'info',
        held: 'ok',
        partly: 'warn',
        failed: 'bad',
        removing: 'warn',
        gone: 'muted',
      },
    }),
    faceState: doorDelivery.fields.faceState,
    why: doorDelivery.fields.why,
    leaseUntil: dateTime(text('最迟失效', 'Ends at the latest')),
    ackTime: dateTime(text('相机应答', 'Confirmed at')),
    tries: integer(text('重试次数', 'Tries')),
    nextTry: dateTime(text('下次重试', 'Next try')),
  },
  display: 'EmpID',
  order: { by: 'updatedAt', desc: true },
  list: ['deviceId', 'EmpID', 'state', 'faceState', 'why', 'leaseUntil', 'ackTime', 'tries', 'nextTry'],
  actions: [
    { call: retryDelivery, key: 'ids', when: { field: 'state', is: ['waiting', 'partly', 'failed', 'removing'] } },
    {
      call: takeBackIdentities,
      key: 'ids',
      tone: 'danger',
      label: text('收回', 'Take back'),
      when: { field: 'state', is: ['waiting', 'sent', 'held', 'partly', 'failed'] },
      confirm: text('此人将从这台相机删除。', 'The person is deleted from this camera.'),
    },
  ],
});
