import type { FamilyName } from '#areas/device/model/families.ts';
import { fixtures as alphadigi } from './alphadigi/messages.fixture.ts';
import { fixtures as axis } from './axis/messages.fixture.ts';
import { fixtures as dahua } from './dahua/messages.fixture.ts';
import { fixtures as frigate } from './frigate/messages.fixture.ts';
import { fixtures as hikvision } from './hikvision/messages.fixture.ts';
import { fixtures as huaxia } from './huaxia/messages.fixture.ts';
import { fixtures as payscanner } from './payscanner/messages.fixture.ts';
import { fixtures as platerecognizer } from './platerecognizer/messages.fixture.ts';
import { fixtures as rekor } from './rekor/messages.fixture.ts';
import { fixtures as shelly } from './shelly/messages.fixture.ts';
import { fixtures as webhook } from './webhook/messages.fixture.ts';
import type { Fixture } from './messages.fixture.ts';

/** Of every family that sends messages. */
export const fixtures: Readonly<Partial<Record<FamilyName, readonly Fixture[]>>> = {
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
  payscanner,
};
