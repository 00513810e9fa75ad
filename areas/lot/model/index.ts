import { park } from './park.ts';
import { parkArea } from './park-area.ts';
import { parkBox } from './park-box.ts';
import { parkGate } from './park-gate.ts';
import { village } from './village.ts';

export const resources = [park, village, parkArea, parkBox, parkGate];
export const reports = [];
export const calls = [];
