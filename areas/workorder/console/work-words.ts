import { text } from '#kit/declare/text.ts';

export const words = {
  add: text('登记工单', 'New work order'),
  picture: text('照片', 'Photo'),
  list: text('列表', 'List'),
  board: text('看板', 'Board'),
  files: text('照片与文件', 'Photos and files'),
  pauses: text('暂停记录', 'Pauses'),
  still: text('仍在暂停', 'still paused'),
  left: text('剩余 {time}', '{time} left'),
  over: text('超时 {time}', '{time} overdue'),
  none: text('无', 'None'),
  made: text('工单已登记', 'Work order created'),
  more: text('另有 {n} 个', '{n} more'),
  openWork: text('查看工单', 'Open work order'),
  plates: text('车牌', 'Plates'),
  addPlate: text('管理车牌', 'Manage plates'),
  noPlates: text('没有登记车牌', 'No plates yet'),
  orders: text('订单', 'Orders'),
  stays: text('进出记录', 'Visits'),
};
