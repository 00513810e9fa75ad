import { call } from '#kit/declare/call.ts';
import type { Permission } from '#kit/declare/call.ts';
import { relation, relations } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { building } from './building.ts';
import { devDevice } from './device.ts';
import { devGateway } from './gateway.ts';
import { devGroup } from './group.ts';

const base = '/api/updown/plat/navigation';
const area = 'guidance';
const parkId = relation(text('车场', 'Car park'), () => park);
const needed = { ...parkId, required: true };
const groupId = relation(text('分组', 'Group'), () => devGroup, { alias: ['GroupId'] });

const look = <const F extends Fields>(
  name: string,
  title: Text,
  path: string,
  input: F,
  permission: Permission = 'session',
  answer: 'list' | 'page' = 'list',
) => call({ name, title, area, method: 'GET', path: `${base}/${path}`, permission, answer, input });

export const buildingSelect = look(
  'building.buildingSelectList',
  text('楼栋下拉', 'Buildings to choose from'),
  'building/buildingSelectList',
  {},
);
export const buildingsOfPark = look(
  'building.buildingSelectByParkId',
  text('按车场取楼栋下拉', 'Buildings of a car park'),
  'building/buildingSelectByParkId',
  { parkId: needed },
);
export const mastersOf = look(
  'building.getMasterBuildingSelect',
  text('上级楼栋下拉', 'What a floor may be part of'),
  'building/getMasterBuildingSelect',
  {
    parkId: needed,
    excludeBuildingId: relation(text('排除', 'Without'), () => building, {
      help: text('排除它及其下级', 'Without it and all below it'),
    }),
  },
);
export const gatewayTypes = look(
  'devDeviceType.gatewaySelectList',
  text('网关类型下拉', 'Types of gateways'),
  'devDeviceType/gatewaySelectList',
  {},
);
export const bound = look(
  'devDevice.queryBindingList',
  text('已绑定设备列表', 'Devices of a group'),
  'devDevice/queryBindingList',
  { groupId },
  'devDevice:read',
  'page',
);
export const notBound = look(
  'devDevice.queryNotBindingList',
  text('未绑定设备列表', 'Devices of no group'),
  'devDevice/queryNotBindingList',
  { groupId, parkId },
  'devDevice:read',
  'page',
);
export const allGateways = look(
  'devGateway.getAllList',
  text('全部网关', 'All gateways'),
  'devGateway/getAllList',
  { parkId },
  'devGateway:read',
);
export const childrenOf = look(
  'devGateway.getChildrenDeviceList',
  text('网关下设备', 'Devices of a gateway'),
  'devGateway/getChildrenDeviceList',
  { gatewayId: relation(text('网关', 'Gateway'), () => devGateway, { alias: ['id'] }) },
  'devDevice:read',
);

export const bindDevices = call({
  name: 'devGroupToDevice.submit',
  title: text('分组绑定设备', 'Bind devices to a group'),
  area,
  method: 'POST',
  path: `${base}/devGroupToDevice/submit`,
  permission: 'devGroup:bind',
  input: {
    groupId: { ...groupId, required: true },
    deviceIds: relations(text('设备', 'Devices'), () => devDevice, { required: true }),
  },
  note: text(
    '设备只属于一个分组；已属其他分组的拒绝。',
    'A device is of one group; one that is of another is refused.',
  ),
});
export const unbindDevices = call({
  name: 'devGroupToDevice.remove',
  title: text('分组解绑设备', 'Take devices out of their group'),
  area,
  method: 'POST',
  path: `${base}/devGroupToDevice/remove`,
  permission: 'devGroup:bind',
  input: { ids: relations(text('设备', 'Devices'), () => devDevice, { required: true, alias: ['deviceIds', 'id'] }) },
});
