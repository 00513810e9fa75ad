import type { FamilyName } from '#areas/device/model/families.ts';
import type { OpenEmulator } from './emulation.ts';
import { emulate as alphadigi } from './alphadigi/emulator.ts';
import { emulate as axis } from './axis/emulator.ts';
import { emulate as dahua } from './dahua/emulator.ts';
import { emulate as escpos } from './escpos/emulator.ts';
import { emulate as frigate } from './frigate/emulator.ts';
import { emulate as hikvision } from './hikvision/emulator.ts';
import { emulate as huaxia } from './huaxia/emulator.ts';
import { emulate as payscanner } from './payscanner/emulator.ts';
import { emulate as payscannertcp } from './payscannertcp/emulator.ts';
import { emulate as platerecognizer } from './platerecognizer/emulator.ts';
import { emulate as rekor } from './rekor/emulator.ts';
import { emulate as shelly } from './shelly/emulator.ts';
import { emulate as waveshare } from './waveshare/emulator.ts';
import { emulate as waveshareinputs } from './waveshareinputs/emulator.ts';
import { emulate as webhook } from './webhook/emulator.ts';

export const emulators: Readonly<Record<FamilyName, OpenEmulator>> = {
  alphadigi,
  huaxia,
  hikvision,
  dahua,
  axis,
  platerecognizer,
  rekor,
  frigate,
  webhook,
  shelly,
  waveshare,
  waveshareinputs,
  payscanner,
  payscannertcp,
  escpos,
};
