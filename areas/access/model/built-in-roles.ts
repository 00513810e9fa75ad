import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/**
 * What a built-in role may do, read from left to right:
 * `*` everything, also what is the platform's alone · `all:<verbs>` every subject that is not the platform's alone ·
 * `@<area>:<verbs>` every such subject of an area · `<subject>:<verbs>` one resource, report or group of calls ·
 * a leading `-` takes away again. Verbs are divided by commas; `*` is every verb.
 */
export type Pattern = string;

export type BuiltInRole = { readonly name: Text; readonly note: Text; readonly patterns: readonly Pattern[] };

const look = 'read,export';

export const builtInRoles = {
  platformOperator: {
    name: text('平台运营', 'Platform operator'),
    note: text(
      '管理全部租户、菜单与系统参数，可切换到任意单位',
      'Runs all tenants, menus and system parameters; may switch into any company',
    ),
    patterns: ['*'],
  },
  groupAdmin: {
    name: text('集团管理员', 'Group administrator'),
    note: text('集团内的全部业务与人员', 'All business and people of the group'),
    patterns: ['all:*'],
  },
  companyAdmin: {
    name: text('单位管理员', 'Company administrator'),
    note: text(
      '本单位及下级的业务与人员；资金、公众号只读',
      'Business and people of the company and those below; funds and public accounts to read',
    ),
    patterns: ['all:*', '-@fund:*', '-@channel:*', `@fund:${look}`, `@channel:${look}`],
  },
  finance: {
    name: text('财务', 'Finance'),
    note: text('收费、退款、对账、结算与发票', 'Payments, refunds, reconciliation, settlement and invoices'),
    patterns: [
      '@billing:*',
      '@fund:*',
      '@invoice:*',
      `@report:${look}`,
      `@passage:${look}`,
      `@pass:${look}`,
      `@derate:${look}`,
      'parkSeller:charge,synchronize',
      'storedCard:recharge',
      `@coupon:${look}`,
      `@fee:${look}`,
      `@road:${look}`,
      `@shift:${look},deposit,recount`,
      '@lot:read',
      'company:read',
      'user:read',
    ],
  },
  customerService: {
    name: text('客服', 'Customer service'),
    note: text(
      '查询进出与订单，办理月卡、访客、发票与工单，云坐席值守',
      'Looks up passages and orders; handles passes, visitors, invoices and work orders; sits at the cloud seat',
    ),
    patterns: [
      '@lot:read',
      `@passage:${look},correct,resolve,event,unmask`,
      `@billing:${look}`,
      '@pass:read,add,edit,export',
      '@vehicle:read,add,edit,export',
      '@visitor:*',
      '@workorder:*',
      '@invoice:*',
      '@cloudseat:*',
      '@derate:read',
      '@coupon:read',
      '@fee:read',
      '@road:read',
      '@device:read',
      'parkDevice:open',
    ],
  },
  lotManager: {
    name: text('车场经理', 'Lot manager'),
    note: text('所授权车场的日常管理', 'Runs the lots granted to him'),
    patterns: [
      '@lot:*',
      '@device:*',
      '@vehicle:*',
      '@fee:*',
      '@pass:*',
      '@passage:*',
      '@derate:*',
      '@visitor:*',
      '@door:*',
      '@thermal:*',
      '@guidance:*',
      '@wire:*',
      '@shift:*',
      '@workorder:*',
      `@billing:${look}`,
      `@invoice:${look}`,
      `@report:${look}`,
      `@coupon:${look}`,
      'company:read',
      'dept:read',
      'user:read',
      'role:read',
    ],
  },
  gateGuard: {
    name: text('岗亭值班员', 'Gate guard'),
    note: text(
      '岗亭放行、现场收费、访客登记与交接班',
      'Lets cars through, takes payment at the gate, registers visitors, hands over the shift',
    ),
    patterns: [
      '@lot:read',
      '@passage:read,add,edit,release,refuse,derate,pay,correct,resolve,event,unmask',
      '@vehicle:read',
      '@pass:read',
      '@fee:read',
      '@derate:read',
      '@device:read,open',
      'parkDevice:open,speak',
      '@billing:read,add,pay',
      '@visitor:read,add,edit',
      '@shift:read,add,handover,resume,count,confirm,drop',
      '@workorder:read,add',
    ],
  },
  curbCollector: {
    name: text('路内收费员', 'Curb collector'),
    note: text('泊位登记、收费、追缴与考勤打卡', 'Registers berths, collects, chases arrears, clocks in and out'),
    patterns: [
      '@lot:read',
      '@road:read,add,edit,pay',
      '@passage:read,add',
      '@fee:read',
      '@pass:read',
      '@billing:read,add,pay',
      '@shift:read,add,handover,resume,count,confirm,drop',
      '@workorder:read,add',
    ],
  },
  attendanceClerk: {
    name: text('考勤员', 'Attendance clerk'),
    note: text('排班、班次与考勤统计', 'Rosters, shifts and attendance figures'),
    patterns: ['@shift:read', '@road:read', '@lot:read', `@report:${look}`, 'user:read', 'dept:read', 'company:read'],
  },
  seller: {
    name: text('商家', 'Seller'),
    note: text(
      '查看本商家的优免与余额，为顾客发放优免',
      'Sees his own discounts and balance, and grants discounts to customers',
    ),
    patterns: ['@derate:read,grant', '@coupon:read'],
  },
  deviceInstaller: {
    name: text('设备安装员', 'Device installer'),
    note: text('登记、调试与升级设备', 'Registers, tests and upgrades devices'),
    patterns: [
      '@device:*',
      '@wire:*',
      '@guidance:*',
      '@lot:read',
      '@road:read',
      '@door:read',
      'parkBox:add,edit',
      'parkGate:add,edit',
    ],
  },
  auditor: {
    name: text('审计', 'Auditor'),
    note: text('查看全部数据与日志，不能更改', 'Reads everything and the logs, changes nothing'),
    patterns: [`all:${look}`],
  },
} as const satisfies Record<string, BuiltInRole>;

export type BuiltInRoleKey = keyof typeof builtInRoles;

/** For selects: key and name. */
export const builtInRoleNames = Object.fromEntries(
  Object.entries(builtInRoles).map(([key, { name }]) => [key, name]),
) as Record<BuiltInRoleKey, Text>;
