import type { Served } from '#kit/server/served.ts';
import { auditLogServed } from './audit-log.ts';
import { consoleErrorServed } from './console-errors.ts';
import { metricsServed } from './metrics.ts';
import { noticeServed } from './notices.ts';

export const served: readonly Served[] = [...consoleErrorServed, ...auditLogServed, ...metricsServed, ...noticeServed];
