import { apiLog, auditLog, operateLog } from './audit-log.ts';
import { consoleError } from './console-error.ts';

export const resources = [consoleError, auditLog, operateLog, apiLog];
export const reports = [];
