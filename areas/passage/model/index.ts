import {
  addEntry,
  checkLot,
  closeMany,
  correct,
  inside,
  lately,
  pictures,
  releaseOrder,
  resolve,
  story,
  reportEvent,
} from './calls.ts';
import { carInside } from './car-inside.ts';
import { driverBill, driverLot, driverPay, driverState } from './driver-calls.ts';
import { gateOpening, laneException, manualRelease, passage } from './gate-event.ts';
import { openingSum } from './openings.ts';
import { stayChange } from './stay-change.ts';
import { stay } from './stay.ts';

export const resources = [stay, carInside, passage, gateOpening, laneException, manualRelease, stayChange];
export const reports = [openingSum];
export const calls = [
  addEntry,
  checkLot,
  closeMany,
  correct,
  inside,
  lately,
  pictures,
  releaseOrder,
  resolve,
  story,
  reportEvent,
  driverBill,
  driverLot,
  driverPay,
  driverState,
];
