import type { Resource } from '#kit/declare/resource.ts';
import type { Records } from '#kit/console/record.ts';
import { apiLog, auditLog, operateLog } from '../model/audit-log.ts';

const log = (of: unknown) => async () => (await import('./log-page.tsx')).logRecord(of as Resource);

/** The pages of one line of the audit: each field before and after. */
export const records: Records = { auditLog: log(auditLog), operateLog: log(operateLog), apiLog: log(apiLog) };
