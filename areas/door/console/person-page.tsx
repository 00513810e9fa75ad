import type { RecordParts } from '#kit/console/record.ts';
import { doorEmployee } from '../model/door-employee.ts';
import { weekOfPerson } from './week-plan.tsx';

/** A person on a page of his own, with his week. */
const personPage: RecordParts = { of: doorEmployee, detail: weekOfPerson };
export default personPage;
