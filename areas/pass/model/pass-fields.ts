import { longText, phone, plate, relation, relations, str, date } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { spaceGroup } from './space-group.ts';

/** The cars a pass is for, and whose they are. */
export const holderFields = {
  plateNumber: plate(text('车牌号', 'Plate'), { required: true, search: true, personal: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
  carTypeId: relation(text('车类', 'Car type'), () => carType, {
    required: true,
    search: true,
    within: 'parkId',
    only: { kind: 'monthly,vip' },
    width: 100,
    help: text('性质为月租或贵宾的车类', 'A monthly or VIP car type'),
  }),
  plateNos: str(text('其他车牌', 'Other plates'), {
    max: 200,
    search: true,
    personal: true,
    help: text('多辆车用一个车位时填写，以逗号分隔', 'For several vehicles sharing one space, separated by commas'),
  }),
  ownerName: str(text('车主', 'Owner'), { max: 30, search: true, personal: true, width: 100 }),
  phone: phone(text('手机号', 'Phone'), { search: true, personal: true }),
  address: str(text('地址', 'Address'), { max: 100, personal: true }),
  spaceNo: str(text('车位号', 'Space no.'), { max: 40 }),
};

/** Where it holds, and from when. */
export const grantFields = {
  carBitGroupId: relation(text('车位组', 'Space group'), () => spaceGroup, {
    search: true,
    within: 'parkId',
    help: text('与其他月租车共用车位时选择', 'Where spaces are shared with other passes'),
  }),
  gateIds: relations(text('允许通道', 'Allowed lanes'), () => parkGate, {
    within: 'parkId',
    none: text('全部通道', 'All lanes'),
    help: text('不选则全部通道可用；限制入场', 'All lanes if left blank; limits entries'),
  }),
  startTime: date(text('开始日期', 'From'), {
    required: true,
    help: text('首次缴费的有效期自这一天起', 'The first payment covers from this day'),
  }),
};

export const remark = longText(text('备注', 'Remark'), { max: 500 });
