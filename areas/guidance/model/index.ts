import { building } from './building.ts';
import * as guidanceCalls from './calls.ts';
import { devCommunication } from './communication.ts';
import { devDevice, upgradeWired, wireDevice } from './device.ts';
import { devDeviceType } from './device-type.ts';
import { devGateway } from './gateway.ts';
import { adjustGroup, devGroup, groupAdjust, groupPassage, setBoards, wireGroupSet } from './group.ts';
import { drawSpaces } from './draw-call.ts';
import { findCar } from './find-calls.ts';
import { floorCurve, floorReplay } from './history-calls.ts';
import { live } from './live-call.ts';
import { boardArrival, boardPromise, groupReserves, reserveChange, setReserves } from './promise.ts';
import { closeSpace, openSpace, parkingSpace } from './space.ts';
import { airDay, airReading, airSpell, commandFans, resetFans, ventilating } from './ventilating.ts';
import { noWireDeviceInfo, upgradeWireless } from './wireless.ts';

export const resources = [
  building,
  devDeviceType,
  devGateway,
  devGroup,
  wireGroupSet,
  groupAdjust,
  groupPassage,
  boardArrival,
  reserveChange,
  devDevice,
  wireDevice,
  parkingSpace,
  devCommunication,
  noWireDeviceInfo,
  ventilating,
  airReading,
  airSpell,
];
export const reports = [boardPromise];
export const calls = [
  ...Object.values(guidanceCalls),
  adjustGroup,
  setBoards,
  live,
  drawSpaces,
  floorCurve,
  floorReplay,
  commandFans,
  resetFans,
  airDay,
  findCar,
  groupReserves,
  setReserves,
  closeSpace,
  openSpace,
  upgradeWired,
  upgradeWireless,
];
