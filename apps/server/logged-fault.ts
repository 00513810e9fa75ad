/**
 * Faults as they are logged: where and what, without the values of a statement that failed. They hold plates, phones
 * and what is sealed.
 */
import { pino } from 'pino';

const bare = (words: string): string => words.replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |$)/g, '');

/** Also without what drizzle (`params`) and PostgreSQL (`detail`, `where`) add of the row itself. */
export function loggedFault(error: Error): { type: string; message: string; stack: string; [key: string]: unknown } {
  const {
    params: _,
    detail: __,
    where: ___,
    ...fields
  } = pino.stdSerializers.err(error) as { type: string; message: string; stack: string; [key: string]: unknown };
  return { ...fields, message: bare(fields.message), stack: bare(fields.stack ?? '') };
}
