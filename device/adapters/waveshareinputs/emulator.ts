/** Both boards: this one is read. */
export { emulate } from '#device/adapters/waveshare/emulator.ts';
