/** Who works at a desk for many lots: money, customers, rosters, audit. */
import { text } from '#kit/declare/text.ts';
import type { BuiltInRole } from '../built-in-roles.ts';
import { builtInRoleNames } from '../role-names.ts';

export const finance = {
  name: builtInRoleNames.finance,
  note: text('收费、退款、对账、结算与发票', 'Payments, refunds, reconciliation, settlement and invoices'),
  rights: {
    // Debts
    arrearsCollection: 'read export unmask',
    arrearsByPlate: 'read',
    collectorDays: 'read',
    collectorMonths: 'read',
    collectorSums: 'read',
    escapeRecovery: 'read',
    roadStayLengths: 'read',
    groupPayment: 'read export unmask',
    roadOrder: 'read export unmask',
    roadPayment: 'read export unmask',
    arrearsNotice: 'read export unmask',
    escapeCancel: 'read export unmask',
    groupEscape: 'read export unmask',
    rdEscape: 'read export unmask block cancel collect confirm handOver hold refuse release unblock writeOff',
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
    // Roadside
    RdParameter: 'read',
    berthClosure: 'read',
    berthEvidence: 'read',
    berthSection: 'read',
    berthSpell: 'read',
    lockDevice: 'read',
    rdBerth: 'read anySection',
    rdBindled: 'read',
    rdLed: 'read',
    rdSensor: 'read',
    sensorBinding: 'read',
    settlementDoubt: 'read',
    rdInCar: 'read export',
    rdInOut: 'read export',
    groupInOut: 'read export',
    userSectionGrant: 'read',
    // Handhelds and notices
    handheldDeed: 'read export',
    notice: 'read',
  },
} as const satisfies BuiltInRole;

export const customerService = {
  name: builtInRoleNames.customerService,
  note: text(
    '查询进出与订单，办理月卡与预约，远程开闸',
    'Looks up passages and orders, handles passes and bookings, opens lanes from afar',
  ),
  rights: {
    // Debts
    arrearsByPlate: 'read',
    roadOrder: 'read',
    roadPayment: 'read',
    arrearsNotice: 'read',
    escapeCancel: 'read unmask',
    groupEscape: 'read unmask',
    rdEscape: 'read unmask block hold release unblock',
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
    // Roadside
    RdParameter: 'read',
    berthClosure: 'read',
    berthEvidence: 'read unmask',
    berthSection: 'read',
    berthSpell: 'read',
    lockDevice: 'read',
    rdBerth: 'read unmask anySection',
    rdBindled: 'read',
    rdLed: 'read',
    rdSensor: 'read',
    sensorBinding: 'read',
    settlementDoubt: 'read',
    rdInCar: 'read unmask',
    rdInOut: 'read unmask',
    groupInOut: 'read unmask',
    userSectionGrant: 'read',
    // Work orders and service
    rdrwork: 'read add',
    rdWarn: 'read',
    userRequest: 'read unmask add take handle close',
    member: 'read unmask add edit block unblock',
    memberPlate: 'read unmask add edit',
    // Handhelds and notices
    notice: 'read',
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
    // Roadside
    berthSection: 'read',
    userSectionGrant: 'read',
    // Duty and attendance
    rdworkset: 'read export add edit remove',
    employeWork: 'read export edit remove',
    workCompanySet: 'read export add edit remove',
    dutyClock: 'read unmask',
    rdworkrecord: 'read unmask confirmPlace',
    clockCorrection: 'read export add approve refuse',
    attendanceDay: 'read export approveOvertime',
    attendanceMonth: 'read export add close',
    attendanceSum: 'read',
    // Handhelds and notices
    notice: 'read',
  },
} as const satisfies BuiltInRole;
