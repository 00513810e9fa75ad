/** Who works at a lot: its manager, the booth, the roadside and shops. */
import { text } from '#kit/declare/text.ts';
import type { BuiltInRole } from '../built-in-roles.ts';
import { builtInRoleNames } from '../role-names.ts';
import { uploadsOfLot } from './uploads.ts';
import { advertsOfLot } from './marketing.ts';
import { visitorRights } from './visitor.ts';
import { lookAtDoors } from './door.ts';
import { guidanceOfGuard, guidanceRights } from './guidance.ts';
import { lookAtCalls, seatsOfLot } from './seat.ts';

export const lotManager = {
  name: builtInRoleNames.lotManager,
  note: text('所授权车场的日常管理', 'Day-to-day management of the granted car parks'),
  rights: {
    ...lookAtDoors,
    ...guidanceRights,
    ...seatsOfLot,
    ...uploadsOfLot,
    sysbigreport: 'read add edit link',
    // Mini programs
    parkMiniOtherConfig: 'read export add edit remove',
    // Debts
    arrearsCollection: 'read export',
    arrearsByPlate: 'read',
    collectorDays: 'read',
    collectorMonths: 'read',
    collectorSums: 'read',
    berthRate: 'read',
    berthHours: 'read',
    berthNoCar: 'read',
    escapeRecovery: 'read',
    roadStayLengths: 'read',
    roadOrder: 'read export',
    roadPayment: 'read export',
    arrearsNotice: 'read export',
    escapeCancel: 'read export unmask',
    groupEscape: 'read export unmask',
    rdEscape: 'read export unmask block cancel collect hold unblock',
    // People and roles
    role: 'read',
    user: 'read',
    // Orders, payments and merchant accounts
    channelDay: 'read export',
    channelRecord: 'read export',
    ledgerEntry: 'read export',
    parkingOrder: 'read export',
    payment: 'read export',
    refund: 'read export',
    unchargedDays: 'read',
    unchargedOrder: 'read export',
    ...advertsOfLot,
    // Coupons
    couponDeduction: 'read',
    couponGift: 'read',
    couponGiftItem: 'read',
    couponInfo: 'read give',
    couponRule: 'read',
    couponStore: 'read',
    couponSummary: 'read',
    // Discounts and stored value
    carDerate: 'read export unmask cancel grant',
    cardRecharge: 'read export unmask',
    derateCode: 'read',
    parkDerate: 'read export add edit remove',
    parkSeller: 'read export unmask add edit remove charge resetPassword synchronize',
    sellerRecharge: 'read export',
    storedCard: 'read export unmask recharge',
    // Devices
    bindSn: 'read export add edit remove',
    deviceCommand: 'read export',
    deviceIncident: 'read export',
    firmware: 'read',
    ledConfig: 'read export add edit remove',
    manufacturer: 'read',
    parkDevice:
      'read export import add edit remove ledLight open parkCommand resetSecret speak sysTime upgradMqtt voice whiteList',
    // Tariffs
    feeCase: 'read export add edit remove',
    feeRule: 'read export add edit remove publish retire',
    feeRuleArea: 'read export add edit remove',
    feeRulePeriod: 'read export add edit remove',
    feeRuleSubPeriod: 'read export add edit remove',
    holidayDate: 'read export remove save',
    parkFeeRule: 'read export add edit remove',
    // Lots
    curbPark: 'read export edit',
    messageReceiver: 'read export unmask add edit remove',
    park: 'read export edit updateStallNum',
    parkArea: 'read export add edit remove successExamine',
    parkBox: 'read export import add edit remove',
    parkGate: 'read export import add edit remove',
    parkParameter: 'read export add edit remove',
    parkprinttemplate: 'read export add edit',
    parkService: 'read export import add edit remove',
    remoteAuthorization: 'read export add edit remove',
    village: 'read export edit TurnOnOffLock mqttNoticeDown',
    // Companies
    company: 'read',
    dept: 'read',
    // Passes
    carApply: 'read export unmask add edit remove cancel pass reapply refuse',
    parkMonth:
      'read export unmask add edit remove authGate issue pass price reapply recorve refuse renewalMoney renewalMonth renewalVip stop tempStop',
    passGrant: 'unmask import',
    passRenewal: 'read export unmask',
    spaceGroup: 'read export add edit remove',
    // Passages and the booth
    boxWork: 'read correct derate pay refuse release',
    carInside: 'read export unmask add batchOut correct event initHistory resolve sync',
    gateOpening: 'read export unmask',
    laneException: 'read export unmask',
    manualRelease: 'read export unmask',
    openingSum: 'read',
    passage: 'read export unmask',
    stay: 'read export unmask',
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
    roadNow: 'read',
    roadDaySum: 'read',
    roadPaySum: 'read',
    yardDays: 'read',
    yardMonths: 'read',
    roadRecordSum: 'read',
    roadPeople: 'read',
    thirdInOut: 'read',
    thirdMonthInOut: 'read',
    userFees: 'read',
    villageSum: 'read',
    // Shifts
    onlyShiftSum: 'read',
    shift: 'read export add confirm correct count deposit drop force handover recount resume',
    shiftEntry: 'read export unmask',
    shiftSum: 'read',
    shiftVoid: 'read export unmask add approve refuse',
    ...visitorRights,
    // Vehicles
    carList: 'read export unmask import add edit remove pass refuse',
    carModel: 'read export import add edit remove',
    carType: 'read export import add edit remove',
    spaceBooking: 'read export unmask add edit cancel pass refuse',
    whiteList: 'read export unmask add edit remove',
    // Roadside
    rdInCar: 'read export unmask',
    rdInOut: 'read export unmask',
    groupInOut: 'read export unmask',
    groupInCar: 'read export unmask',
    RdParameter: 'read export add edit',
    pdaParameter: 'read export add edit',
    berthClosure: 'read export',
    berthEvidence: 'read export unmask',
    berthSection: 'read export add edit remove',
    berthSpell: 'read export',
    lockDevice: 'read export add edit remove operate',
    rdBerth: 'read export import unmask add edit remove anySection close endStay evidence initBerthNum voidStay',
    rdBindled: 'read export add edit remove',
    rdLed: 'read export add edit remove',
    rdSensor: 'read export add edit remove',
    lorawanNetwork: 'read export add edit remove key',
    sensorBinding: 'read export',
    settlementDoubt: 'read export',
    userSectionGrant: 'read export add edit remove',
    // Duty and attendance
    rdworkset: 'read export add edit remove',
    employeWork: 'read export edit remove',
    workCompanySet: 'read',
    dutyClock: 'read export unmask add',
    rdworkrecord: 'read export unmask confirmPlace',
    clockCorrection: 'read export add approve refuse',
    attendanceDay: 'read export approveOvertime',
    attendanceMonth: 'read',
    attendanceSum: 'read',
    // Work orders and service
    lostItem: 'read export unmask add edit giveBack handOver dispose',
    lostSum: 'read',
    contractor: 'read unmask',
    rdrwork: 'read export add allocate accept pause resume deal check return',
    rdWarn: 'read export warnToWork dealWarn',
    userRequest: 'read unmask add take handle close',
    // Handhelds and notices
    pdadevice: 'read export add edit issueCode enrol use block lose restore',
    pdaplatform: 'read',
    handheldDeed: 'read export unmask book',
    notice: 'read',
  },
} as const satisfies BuiltInRole;

