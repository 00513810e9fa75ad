import { initBerthNum, parkBerths } from './berth-calls.ts';
import { berthClosure } from './berth-closure.ts';
import { berthEvidence } from './berth-evidence.ts';
import { berthSection } from './berth-section.ts';
import { berthSpell } from './berth-spell.ts';
import { lockDevice, rdBindled, rdLed, rdSensor, sensorBinding } from './devices.ts';
import { rdBerth } from './rd-berth.ts';
import { RdParameter } from './road-settings.ts';
import { addGrant, deleteGrant, grantSections, grantUsers, userSectionGrant } from './section-grant.ts';

export const resources = [
  berthSection,
  rdBerth,
  berthEvidence,
  berthSpell,
  berthClosure,
  rdSensor,
  sensorBinding,
  lockDevice,
  rdLed,
  rdBindled,
  RdParameter,
  userSectionGrant,
];
export const reports = [];
export const calls = [initBerthNum, parkBerths, addGrant, deleteGrant, grantUsers, grantSections];
