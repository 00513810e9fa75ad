import { Refused } from '#kit/declare/refused.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { networkOf } from '#domain/network/network.ts';

export type Door = { key: string; most: number; seconds: number };

const anywhere = tenantScope(0);
const quarter = 15 * 60;

/**
 * Wrong passwords borne in a quarter of an hour. A device that the account was used from before counts by itself, so
 * that nobody elsewhere locks its owner out. Everybody else counts by address, by account at that address, and by
 * account wherever it is tried from.
 */
export const passwordDoors = (account: string, ip: string, device: string | null): Door[] =>
  device
    ? [{ key: `device:${device}`, most: 10, seconds: quarter }]
    : [
        { key: `account:${account}@${networkOf(ip)}`, most: 10, seconds: quarter },
        { key: `address:${networkOf(ip)}`, most: 60, seconds: quarter },
        { key: `account:${account}`, most: 60, seconds: quarter },
      ];
/**
 * Wrong old passwords where somebody changes his own: by his session, so that tries elsewhere do not keep him from it.
 */
export const oldPasswordDoors = (sessionId: string): Door[] => [
  { key: `old-password:${sessionId}`, most: 10, seconds: quarter },
];
/** Requests for codes: one a minute and five an hour per account, thirty an hour per address. */
export const codeDoors = (account: string, ip: string): Door[] => [
  { key: `code1:${account}`, most: 1, seconds: 60 },
  { key: `code:${account}`, most: 5, seconds: 3600 },
  { key: `codes:${networkOf(ip)}`, most: 30, seconds: 3600 },
];

/** Whether one of the doors is used up already. */
async function usedUp(database: Database, doors: readonly Door[]): Promise<boolean> {
  const keys = doors.map(({ key }) => key.slice(0, 200));
  const rows = await database.read(anywhere, (db) =>
    db.raw<{ key: string; count: number }>('SELECT key, count FROM login_try WHERE key = ANY($1) AND until >= now()', [
      keys,
    ]),
  );
  return rows.some(({ key, count }) => doors.some((door) => door.key.slice(0, 200) === key && count >= door.most));
}

/**
 * Refuses (429) where a door is used up, without counting a try: before a look-up whose misses alone are counted, so
 * that a guess that would be right is refused too.
 */
export async function mustBeOpen(database: Database, doors: readonly Door[]): Promise<void> {
  if (await usedUp(database, doors)) throw new Refused('too_many');
}

/**
 * Counts a try at every door and refuses (429) when one is used up. Counted before the work, so that tries at the same
 * moment count too. A try that is refused beforehand counts nowhere: one address neither uses up an account for all
 * others nor leaves a row for each name it thinks of.
 */
export async function knock(database: Database, doors: readonly Door[]): Promise<void> {
  await mustBeOpen(database, doors);
  const sorted = [...doors].sort((a, b) => (a.key < b.key ? -1 : 1));
  const used = await database.write(anywhere, async (db) => {
    const counts: boolean[] = [];
    for (const { key, most, seconds } of sorted) {
      const [row] = await db.raw<{ count: number }>(
        `INSERT INTO login_try (key, count, until) VALUES ($1, 1, now() + make_interval(secs => $2))
         ON CONFLICT (key) DO UPDATE SET
           count = CASE WHEN login_try.until < now() THEN 1 ELSE login_try.count + 1 END,
           until = CASE WHEN login_try.until < now() THEN excluded.until ELSE login_try.until END
         RETURNING count`,
        [key.slice(0, 200), seconds],
      );
      counts.push(row!.count > most);
    }
    return counts.some(Boolean);
  });
  if (used) throw new Refused('too_many');
}

/** A right password clears the first door and gives the others their try back. */
export async function welcome(database: Database, [own, ...others]: readonly Door[]): Promise<void> {
  await database.write(anywhere, async (db) => {
    await db.raw('DELETE FROM login_try WHERE key = $1', [own!.key.slice(0, 200)]);
    for (const { key } of others.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      await db.raw('UPDATE login_try SET count = greatest(count - 1, 0) WHERE key = $1', [key.slice(0, 200)]);
    await db.raw(`DELETE FROM login_try WHERE until < now() - interval '1 day'`);
  });
}
