export { bindSn } from './bind-sn.ts';
export { firmware } from './firmware.ts';
export { parkDevice } from './park-device.ts';
