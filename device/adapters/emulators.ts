import type { FamilyName } from '#areas/device/model/families.ts';
import { emulate as alphadigi } from './alphadigi/emulator.ts';
import type { OpenEmulator } from './emulation.ts';
import { emulate as axis } from './axis/emulator.ts';
import { emulate as dahua } from './dahua/emulator.ts';
import { emulate as hikvision } from './hikvision/emulator.ts';

export const emulators: Readonly<Record<FamilyName, OpenEmulator>> = { alphadigi, hikvision, dahua, axis };
