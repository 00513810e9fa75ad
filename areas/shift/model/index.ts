import * as own from './calls.ts';
import { onlyShiftSum, shiftSum } from './reports.ts';
import { shift, shiftEntry, shiftVoid } from './shift.ts';

export const resources = [shift, shiftEntry, shiftVoid];
export const reports = [shiftSum, onlyShiftSum];
export const calls = Object.values(own);
