/** Who answers calls for help from lanes, and what others hold of it. */
import { text } from '#kit/declare/text.ts';
import type { BuiltInRole } from '../built-in-roles.ts';
import { builtInRoleNames } from '../role-names.ts';

/** Whoever runs a company has its seats and its calls. */
export const seatsOfCompany = {
  seatGroup: 'read export add edit remove',
  seatUser: 'read export add edit remove sip',
  sipServer: 'read export add edit remove',
  laneExtension: 'read export add edit remove',
  cloudseatGrant: 'read export renewal',
  cloudseatOrder: 'read export close',
  callRecord: 'read export unmask answer',
  callEvent: 'read export',
  callSum: 'read',
  callWhy: 'read',
  callCause: 'read',
  callFix: 'read export carryOut dismiss',
  seatSum: 'read',
  cloudplateRecord: 'read export unmask',
  readRate: 'read',
} as const;

/** A group also says how many seats a car park has, and records what was paid for them. */
export const seatsOfGroup = {
  ...seatsOfCompany,
  cloudseatGrant: 'read export add edit remove renewal',
  cloudseatOrder: 'read export pay close',
} as const;

export const seatsOfLot = {
  seatGroup: 'read export',
  seatUser: 'read',
  laneExtension: 'read export',
  cloudseatGrant: 'read export renewal',
  cloudseatOrder: 'read export',
  callRecord: 'read export unmask',
  callEvent: 'read export',
  callSum: 'read',
  callWhy: 'read',
  callCause: 'read',
  callFix: 'read export carryOut dismiss',
  seatSum: 'read',
  cloudplateRecord: 'read export unmask',
  readRate: 'read',
} as const;

export const seatsOfFinance = {
  cloudseatGrant: 'read export renewal',
  cloudseatOrder: 'read export pay',
} as const;

export const auditSeats = {
  seatGroup: 'read export',
  seatUser: 'read export',
  sipServer: 'read export',
  laneExtension: 'read export',
  cloudseatGrant: 'read export',
  cloudseatOrder: 'read export',
  callRecord: 'read export',
  callEvent: 'read export',
  callSum: 'read',
  callWhy: 'read',
  callCause: 'read',
  callFix: 'read export',
  seatSum: 'read',
  cloudplateRecord: 'read export',
  readRate: 'read',
} as const;

export const lookAtCalls = { callRecord: 'read', callEvent: 'read' } as const;

export const seatAgent = {
  name: builtInRoleNames.seatAgent,
  note: text('接听车道求助，远程放行', 'Answers calls for help from lanes and releases from afar'),
  rights: {
    callRecord: 'read unmask answer',
    callEvent: 'read',
    callSum: 'read',
    callWhy: 'read',
    // Devices
    deviceCommand: 'read',
    deviceIncident: 'read',
    parkDevice: 'read open speak',
    // Lots
    park: 'read',
    parkBox: 'read',
    parkGate: 'read',
    village: 'read',
    // Companies
    company: 'read',
    // Passages and the booth
    boxWork: 'read correct refuse release',
    gateOpening: 'read',
    manualRelease: 'read',
    passage: 'read unmask',
    stay: 'read unmask',
  },
} as const satisfies BuiltInRole;
