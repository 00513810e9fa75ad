import type { FamilyName } from '#areas/device/model/families.ts';
import type { Adapter } from './adapter.ts';
import { adapter as alphadigi } from './alphadigi/adapter.ts';
import { adapter as axis } from './axis/adapter.ts';
import { adapter as dahua } from './dahua/adapter.ts';
import { adapter as escpos } from './escpos/adapter.ts';
import { adapter as frigate } from './frigate/adapter.ts';
import { adapter as hikvision } from './hikvision/adapter.ts';
import { adapter as huaxia } from './huaxia/adapter.ts';
import { adapter as payscanner } from './payscanner/adapter.ts';
import { adapter as payscannertcp } from './payscannertcp/adapter.ts';
import { adapter as platerecognizer } from './platerecognizer/adapter.ts';
import { adapter as rekor } from './rekor/adapter.ts';
import { adapter as shelly } from './shelly/adapter.ts';
import { adapter as waveshare } from './waveshare/adapter.ts';
import { adapter as waveshareinputs } from './waveshareinputs/adapter.ts';
import { adapter as webhook } from './webhook/adapter.ts';

/** Every family, by its name in `areas/device/model/families.ts`. */
export const adapters: Readonly<Record<FamilyName, Adapter>> = {
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
