import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db, Scope } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import type { Person } from '#kit/server/work.ts';
import { sessionsChanged } from '#areas/access/model/events.ts';
import { companyLine, companySubtree } from '#areas/org/server/door.ts';
import { hashOf, tenantOfToken } from './tokens.ts';

/** What the area knows of a person besides what the road needs. */
export type Home = {
  readonly tenantId: number;
  readonly companyId: string;
  /** Of the platform's own company: sees every tenant while not switched. */
  readonly platform: boolean;
  readonly roleKeys: readonly string[];
  /** Admin menus granted to his roles; null when a role without menu grants opens all he may read. */
  readonly menuIds: readonly string[] | null;
  readonly mustChangePassword: boolean;
};

type SessionRow = {
  sessionId: string;
  userId: string;
  account: string;
  name: string;
  companyId: string;
  allParks: boolean | null;
  enabled: boolean | null;
  mustChange: boolean | null;
  roleIds: string[] | null;
  workTenant: number | null;
  workCompanyId: string | null;
  expiresAt: string;
  stale: boolean;
  locked: boolean;
  sellerId: string | null;
  readOnly: boolean;
  tenantOn: boolean;
};

const homes = new WeakMap<Person, Home>();

/** The home of a person the road brought; people of tests and jobs that were not logged in have none. */
export function homeOf(person: Person): Home {
  return (
    homes.get(person) ?? {
      tenantId: person.tenantId,
      companyId: person.companyId,
      platform: person.platform,
      roleKeys: [],
      menuIds: null,
      mustChangePassword: false,
    }
  );
}

/** All that a person may ever reach, whatever he switched to. */
export const homeScope = (home: Home, companyIds: readonly string[] | null): Scope => ({
  tenantId: home.tenantId,
  platform: home.platform,
  companyIds: home.platform ? null : companyIds,
  parkIds: null,
});

/**
 * Until when a token holds: of another program as long as that is given now, not as long as it was when the token was
 * issued.
 */
const UNTIL = `CASE WHEN s.client_id IS NULL THEN k.expires_at ELSE k.issued_at + make_interval(secs => c.access_token_validity) END`;

/** `by`: which token is shown, or which session is meant, of which any token that is in force will do. */
const sessionSql = (by: 'token' | 'session'): string => `
  SELECT s.id AS "sessionId", u.id AS "userId", u.account, u.real_name AS name, u.company_id AS "companyId", u.all_parks AS "allParks", u.enabled,
         u.must_change_password AS "mustChange", u.role_ids AS "roleIds", s.work_tenant AS "workTenant", s.work_company_id AS "workCompanyId",
         ${UNTIL} AS "expiresAt", coalesce(c.scope = 'read', false) AS "readOnly",
           s.seen_at < now() - interval '5 minutes' AS stale, s.lock_hash IS NOT NULL AS locked,
           v.seller_id AS "sellerId",
         coalesce((SELECT n.enabled FROM tenant n WHERE n.tenant_no = s.tenant_id AND n.deleted_at IS NULL), false) AS "tenantOn"
  FROM session_token k
  JOIN session s ON s.tenant_id = k.tenant_id AND s.id = k.session_id AND s.ended_at IS NULL
  JOIN "user" u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
  LEFT JOIN user_seller v ON v.tenant_id = u.tenant_id AND v.user_id = u.id
  LEFT JOIN client c ON c.id = s.client_id AND c.enabled AND c.deleted_at IS NULL
  WHERE k.tenant_id = $1 AND ${by === 'token' ? 'k.token_hash = $2' : 'k.session_id = $2::uuid'} AND k.replaced_at IS NULL AND ${UNTIL} > now()
  ORDER BY k.expires_at DESC LIMIT 1`;

type RoleRow = {
  key: string | null;
  permissions: string[] | null;
  adminMenuIds: string[] | null;
  businessMenuIds: string[] | null;
};
export type Rights = { permissions: string[]; roleKeys: string[]; menuIds: string[] | null };

const text = (ids: readonly (string[] | null)[]): string[] => [...new Set(ids.flatMap((each) => each ?? []))];

