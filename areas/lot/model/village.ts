import { boolean, dateTime, geoPoint, integer, longText, phone, relation, str } from '#kit/declare/field.ts';
import { lifecycle } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { city, district, province } from '#areas/org/model/region.ts';
import { approval, approvalStatus } from './approval.ts';
import { guided } from './guided.ts';

/** A housing estate (小区) whose lots are run together. It takes part once approved. */
export const village = resource({
  name: 'village',
  title: text('小区', 'Community'),
  area: 'lot',
  route: '/basedata/village',
  scope: 'company',
  config: { folder: 'communities', key: ['companyId', 'VName'], without: ['contact'] },
  wire: { base: '/api/updown/baseVillage', list: 'listPage', key: 'VID' },
  accepts: { guided },
  help: text(
    '小区下可有多个车场。审核通过后才能锁定或通知设备；锁定期间不能修改小区车辆。通知设备即向相机与道闸下发校时指令。',
    'A community may hold several car parks. Only an approved one can be locked or notify its devices; while it is locked its vehicles cannot be changed. Notifying sets the clocks of cameras and barriers.',
  ),
  fields: {
    VName: str(text('小区名称', 'Community name'), { required: true, search: true, max: 60 }),
    companyId: relation(text('所属单位', 'Company'), () => company, {
      search: true,
      alias: ['CPID', 'cpid'],
      help: text('不选则为当前单位', 'The current company if left blank'),
    }),
    status: approvalStatus,
    locked: boolean(text('已锁定', 'Locked'), { readOnly: true, search: true, default: false }),
    lockedTime: dateTime(text('锁定时间', 'Locked at'), { readOnly: true }),
    examinedTime: dateTime(text('审核时间', 'Approved at'), { readOnly: true }),
    provinceId: relation(text('省份', 'Province'), () => province),
    cityId: relation(text('城市', 'City'), () => city, { within: 'provinceId', search: true, width: 110 }),
    areaId: relation(text('区县', 'District'), () => district, { within: 'cityId', alias: ['AreaID'] }),
    address: str(text('地址', 'Address'), { max: 200 }),
    location: geoPoint(text('位置', 'Position')),
    contact: str(text('联系人', 'Contact'), { max: 30 }),
    phone: phone(text('联系电话', 'Phone')),
    households: integer(text('户数', 'Households'), { min: 0, max: 1_000_000 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'VName',
  unique: [['companyId', 'VName']],
  index: [['cityId']],
  list: ['VName', 'companyId', 'cityId', 'address', 'contact', 'phone', 'households', 'status', 'locked'],
  sections: [
    { title: text('基本信息', 'Basics'), fields: ['VName', 'companyId', 'households', 'contact', 'phone'] },
    { title: text('位置', 'Where it is'), fields: ['provinceId', 'cityId', 'areaId', 'address', 'location'] },
    { title: text('状态', 'Status'), fields: ['status', 'examinedTime', 'locked', 'lockedTime', 'remark'] },
  ],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  lifecycle: lifecycle({
    ...approval,
    actions: {
      ...approval.actions,
      TurnOnOffLock: {
        label: text('锁定／解锁', 'Lock or unlock'),
        from: ['approved'],
        to: 'approved',
        by: 'staff',
        batch: true,
        ask: {
          onOffFlag: boolean(text('锁定', 'Lock'), {
            required: true,
            help: text(
              '锁定后不能修改小区各车场的名单与月租车辆',
              'While locked, lists and pass cars of the community cannot be changed',
            ),
          }),
        },
        wire: { method: 'GET', path: '/api/updown/baseVillage/TurnOnOffLock', key: 'vid' },
      },
      mqttNoticeDown: {
        label: text('通知设备', 'Notify devices'),
        from: ['approved'],
        to: 'approved',
        by: 'staff',
        batch: true,
        wire: { method: 'GET', path: '/api/updown/baseVillage/mqttNoticeDown', key: 'vid' },
      },
    },
  }),
});
