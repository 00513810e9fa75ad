import type { RecordParts } from '#kit/console/record.ts';
import { doorFire } from '../model/door-fire.ts';
import { fireRollOf } from './fire-roll.tsx';

/** A fire alarm or roll call on its own page, with the roll to be printed. */
const firePage: RecordParts = { of: doorFire, detail: fireRollOf };
export default firePage;
