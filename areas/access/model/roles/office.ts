/** Who works at a desk for many lots: money, customers, rosters, audit. */
import { text } from '#kit/declare/text.ts';
import type { BuiltInRole } from '../built-in-roles.ts';
import { builtInRoleNames } from '../role-names.ts';

export const finance = {
  name: builtInRoleNames.finance,
  note: text('收费、退款、对账、结算与发票', 'Payments, refunds, reconciliation, settlement and invoices'),
  rights: {
    // People and roles
    user: 'read',
    // Orders, payments and merchant accounts
    alipayConfig: 'read export add edit remove test',
    alipaySubMerchant: 'read export add edit remove',
    channelDay: 'read export reconcile',
    channelRecord: 'read export unmask',
    ledger: 'read',
    ledgerEntry: 'read export unmask',
    merchantChange: 'read export propose withdraw',
    parkingOrder: 'read export unmask notify query refund refundLarge',
    payment: 'read export unmask',
    refund: 'read export unmask',
    unchargedDays: 'read',
    unchargedOrder: 'read export unmask',
    wechatConfig: 'read export add edit remove test',
    wechatSubMerchant: 'read export add edit remove',
    // Discounts and stored value
    carDerate: 'read export',
    cardRecharge: 'read export',
    derateCode: 'read',
    parkDerate: 'read export',
    parkSeller: 'read export charge synchronize',
    sellerRecharge: 'read export',
    storedCard: 'read export recharge',
    // Tariffs
    feeRule: 'read export',
    holidayDate: 'read export',
    parkFeeRule: 'read export',
    // Lots
    curbPark: 'read',
    park: 'read',
    parkArea: 'read',
    parkBox: 'read',
    parkGate: 'read',
    village: 'read',
    // Companies
    company: 'read',
    dept: 'read',
    // Passes
    carApply: 'read export',
    parkMonth: 'read export',
    passRenewal: 'read export',
    spaceGroup: 'read export',
    // Passages and the booth
    carInside: 'read export',
    gateOpening: 'read export',
    laneException: 'read export',
    manualRelease: 'read export',
    openingSum: 'read',
    passage: 'read export',
    stay: 'read export',
    // Reports
    dailyPaper: 'read',
    dayFees: 'read',
    dayInOut: 'read',
    dayPaySum: 'read',
    daySum: 'read',
    home: 'read',
    monthFeeSum: 'read',
    monthInOut: 'read',
    parkFees: 'read',
    passSum: 'read',
    payTypeSum: 'read',
    plateSum: 'read',
    occupancyHours: 'read',
    spaceTurnover: 'read',
    stayLengths: 'read',
    roadDaySum: 'read',
    roadPaySum: 'read',
    thirdInOut: 'read',
    thirdMonthInOut: 'read',
    userFees: 'read',
    villageSum: 'read',
    // Shifts
    onlyShiftSum: 'read',
    shift: 'read export deposit recount',
    shiftEntry: 'read export',
    shiftSum: 'read',
    shiftVoid: 'read export',
    // Vehicles
    carModel: 'read',
    carType: 'read',
  },
} as const satisfies BuiltInRole;

export const customerService = {
  name: builtInRoleNames.customerService,
  note: text(
    '查询进出与订单，办理月卡与预约，远程开闸',
    'Looks up passages and orders, handles passes and bookings, opens lanes from afar',
  ),
  rights: {
    // Orders, payments and merchant accounts
    parkingOrder: 'read',
    payment: 'read',
    refund: 'read',
    unchargedDays: 'read',
    unchargedOrder: 'read',
    // Discounts and stored value
    carDerate: 'read',
    cardRecharge: 'read',
    derateCode: 'read',
    parkDerate: 'read',
    parkSeller: 'read',
    storedCard: 'read',
    // Devices
    deviceCommand: 'read',
    deviceIncident: 'read',
    manufacturer: 'read',
    parkDevice: 'read open',
    // Tariffs
    feeRule: 'read',
    holidayDate: 'read',
    parkFeeRule: 'read',
    // Lots
    curbPark: 'read',
    park: 'read',
    parkArea: 'read',
    parkBox: 'read',
    parkGate: 'read',
    village: 'read',
    // Companies
    company: 'read',
    // Passes
    carApply: 'read add edit',
    parkMonth: 'read add edit',
    passRenewal: 'read',
    spaceGroup: 'read add edit',
    // Passages and the booth
    boxWork: 'read correct',
    carInside: 'read unmask correct event resolve',
    gateOpening: 'read unmask',
    laneException: 'read unmask',
    manualRelease: 'read unmask',
    openingSum: 'read',
    passage: 'read unmask',
    stay: 'read unmask',
    // Vehicles
    carList: 'read add edit',
    carModel: 'read',
    carType: 'read',
    spaceBooking: 'read add edit',
    whiteList: 'read add edit',
  },
} as const satisfies BuiltInRole;

