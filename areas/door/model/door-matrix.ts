import { call } from '#kit/declare/call.ts';
import { integer, relation, relations, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { dept } from '#areas/org/model/dept.ts';
import { area, villageId } from './common.ts';
import { doorArea } from './door-area.ts';
import { deliveryStates } from './door-delivery.ts';
import { doorDevice } from './door-device.ts';

/** What stands in a cell: whatever was taken back stands in none. */
const { gone: _, ...cellStates } = deliveryStates;

/** What narrows the people and the devices that are set against each other. */
export const matrixFilters = {
  villageId,
  empName: str(text('姓名', 'Name'), { max: 40 }),
  deptId: relation(text('部门', 'Department'), () => dept, { help: text('包含其下级', 'And those below it') }),
  areaId: relation(text('通向区域', 'Leads into'), () => doorArea, { within: 'villageId' }),
  deviceIds: relations(text('设备', 'Devices'), () => doorDevice, { within: 'villageId' }),
  state: select(text('下发状态', 'Delivery'), cellStates),
};

export const rightsMatrix = call({
  name: 'doorDelivery.matrix',
  title: text('权限矩阵', 'Rights matrix'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/matrix',
  permission: 'doorDelivery:read',
  answer: 'object',
  input: {
    ...matrixFilters,
    current: integer(text('页码', 'Page'), { min: 1, max: 1_000_000, default: 1 }),
    size: integer(text('每页人数', 'People per page'), { min: 1, max: 100, default: 50 }),
    devicePage: integer(text('设备页码', 'Page of devices'), { min: 1, max: 1_000, default: 1 }),
  },
  note: text(
    '一页人员与一页设备（20 台）：{records, total, current, size, pages, devices, deviceTotal, devicePage, devicePages}。records 为 {EmpID, empName, empNo, deptName, cells}；cells 为 {deviceId, id, state, granted, why, leaseUntil}：id 为下发记录，granted 为现在的授权是否要它在该设备上；既无授权也无下发的不列出。state 只留有此状态的人员。',
    'A page of people and one of 20 devices: {records, total, current, size, pages, devices, deviceTotal, devicePage, devicePages}. `records` are {EmpID, empName, empNo, deptName, cells}; `cells` {deviceId, id, state, granted, why, leaseUntil}: `id` is the delivery, `granted` whether the grants of now want the person there. Where there is neither, there is no cell. `state` leaves the people who have such a delivery.',
  ),
});

export const exportMatrix = call({
  name: 'doorDelivery.exportMatrix',
  title: text('权限矩阵', 'Rights matrix'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/exportMatrix',
  permission: 'doorDelivery:export',
  answer: 'file',
  input: {
    ...matrixFilters,
    format: select(
      text('格式', 'Format'),
      { xlsx: text('Excel 工作簿', 'Excel workbook'), csv: text('CSV 文本', 'CSV text') },
      { default: 'xlsx' },
    ),
    run: str(text('导出编号', 'Export run'), { max: 36 }),
  },
  note: text(
    '条件相同的全部人员为行，全部设备（至多 500 台）为列。',
    'All people by the same filters as rows and all devices, 500 at most, as columns.',
  ),
});