export const gateGuard = {
  name: builtInRoleNames.gateGuard,
  note: text('岗亭放行、现场收费与交接班', 'Lets cars through, takes payment at the gate and hands over shifts'),
  rights: {
    ...lookAtDoors,
    // Who is watched or barred came to a door
    rdWarn: 'read',
    ...guidanceOfGuard,
    ...lookAtCalls,
    // Orders, payments and merchant accounts
    parkingOrder: 'read',
    payment: 'read',
    unchargedDays: 'read',
    unchargedOrder: 'read',
    // Discounts and stored value
    carDerate: 'read',
    parkDerate: 'read',
    parkSeller: 'read',
    // Devices
    deviceCommand: 'read',
    deviceIncident: 'read',
    manufacturer: 'read',
    parkDevice: 'read open speak',
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
    parkMonth: 'read',
    spaceGroup: 'read',
    // Passages and the booth
    boxWork: 'read correct derate pay refuse release',
    carInside: 'read unmask add correct event resolve',
    gateOpening: 'read unmask',
    laneException: 'read unmask',
    manualRelease: 'read unmask',
    openingSum: 'read',
    passage: 'read unmask',
    stay: 'read unmask',
    // Shifts
    onlyShiftSum: 'read',
    shift: 'read add confirm count drop handover resume',
    shiftEntry: 'read',
    shiftSum: 'read',
    shiftVoid: 'read add',
    // Visitors
    visit: 'read unmask add edit pass refuse signIn signOut cancel invite',
    visitorQr: 'read',
    visitorCar: 'read unmask add edit',
    visitEvent: 'read',
    visitorRecord: 'read unmask',
    // Vehicles
    carList: 'read',
    carModel: 'read',
    carType: 'read',
    spaceBooking: 'read',
    whiteList: 'read',
    // Duty and attendance
    rdworkset: 'read',
    employeWork: 'read',
    dutyClock: 'add',
    // Work orders and service
    rdrwork: 'read add accept pause resume deal',
    // Handhelds and notices
    notice: 'read',
  },
} as const satisfies BuiltInRole;

