/** What other areas may ask of devices: commands, written in the caller's transaction and sent after its commit. */
export { wakeDispatch } from './commands-dispatch.ts';
export { laneCommands, queueCommand, queueCommands, queueLaneCommands } from './commands-queue.ts';
export type { NewCommand, Queued } from './commands-queue.ts';
export { putIncidents } from './incidents.ts';
export type { Incident } from './incidents.ts';
