import { apiLog, auditLog, operateLog } from './audit-log.ts';
import { consoleError } from './console-error.ts';
import { job, jobLog } from './job.ts';
import { notice, noticeReader } from './notice.ts';

export const resources = [consoleError, auditLog, operateLog, apiLog, notice, noticeReader, job, jobLog];
export const reports = [];
