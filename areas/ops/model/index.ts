import { consoleError } from './console-error.ts';

export const resources = [consoleError];
export const reports = [];