/** What roles give together: their own codes and those of the menus granted to them. */
export async function rightsOf(db: Db, tenantId: number, roleIds: readonly string[]): Promise<Rights> {
  if (roleIds.length === 0) return { permissions: [], roleKeys: [], menuIds: [] };
  const roles = await db.raw<RoleRow>(
    `SELECT built_in AS key, permissions, admin_menu_ids AS "adminMenuIds", business_menu_ids AS "businessMenuIds" FROM role
     WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL`,
    [tenantId, roleIds],
  );
  const [admin, business] = [
    text(roles.map((role) => role.adminMenuIds)),
    text(roles.map((role) => role.businessMenuIds)),
  ];
  const codes =
    admin.length + business.length === 0
      ? []
      : await db.raw<{ code: string }>(
          `SELECT code FROM admin_menu WHERE id = ANY($1::uuid[]) AND code IS NOT NULL AND deleted_at IS NULL
     UNION SELECT code FROM business_menu WHERE id = ANY($2::uuid[]) AND code IS NOT NULL AND deleted_at IS NULL`,
          [admin, business],
        );
  const opens = roles.some((role) => (role.permissions?.length ?? 0) > 0 && (role.adminMenuIds?.length ?? 0) === 0);
  return {
    permissions: [...new Set([...roles.flatMap((role) => role.permissions ?? []), ...codes.map(({ code }) => code)])],
    roleKeys: roles.flatMap(({ key }) => key ?? []),
    menuIds: opens ? null : admin,
  };
}

type Place = {
  tenantId: number;
  companyId: string;
  companyIds: readonly string[] | null;
  platform: boolean;
  zone: string;
};

/**
 * Where a session works: its own company, or the one switched to as long as that is still within reach. Null when
 * nobody may log in there.
 */
async function placeOf(
  database: Database,
  db: Db,
  tenantId: number,
  row: SessionRow,
): Promise<{ place: Place; platform: boolean } | null> {
  const line = await companyLine(db, tenantId, row.companyId);
  if (line.length === 0 || line.some(({ enabled }) => !enabled)) return null;
  const platform = line[0]!.companyType === 'platform';
  const zone = line.find((step) => step.zone)?.zone ?? 'Asia/Shanghai';
  const own: Place = {
    tenantId,
    companyId: row.companyId,
    companyIds: line.length === 1 ? null : await companySubtree(db, row.companyId),
    platform,
    zone,
  };
  if (!row.workCompanyId || row.workCompanyId === row.companyId) return { place: own, platform };
  if (!platform) {
    if (own.companyIds && !own.companyIds.includes(row.workCompanyId)) return { place: own, platform };
    const there = await companyLine(db, tenantId, row.workCompanyId);
    if (there.length === 0) return { place: own, platform };
    return {
      place: {
        ...own,
        companyId: row.workCompanyId,
        companyIds: there.length === 1 ? null : await companySubtree(db, row.workCompanyId),
        zone: there.find((step) => step.zone)?.zone ?? zone,
      },
      platform,
    };
  }
  const other = row.workTenant ?? tenantId;
  const workCompanyId = row.workCompanyId;
  const there = await database.read(tenantScope(other), async (of) => {
    const steps = await companyLine(of, other, workCompanyId);
    return steps.length === 0
      ? null
      : { steps, below: steps.length === 1 ? null : await companySubtree(of, workCompanyId) };
  });
  if (!there) return { place: own, platform };
  return {
    place: {
      tenantId: other,
      companyId: workCompanyId,
      companyIds: there.below,
      platform: false,
      zone: there.steps.find((step) => step.zone)?.zone ?? zone,
    },
    platform,
  };
}

async function lotsOf(db: Db, tenantId: number, row: SessionRow): Promise<string[] | null> {
  if (row.allParks) return null;
  const rows = await db.raw<{ id: string }>(
    'SELECT park_id AS id FROM user_park_grant WHERE tenant_id = $1 AND user_id = $2',
    [tenantId, row.userId],
  );
  return rows.map(({ id }) => id);
}

type Found = { person: Person; expiresAt: number; stale: boolean };

/** Who a row of a user is, with the rights and lots he has now; null where nobody may be he. */
async function built(database: Database, db: Db, tenantId: number, row: SessionRow): Promise<Person | null> {
  if (row.enabled === false || !row.tenantOn) return null;
  const found = await placeOf(database, db, tenantId, row);
  if (!found) return null;
  const { place, platform } = found;
  const rights = await rightsOf(db, tenantId, row.roleIds ?? []);
  const mustChangePassword = row.mustChange === true;
  const person: Person = {
    userId: row.userId,
    account: row.account,
    name: row.name,
    tenantId: place.tenantId,
    companyId: place.companyId,
    companyIds: place.companyIds,
    parkIds: platform ? null : await lotsOf(db, tenantId, row),
    permissions: mustChangePassword ? [] : rights.permissions,
    platform: place.platform,
    sellerId: row.sellerId,
    zone: place.zone,
    sessionId: row.sessionId,
    locked: row.locked,
    readOnly: row.readOnly,
  };
  homes.set(person, {
    tenantId,
    companyId: row.companyId,
    platform,
    roleKeys: rights.roleKeys,
    menuIds: rights.menuIds,
    mustChangePassword,
  });
  return person;
}

