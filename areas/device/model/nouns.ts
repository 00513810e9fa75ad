export { bindSn } from './bind-sn.ts';
export { deviceCommand } from './command.ts';
export { firmware } from './firmware.ts';
export { deviceIncident } from './incident.ts';
export { ledConfig } from './led-config.ts';
export { manufacturer } from './manufacturer.ts';
export { parkDevice } from './park-device.ts';
