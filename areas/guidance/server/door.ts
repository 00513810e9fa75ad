/** Guidance for other areas: processes messages of its gateways and updates its boards and fans. */
export { AIR_EVERY_MS, breatheAll } from './air.ts';
export { startBoards, updateBoards } from './boards.ts';
export { refresh as countAgain } from './figures.ts';
export { deviceTypesWanted, ensureDeviceTypes } from './first-types.ts';
export { takeGuidance } from './intake.ts';
export { judgePromises } from './promises.ts';