export const attendanceClerk = {
  name: builtInRoleNames.attendanceClerk,
  note: text('班次与考勤统计', 'Shifts and attendance figures'),
  rights: {
    // People and roles
    user: 'read',
    // Lots
    park: 'read',
    parkBox: 'read',
    // Companies
    company: 'read',
    dept: 'read',
    // Shifts
    onlyShiftSum: 'read',
    shift: 'read export',
    shiftSum: 'read',
  },
} as const satisfies BuiltInRole;

export const auditor = {
  name: builtInRoleNames.auditor,
  note: text('查看全部数据与日志，不能更改', 'Views all data and logs; cannot change anything'),
  rights: {
    // People and roles
    role: 'read export',
    user: 'read export',
    // Orders, payments and merchant accounts
    alipayConfig: 'read export',
    alipaySubMerchant: 'read export',
    channelDay: 'read export',
    channelRecord: 'read export',
    ledger: 'read',
    ledgerEntry: 'read export',
    merchantChange: 'read export',
    parkingOrder: 'read export',
    payment: 'read export',
    refund: 'read export',
    unchargedDays: 'read',
    unchargedOrder: 'read export',
    wechatConfig: 'read export',
    wechatSubMerchant: 'read export',
    // Discounts and stored value
    carDerate: 'read export',
    cardRecharge: 'read export',
    derateCode: 'read',
    parkDerate: 'read export',
    parkSeller: 'read export',
    sellerRecharge: 'read export',
    storedCard: 'read export',
    // Devices
    bindSn: 'read export',
    deviceCommand: 'read export',
    deviceIncident: 'read export',
    firmware: 'read',
    ledConfig: 'read export',
    manufacturer: 'read',
    parkDevice: 'read export',
    // Tariffs
    feeCase: 'read export',
    feeRule: 'read export',
    feeRuleArea: 'read export',
    feeRulePeriod: 'read export',
    feeRuleSubPeriod: 'read export',
    holidayDate: 'read export',
    parkFeeRule: 'read export',
    // Lots
    curbPark: 'read export',
    messageReceiver: 'read export',
    park: 'read export',
    parkArea: 'read export',
    parkBox: 'read export',
    parkGate: 'read export',
    parkParameter: 'read export',
    parkService: 'read export',
    remoteAuthorization: 'read export',
    village: 'read export',
    // Logs
    apiLog: 'read export',
    auditLog: 'read export',
    consoleError: 'read export',
    operateLog: 'read export',
    // Companies
    company: 'read export',
    dept: 'read export',
    // Passes
    carApply: 'read export',
    parkMonth: 'read export',
    passRenewal: 'read export',
    spaceGroup: 'read export',
    // Passages and the booth
    boxWork: 'read',
    carInside: 'read export',
    gateOpening: 'read export',
    laneException: 'read export',
    manualRelease: 'read export',
    openingSum: 'read',
    passage: 'read export',
    stay: 'read export',
    // Reports
    dailyPaper: 'read',
    dayFees: 'read',
    dayInOut: 'read',
    dayPaySum: 'read',
    daySum: 'read',
    home: 'read',
    monthFeeSum: 'read',
    monthInOut: 'read',
    parkFees: 'read',
    passSum: 'read',
    payTypeSum: 'read',
    plateSum: 'read',
    occupancyHours: 'read',
    spaceTurnover: 'read',
    stayLengths: 'read',
    roadDaySum: 'read',
    roadPaySum: 'read',
    thirdInOut: 'read',
    thirdMonthInOut: 'read',
    userFees: 'read',
    villageSum: 'read',
    // Shifts
    onlyShiftSum: 'read',
    shift: 'read export',
    shiftEntry: 'read export',
    shiftSum: 'read',
    shiftVoid: 'read export',
    // Vehicles
    carList: 'read export',
    carModel: 'read export',
    carType: 'read export',
    spaceBooking: 'read export',
    whiteList: 'read export',
  },
} as const satisfies BuiltInRole;
