import { boughtConnection } from './bought-calls.ts';
import * as deviceCalls from './calls.ts';
import { getLedColor, ledDetail, saveLedColor } from './led-calls.ts';
import * as nouns from './nouns.ts';

export const resources = Object.values(nouns);
export const reports = [];
export const calls = [...Object.values(deviceCalls), ledDetail, saveLedColor, getLedColor, boughtConnection];
