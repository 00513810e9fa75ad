import type { Db } from './db.ts';
import type { Work } from './work.ts';

/**
 * Holds the transaction until no other of the same person is at work on the topic, so that requests of one moment are
 * counted one after another.
 */
export const oneAtATime = (db: Db, topic: string, { person }: Pick<Work, 'person'>): Promise<unknown> =>
  db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${topic}:${person.tenantId}:${person.userId}`]);
