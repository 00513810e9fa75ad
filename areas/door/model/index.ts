import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { baseDept } from './base-dept.ts';
import { deviceFigures, doorDelivery, granted, retryDelivery } from './door-delivery.ts';
import { doorArea } from './door-area.ts';
import { doorCheck } from './door-check.ts';
import { doorDevice } from './door-device.ts';
import { batchImport, doorEmployee, doorFollow, forgive, foundCard, lostCard } from './door-employee.ts';
import { doorEvent, eventPicture, eventSums } from './door-event.ts';
import { account, doorFire, fireRoll, startRoll } from './door-fire.ts';
import { doorCommand, doorGate } from './door-gate.ts';
import { canGrant, deptSelect, deviceSelect, doorGrant, renewGrant, whatIf } from './door-grant.ts';
import { enrol, enrolCode, enrolPage } from './enrol.ts';
import { exportMatrix, rightsMatrix } from './door-matrix.ts';
import { doorDifference } from './door-difference.ts';
import { doorPlan } from './door-plan.ts';
import { insideArea } from './inside-area.ts';
import { doorSeparation, separationCheck } from './door-separation.ts';
import { separationException } from './separation-exception.ts';
import { doorParam } from './door-param.ts';
import { doorConsent } from './door-consent.ts';
import { doorErasure } from './door-erasure.ts';
import {
  doorPhoto,
  erasePhotos,
  eraseThermal,
  handIn,
  handInThermal,
  look,
  photoZip,
  thermalPhoto,
  toDevice,
} from './door-photo.ts';
import { nucleicRecord } from './nucleic-record.ts';
import { thermalCamera, thermalHeat } from './thermal-camera.ts';
import {
  pushIdentities,
  takeBackIdentities,
  thermalDelivery,
  thermalEmployee,
  thermalGrant,
} from './thermal-identity.ts';
import { thermalPlace } from './thermal-place.ts';
import { thermalImage, thermalRecord, thermalWarning } from './thermal-record.ts';
import { thermalDay, thermalFigures, thermalMonth, thermalRanking } from './thermal-reports.ts';
import { retryUpgrade, thermalUpgrade, upgradeCameras } from './thermal-upgrade.ts';
import { dmPeriod, dmTemplate, dmWeek, doorTimePeriod } from './plans.ts';
import { swipeDay, swipeMonth } from './reports.ts';
import { weekPlan } from './week-plan.ts';

export const resources: readonly Resource[] = [
  doorArea,
  dmPeriod,
  dmWeek,
  dmTemplate,
  doorTimePeriod,
  doorGate,
  doorSeparation,
  separationException,
  doorDevice,
  baseDept,
  doorEmployee,
  doorFollow,
  doorGrant,
  doorCheck,
  doorDelivery,
  doorEvent,
  doorFire,
  doorParam,
  doorConsent,
  thermalPlace,
  thermalCamera,
  thermalHeat,
  thermalRecord,
  thermalWarning,
  thermalImage,
  nucleicRecord,
  thermalEmployee,
  thermalGrant,
  thermalDelivery,
  thermalUpgrade,
  doorPhoto,
  thermalPhoto,
  doorErasure,
];
export const reports: readonly Report[] = [swipeDay, swipeMonth, thermalDay, thermalMonth];
export const calls = [
  lostCard,
  foundCard,
  forgive,
  batchImport,
  renewGrant,
  deviceSelect,
  deptSelect,
  canGrant,
  whatIf,
  weekPlan,
  doorDifference,
  separationCheck,
  retryDelivery,
  rightsMatrix,
  exportMatrix,
  granted,
  deviceFigures,
  doorCommand,
  doorPlan,
  fireRoll,
  startRoll,
  insideArea,
  account,
  eventPicture,
  eventSums,
  thermalFigures,
  thermalRanking,
  pushIdentities,
  takeBackIdentities,
  upgradeCameras,
  retryUpgrade,
  enrolCode,
  enrolPage,
  enrol,
  handIn,
  erasePhotos,
  handInThermal,
  eraseThermal,
  photoZip,
  look,
  toDevice,
];
