export { bindSn } from './bind-sn.ts';
export { firmware } from './firmware.ts';
export { manufacturer } from './manufacturer.ts';
export { parkDevice } from './park-device.ts';
