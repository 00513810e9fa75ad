/** Which version a handheld should run, by what was released for its company. */
import { createHash } from 'node:crypto';
import { companyLine } from '#areas/org/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { newerThan } from '../model/version.ts';
import type { Handheld } from './enrolled.ts';

type Upgrade = {
  readonly version: string;
  /** Older ones than this upgrade before they go on. */
  readonly least: string;
  readonly note: string | null;
};

type Release = { version: string; least: string | null; forced: boolean; percent: number | null; note: string | null };

/** The same handheld is always among the same share: a release that grows from 10 to 50 % takes none back. */
const share = (device: string, version: string): number =>
  createHash('sha256').update(`${device} ${version}`).digest().readUInt32BE(0) % 100;

/** The newest version of the web app that is out for this handheld; null where none is. */
export async function upgradeFor(
  db: Db,
  { id, tenantId, companyId }: Pick<Handheld, 'id' | 'tenantId' | 'companyId'>,
  now: Date,
): Promise<Upgrade | null> {
  const releases = await db.raw<Release>(
    `SELECT version_no AS version, min_version AS least, coalesce(forced, false) AS forced, percent, remark AS note FROM pdaplatform
     WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND channel = 'pwa' AND release_time <= $3 AND deleted_at IS NULL LIMIT 200`,
    [tenantId, (await companyLine(db, tenantId, companyId)).map(({ id: each }) => each), now.toISOString()],
  );
  const mine = releases.filter(({ version, percent }) => share(id, version) < (percent ?? 100));
  const [newest] = mine.toSorted((a, b) => (newerThan(a.version, b.version) ? -1 : 1));
  if (!newest) return null;
  const least = newest.forced ? newest.version : newest.least;
  return { version: newest.version, least: least || '0', note: newest.note };
}