export const curbCollector = {
  name: builtInRoleNames.curbCollector,
  note: text('登记停车、查询订单与交接班', 'Enters parked cars, looks up orders and hands over shifts'),
  rights: {
    // Debts
    rdEscape: 'read collect',
    // Orders, payments and merchant accounts
    parkingOrder: 'read',
    payment: 'read',
    unchargedDays: 'read',
    unchargedOrder: 'read',
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
    parkMonth: 'read',
    spaceGroup: 'read',
    // Passages and the booth
    carInside: 'read add',
    passage: 'read',
    stay: 'read',
    // Shifts
    onlyShiftSum: 'read',
    shift: 'read add confirm count drop handover resume',
    shiftEntry: 'read',
    shiftSum: 'read',
    shiftVoid: 'read add',
    // Vehicles
    carModel: 'read',
    carType: 'read',
    // Roadside
    rdInCar: 'read unmask',
    rdInOut: 'read unmask',
    berthClosure: 'read',
    berthEvidence: 'read unmask',
    berthSection: 'read',
    berthSpell: 'read',
    lockDevice: 'read',
    rdBerth: 'read unmask endStay evidence voidStay',
    rdSensor: 'read',
    sensorBinding: 'read',
    settlementDoubt: 'read',
    // Duty and attendance
    rdworkset: 'read',
    employeWork: 'read',
    dutyClock: 'add',
    // Work orders and service
    rdrwork: 'read add accept pause resume deal',
    rdWarn: 'read',
    // Handhelds and notices
    pdadevice: 'read enrol use',
    pdaplatform: 'read',
    notice: 'read',
  },
} as const satisfies BuiltInRole;

export const seller = {
  name: builtInRoleNames.seller,
  note: text(
    '查看本商家的优免与余额，为顾客发放优免',
    'Views its own discounts and balance; grants discounts to customers',
  ),
  rights: {
    // Coupons
    couponDeduction: 'read',
    couponGift: 'read',
    couponGiftItem: 'read',
    couponInfo: 'read give',
    couponRule: 'read',
    couponStore: 'read',
    couponSummary: 'read',
    // Discounts and stored value
    carDerate: 'read grant',
    cardRecharge: 'read',
    derateCode: 'read',
    parkDerate: 'read',
    parkSeller: 'read',
    sellerRecharge: 'read',
    storedCard: 'read',
    // Lots
    park: 'read',
  },
} as const satisfies BuiltInRole;
