export { served } from './devices.ts';