async function load(database: Database, tenantId: number, by: 'token' | 'session', key: string): Promise<Found | null> {
  return database.read(tenantScope(tenantId), async (db) => {
    const [row] = await db.raw<SessionRow>(sessionSql(by), [tenantId, key]);
    const person = row ? await built(database, db, tenantId, row) : null;
    return row && person ? { person, expiresAt: Date.parse(row.expiresAt), stale: row.stale } : null;
  });
}

const USER = `
  SELECT u.id AS "sessionId", u.id AS "userId", u.account, u.real_name AS name, u.company_id AS "companyId", u.all_parks AS "allParks", u.enabled,
         u.must_change_password AS "mustChange", u.role_ids AS "roleIds", NULL AS "workTenant", NULL AS "workCompanyId",
         now() AS "expiresAt", false AS stale, false AS locked, true AS "readOnly", v.seller_id AS "sellerId",
         coalesce((SELECT n.enabled FROM tenant n WHERE n.tenant_no = u.tenant_id AND n.deleted_at IS NULL), false) AS "tenantOn"
  FROM "user" u LEFT JOIN user_seller v ON v.tenant_id = u.tenant_id AND v.user_id = u.id
  WHERE u.tenant_id = $1 AND u.id = $2::uuid AND u.deleted_at IS NULL`;

/**
 * Who somebody is while he is not there, for what shows in his name: with the rights and lots he has now. Null once he
 * may not log in.
 */
export async function personOfUser(
  database: Database,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: string },
): Promise<Person | null> {
  return database.read(tenantScope(tenantId), async (db) => {
    const [row] = await db.raw<SessionRow>(USER, [tenantId, userId]);
    return row ? built(database, db, tenantId, row) : null;
  });
}

/** How long another server may go on trusting a session that this one ended; by a clock that nobody sets. */
const trustMs = 10_000;
const mostHeld = 20_000;
type Held = Map<string, { found: Promise<Found | null>; until: number }>;
/** By the database that the sessions are of: one restored from a back-up has the same. */
let heldIn = new WeakMap<Database, Held>();

function heldOf(database: Database): Held {
  const held: Held = heldIn.get(database) ?? new Map();
  heldIn.set(database, held);
  return held;
}

/**
 * Clears cached sessions, one or all, so that the next call reads them again. Other servers do so within ten seconds.
 */
export async function forget(database: Database, sessionIds: readonly string[] | null = null): Promise<void> {
  const held = heldOf(database);
  if (!sessionIds) held.clear();
  else
    for (const [hash, { found }] of held) {
      const known = await found.catch(() => null);
      if (known && sessionIds.includes(known.person.sessionId)) held.delete(hash);
    }
  await emit(sessionsChanged, { sessionIds }, { database });
}

/** Like `forget` of all, for this server alone; others hold what they know for seconds more. */
export const forgetHere = (): void => {
  heldIn = new WeakMap();
};

function remember(held: Held, hash: string, found: Promise<Found | null>): void {
  if (held.size >= mostHeld) for (const old of [...held.keys()].slice(0, mostHeld / 4)) held.delete(old);
  held.set(hash, { found, until: performance.now() + trustMs });
}

/** Who a bearer token stands for. Null: nobody, or no longer. */
export const whoIs =
  (database: Database) =>
  async (token: string): Promise<Person | null> => {
    const tenantId = tenantOfToken(token);
    if (tenantId === null) return null;
    const hash = hashOf(token);
    const held = heldOf(database);
    let entry = held.get(hash);
    if (!entry || entry.until < performance.now()) {
      remember(held, hash, load(database, tenantId, 'token', hash));
      entry = held.get(hash)!;
      const loaded = await entry.found.catch((error: unknown) => {
        held.delete(hash);
        throw error;
      });
      if (!loaded) held.delete(hash);
      else if (loaded.stale)
        await database.write(tenantScope(tenantId), (db) =>
          db.raw('UPDATE session SET seen_at = now() WHERE tenant_id = $1 AND id = $2', [
            tenantId,
            loaded.person.sessionId,
          ]),
        );
    }
    const found = await entry.found;
    return found && found.expiresAt > Date.now() ? found.person : null;
  };

/**
 * Whose session this is, with the rights he has now, while it stands. Null once he has logged out, it was ended or ran
 * out.
 */
export async function personOfSession(
  database: Database,
  { tenantId, sessionId }: { readonly tenantId: number; readonly sessionId: string },
): Promise<Person | null> {
  const key = `session ${sessionId}`;
  const held = heldOf(database);
  let entry = held.get(key);
  if (!entry || entry.until < performance.now()) {
    remember(held, key, load(database, tenantId, 'session', sessionId));
    entry = held.get(key)!;
  }
  const found = await entry.found.catch((error: unknown) => {
    held.delete(key);
    throw error;
  });
  if (!found) held.delete(key);
  return found && found.expiresAt > Date.now() ? found.person : null;
}
