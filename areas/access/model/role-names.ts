import { text } from '#kit/declare/text.ts';

/** The built-in roles by name, in the order they are listed. Apart from their rights, which no page needs. */
export const builtInRoleNames = {
  platformOperator: text('平台运营', 'Platform operator'),
  groupAdmin: text('集团管理员', 'Group administrator'),
  companyAdmin: text('单位管理员', 'Company administrator'),
  finance: text('财务', 'Finance'),
  customerService: text('客服', 'Customer service'),
  lotManager: text('车场经理', 'Car park manager'),
  gateGuard: text('岗亭值班员', 'Gate guard'),
  curbCollector: text('路内收费员', 'Roadside collector'),
  doorClerk: text('门禁管理员', 'Door clerk'),
  seatAgent: text('云坐席', 'Seat agent'),
  attendanceClerk: text('考勤员', 'Attendance clerk'),
  seller: text('商家', 'Shop'),
  deviceInstaller: text('设备安装员', 'Device installer'),
  auditor: text('审计', 'Auditor'),
} as const;

export type BuiltInRoleKey = keyof typeof builtInRoleNames;
