import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park, parkFields } from './park.ts';

const { parkName, companyId, status, totalStall, remainStall, provinceId, cityId, areaId, address, location, zone, linkman, contactNumber, servicePhone, feeNotice, picture, parkCode, registeredTime, sort, remark } = parkFields;
const { when: _, ...berthSensing } = parkFields.berthSensing;

/** The register of curb lots (路内车场档案): the lots whose kind is curb, kept by their own permission. */
export const curbPark = resource({
  name: 'curbPark',
  title: text('路内车场', 'Curb lot'),
  area: 'lot',
  route: '/basedata/radpark',
  scope: 'company',
  self: 'park',
  rowsOf: () => park,
  wire: { base: '/api/updown/curbPark', key: 'PKID' },
  help: text('路内（占道）车场的档案。在“车场管理”登记为路内的车场也在这里。', 'Register of lots at the roadside. Lots registered as curb lots under “Car parks” stand here too.'),
  fields: {
    parkName, companyId, status, totalStall, remainStall, berthSensing: { ...berthSensing, search: true, default: 'none' }, parkCode,
    provinceId, cityId, areaId, address, location, zone, linkman, contactNumber, servicePhone, feeNotice, picture, registeredTime, sort, remark,
  },
  display: 'parkName',
  unique: [['companyId', 'parkName']],
  list: ['parkName', 'parkCode', 'companyId', 'cityId', 'address', 'totalStall', 'berthSensing', 'contactNumber', 'status', 'registeredTime'],
  order: { by: 'sort', desc: false },
  sections: [
    { title: text('基本信息', 'Basics'), fields: ['parkName', 'companyId', 'status', 'totalStall', 'remainStall', 'berthSensing', 'parkCode', 'registeredTime', 'sort'] },
    { title: text('位置', 'Where it is'), fields: ['provinceId', 'cityId', 'areaId', 'address', 'location', 'zone'] },
    { title: text('联系与公示', 'Contact and notice'), fields: ['linkman', 'contactNumber', 'servicePhone', 'feeNotice', 'picture', 'remark'] },
  ],
});
