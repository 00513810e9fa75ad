import { initBerthNum, parkBerths, roadFigures } from './berth-calls.ts';
import * as actionCalls from './action-calls.ts';
import { berthClosure } from './berth-closure.ts';
import { berthEvidence } from './berth-evidence.ts';
import { berthSection } from './berth-section.ts';
import { berthSpell } from './berth-spell.ts';
import { arrearsCollection, collectDebts } from './collection.ts';
import { escapeCancel, groupEscape, rdEscape } from './escape.ts';
import { escapeCalls } from './escape-calls.ts';
import { lockDevice, operateLock, rdBindled, rdLed, rdSensor, readLock, sensorBinding, writeLock } from './devices.ts';
import { driverBerth, driverDebts, driverPayDebts } from './driver-calls.ts';
import { driverExitDebts, exitDebts } from './exit-calls.ts';
import { lorawanKey, lorawanNetwork, lorawanUplink } from './lorawan.ts';
import { arrearsNotice } from './notice.ts';
import { closeBerth, endStay, openBerth, rdBerth, reportBerthCall } from './rd-berth.ts';
import { berthHours, berthNoCar, berthRate } from './berth-reports.ts';
import { roadReports } from './reports.ts';
import { groupInCar, groupInOut, rdInCar, rdInOut } from './stay-records.ts';
import { RdParameter } from './road-settings.ts';
import { settlementDoubt } from './settlement-doubt.ts';
import { addGrant, deleteGrant, grantSections, grantUsers, userSectionGrant } from './section-grant.ts';

export const resources = [
  berthSection,
  rdBerth,
  berthEvidence,
  berthSpell,
  berthClosure,
  settlementDoubt,
  rdSensor,
  sensorBinding,
  lockDevice,
  rdLed,
  rdBindled,
  lorawanNetwork,
  RdParameter,
  userSectionGrant,
  rdInCar,
  rdInOut,
  groupInCar,
  groupInOut,
  rdEscape,
  groupEscape,
  escapeCancel,
  arrearsNotice,
  arrearsCollection,
];
export const reports = [...roadReports, berthRate, berthHours, berthNoCar];
export const calls = [
  initBerthNum,
  parkBerths,
  roadFigures,
  reportBerthCall,
  endStay,
  closeBerth,
  openBerth,
  ...Object.values(actionCalls),
  addGrant,
  deleteGrant,
  grantUsers,
  grantSections,
  ...escapeCalls,
  collectDebts,
  lorawanKey,
  lorawanUplink,
  driverBerth,
  driverDebts,
  driverPayDebts,
  driverExitDebts,
  exitDebts,
  operateLock,
  readLock,
  writeLock,
];
