import type { RecordParts } from '#kit/console/record.ts';
import { doorDevice } from '../model/door-device.ts';
import { weekOfDevice } from './week-plan.tsx';

/** A device on a page of its own, with its week. */
const devicePage: RecordParts = { of: doorDevice, detail: weekOfDevice };
export default devicePage;
