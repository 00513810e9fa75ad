import type { CommandName } from '#areas/device/model/command.ts';
import { doers } from '#areas/device/model/doers.ts';
import { deviceTypes } from '#areas/device/model/park-device.ts';

export type CommandKind = {
  /** For how long after it was given the command may still be done. */
  readonly validMs: number;
  /** Which kind of device of a lane does it; the first found. */
  readonly devices: readonly string[];
  /** Sent again until answered; else sent once. */
  readonly answers: boolean;
};

export const commandKinds: { readonly [K in CommandName]: CommandKind } = {
  open: { validMs: 30_000, devices: doers.open, answers: true },
  close: { validMs: 30_000, devices: doers.close, answers: true },
  show: { validMs: 15_000, devices: doers.show, answers: false },
  program: { validMs: 60_000, devices: doers.program, answers: true },
  speak: { validMs: 15_000, devices: doers.speak, answers: false },
  ask: { validMs: 120_000, devices: doers.ask, answers: false },
  light: { validMs: 30_000, devices: doers.light, answers: true },
  syncTime: { validMs: 30_000, devices: doers.syncTime, answers: true },
  whiteList: { validMs: 60_000, devices: doers.whiteList, answers: true },
  /** A raise is short, as here; a lowering is given longer by whoever gives it. */
  lock: { validMs: 30_000, devices: doers.lock, answers: true },
  guide: { validMs: 30_000, devices: doers.guide, answers: false },
  people: { validMs: 60_000, devices: doers.people, answers: true },
  unlock: { validMs: 15_000, devices: doers.unlock, answers: true },
  doorFire: { validMs: 30_000, devices: doers.doorFire, answers: true },
  doorMode: { validMs: 30_000, devices: doers.doorMode, answers: true },
  presence: { validMs: 30_000, devices: doers.presence, answers: true },
  doorConfig: { validMs: 60_000, devices: doers.doorConfig, answers: true },
  fan: { validMs: 30_000, devices: doers.fan, answers: true },
  count: { validMs: 30_000, devices: doers.count, answers: true },
  call: { validMs: 30_000, devices: doers.call, answers: false },
  /** A slip that comes out later is nobody's. */
  print: { validMs: 30_000, devices: doers.print, answers: true },
  upgrade: { validMs: 60_000, devices: Object.keys(deviceTypes), answers: true },
};

/** Names of the commands that are sent again until they are answered. */
export const answeredCommands: readonly string[] = Object.entries(commandKinds)
  .filter(([, { answers }]) => answers)
  .map(([name]) => name);
