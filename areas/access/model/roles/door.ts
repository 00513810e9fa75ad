/** Who works with doors: the clerk who knows the people, and what others hold of it. */
import { text } from '#kit/declare/text.ts';
import type { BuiltInRole } from '../built-in-roles.ts';
import { builtInRoleNames } from '../role-names.ts';

/** Whoever runs a company runs its doors. */
export const allOfDoors = {
  baseDept: 'read export add edit remove',
  dmPeriod: 'read export add edit remove',
  dmTemplate: 'read export add edit remove',
  dmWeek: 'read export add edit remove',
  doorArea: 'read export add edit remove',
  doorCheck: 'read export unmask add audit auditErr',
  doorDelivery: 'read export',
  doorDevice: 'read export add edit remove',
  doorEmployee: 'read export import unmask add edit remove comeBack leave resume suspend',
  doorEvent: 'read export',
  doorFollow: 'read export add edit remove',
  doorGate: 'read export add edit remove command',
  doorGrant: 'read export add edit remove',
  doorParam: 'read export add edit remove',
  doorTimePeriod: 'read export add edit remove',
  swipeDay: 'read',
  swipeMonth: 'read',
} as const;

export const lookAtDoors = {
  baseDept: 'read',
  dmPeriod: 'read',
  dmTemplate: 'read',
  dmWeek: 'read',
  doorArea: 'read',
  doorCheck: 'read add',
  doorDelivery: 'read',
  doorDevice: 'read',
  doorEmployee: 'read',
  doorEvent: 'read',
  doorFollow: 'read',
  doorGate: 'read command',
  doorGrant: 'read',
  doorParam: 'read',
  doorTimePeriod: 'read',
} as const;

export const auditDoors = {
  baseDept: 'read export',
  dmPeriod: 'read export',
  dmTemplate: 'read export',
  dmWeek: 'read export',
  doorArea: 'read export',
  doorCheck: 'read export',
  doorDelivery: 'read export',
  doorDevice: 'read export',
  doorEmployee: 'read export',
  doorEvent: 'read export',
  doorFollow: 'read export',
  doorGate: 'read export',
  doorGrant: 'read export',
  doorParam: 'read export',
  doorTimePeriod: 'read export',
  swipeDay: 'read',
  swipeMonth: 'read',
} as const;

export const installDoors = {
  doorArea: 'read',
  doorDevice: 'read export add edit remove',
  doorGate: 'read command',
  doorParam: 'read export add edit remove',
} as const;

export const doorClerk = {
  name: builtInRoleNames.doorClerk,
  note: text('门禁人员、授权与时段', 'People, grants and hours of doors'),
  rights: {
    ...allOfDoors,
    doorCheck: 'read unmask add audit auditErr',
    doorDevice: 'read export',
    doorParam: 'read export',
    doorEmployee: 'read unmask add edit remove comeBack leave resume suspend',
    // Lots
    park: 'read',
    village: 'read',
    // Companies
    company: 'read',
    dept: 'read',
  },
} as const satisfies BuiltInRole;
