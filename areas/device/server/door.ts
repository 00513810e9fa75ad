/** What other areas may ask of devices: commands, written in the caller's transaction and sent after its commit. */
export { familySetups, ownAddress } from './bought-served.ts';
export type { ReadMessage } from './bought-served.ts';
export { brokerAddress } from './broker-address.ts';
export { watchCameraLists } from './camera-lists-round.ts';
export { startDispatch, wakeDispatch } from './commands-dispatch.ts';
export { answered, give } from './commands-give.ts';
export { upgradeTo } from './commands-lot.ts';
export type { Version } from './commands-lot.ts';
export { awaited } from './commands-outcome.ts';
export {
  commandRevision,
  devicesOf,
  laneCommands,
  queueCommand,
  queueCommands,
  queueLaneCommands,
  ticketPrinter,
} from './commands-queue.ts';
export type { Devices, NewCommand, Queued } from './commands-queue.ts';
export { supersedeOpenings } from './commands-superseded.ts';
export { liveLogin } from './commands.ts';
export { atRoadside, deviceRules, saveShowingSecret } from './devices.ts';
export { putIncidents, startSweep, sweepSilent } from './incidents.ts';
export type { Incident } from './incidents.ts';
export { watchLists } from './list-watch.ts';
export { devicePorts } from './link-ports.ts';
export { watchStorage } from './storage-watch.ts';
export { relayVideo, videoNetworks, VIDEO_PATH } from './video.ts';
