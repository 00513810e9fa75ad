/**
 * Which lots a person may watch live, and for how long: no longer than his session stands and his rights are what they
 * were.
 */
import { homeOf, personOfSession } from '#areas/access/server/door.ts';
import type { LiveTicket, SessionRef } from '#areas/device/model/link.ts';
import { park } from '#areas/lot/model/park.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import { permits, scopeOf } from '#kit/server/work.ts';
import type { Person } from '#kit/server/work.ts';

export const sessionOf = (person: Person): SessionRef => ({
  tenantId: homeOf(person).tenantId,
  sessionId: person.sessionId,
});

/**
 * News of lanes is for who may see what passes there: a seller's login, or one of the rosters, gets none of any lot.
 */
const ofLanes = ['passage:read', 'carInside:read', 'boxWork:read'];
const nowhere = '-';

/** Lots a person may watch: all of the tenant, or the granted ones by id. `db` is of his scope. */
export async function watchedBy(person: Person, db: Db): Promise<Pick<LiveTicket, 'tenantId' | 'parkIds'>> {
  if (!ofLanes.some((code) => permits(person.permissions, code)))
    return { tenantId: person.tenantId, parkIds: [nowhere] };
  const { platform, tenantId, companyIds, parkIds } = db.scope;
  if (platform) return { tenantId: null, parkIds: null };
  if (!companyIds && !parkIds) return { tenantId, parkIds: null };
  const t = tableOf(park);
  const rows = await db.select({ id: t.id! }).from(t).where(scoped(park, db.scope)).limit(5000);
  return { tenantId, parkIds: rows.map(({ id }) => id as string) };
}

const within = (wanted: readonly string[] | null, now: readonly string[] | null): boolean =>
  now === null || (wanted !== null && wanted.every((id) => now.includes(id)));

/** Whether what a ticket grants still holds: its session stands, and its person may watch all that it names. */
export const ticketStands =
  (database: Database) =>
  async ({ tenantId, parkIds, session }: LiveTicket): Promise<boolean> => {
    const person = await personOfSession(database, session);
    if (!person) return false;
    const now = await database.read(scopeOf(person), (db) => watchedBy(person, db));
    return (now.tenantId === null || now.tenantId === tenantId) && within(parkIds, now.parkIds);
  };
