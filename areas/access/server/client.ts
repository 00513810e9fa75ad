/**
 * Programs that people log in with. One that shows no credential, or the product's own public one, is the product's.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { networkOf } from '#domain/network/network.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { client, grants, rotateClient } from '../model/client.ts';
import type { Grant } from '../model/client.ts';
import { hashPassword, isPassword } from './password.ts';
import { forget } from './person.ts';
import { knock, welcome } from './throttle.ts';
import type { Door } from './throttle.ts';
import type { Lives } from './tokens.ts';

/** What the console and the handheld show: it names them and is no secret. */
const OWN = 'gatehouse';
const ID = /^[A-Za-z][\w.-]{1,39}$/;

/** A program as its tokens need it: whose they are and how long they hold. */
export type Program = Lives & { readonly clientId: string; readonly name: string };

type Stored = Program & { readonly secret: string | null; readonly grants: readonly string[] | null };

const BY_ID = `SELECT id AS "clientId", client_name AS name, client_secret AS secret, authorized_grant_types AS grants,
    access_token_validity::int AS "accessSeconds", refresh_token_validity::int AS "refreshSeconds"
  FROM client WHERE client_id = $1 AND enabled AND deleted_at IS NULL`;

const unknown = (): Refused =>
  new Refused(
    'not_logged_in',
    {},
    [{ field: 'Authorization', msg: text('应用编号或密钥错误', 'Wrong client id or secret') }],
    'unknown_client',
  );

/** The credential as it was sent; null where none was. */
function basicIn(work: Work): { id: string; secret: string } | null {
  const header = work.request.header('authorization') ?? '';
  if (!/^basic(\s|$)/i.test(header)) return null;
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(header.slice(6), 'base64').toString()) ?? [];
  return { id: ID.test(id) ? id : '', secret }; // what is no id is nobody's, and is looked up nowhere
}

/** Wrong secrets borne in a quarter of an hour: of one program from one address, and from the address at all. */
const doorsOf = (id: string, ip: string): Door[] => [
  { key: `client:${id}@${networkOf(ip)}`, most: 10, seconds: 900 },
  { key: `clients:${networkOf(ip)}`, most: 60, seconds: 900 },
];

/**
 * The calling program, proven by its secret and allowed this grant type; null is the product's own. What is not there
 * takes as long to refuse as a wrong secret.
 */
export async function programOf(work: Work, grant: Grant): Promise<Program | null> {
  const given = basicIn(work);
  if (!given || given.id === OWN) return null;
  const doors = doorsOf(given.id, work.request.ip);
  await knock(work.database, doors);
  const [row] = await work.database.read(tenantScope(0), (db) => db.raw<Stored>(BY_ID, [given.id]));
  if (!(await isPassword(given.secret, row?.secret)) || !row) throw unknown();
  await welcome(work.database, doors);
  if (!row.grants?.includes(grant)) throw new Refused('not_permitted', { what: grants[grant] });
  const { secret: _, grants: __, ...program } = row;
  return program;
}

/** That somebody logged in with it. */
export async function noteProgram(work: Work, program: Program | null): Promise<void> {
  if (!program) return;
  await work.database.write(platformScope, (db) =>
    db.raw('UPDATE client SET last_used = $2 WHERE id = $1', [program.clientId, work.now.toISOString()]),
  );
}

/**
 * Programs are of the whole installation: whoever works for one group of companies sees none, whatever rights he was
 * given.
 */
const operatorsAlone = (work: Work): SQL | undefined => (work.person.platform ? undefined : sql`false`);
const held = (work: Work): void => {
  if (!work.person.platform) throw new Refused('not_permitted', { what: client.title });
};

const wrong = (field: string, msg: Text): Problem => ({ field, msg });

async function issueSecret(work: Work, id: string): Promise<Once> {
  const row = await rowOf(client, id, work.db);
  const made = randomBytes(32).toString('base64url');
  await work.db.raw('UPDATE client SET client_secret = $2 WHERE id = $1 RETURNING 1', [id, await hashPassword(made)]);
  const shown = { id, clientId: row['clientId'] };
  return new Once({ ...shown, clientSecret: made }, { ...shown, clientSecret: null });
}

/**
 * Makes every server reload its cached sessions: disabling a client or shortening its lifetimes ends tokens at once.
 */
const lookAnew = (work: Work): void => work.afterCommit(() => void forget(work.database));

export const clientRules: Rules = {
  narrow: operatorsAlone,
  check: (values, before, work) => {
    held(work);
    const { clientId } = values as { clientId?: string };
    const { accessTokenValidity: access, refreshTokenValidity: refresh } = { ...before, ...values } as Record<
      string,
      unknown
    >;
    return [
      ...(before || isEmpty(clientId) || (ID.test(clientId!) && clientId!.toLowerCase() !== OWN)
        ? []
        : [wrong('clientId', text('不符合格式，或为产品自用', 'Not of this form, or the product’s own'))]),
      ...(isEmpty(access) || isEmpty(refresh) || Number(refresh) >= Number(access)
        ? []
        : [wrong('refreshTokenValidity', text('不能短于令牌有效期', 'Not shorter than the token holds'))]),
    ];
  },
  saved: async (_, __, work) => lookAnew(work),
  removing: async (_, work) => lookAnew(work),
  verbs: {
    submit: async (work, plain) => {
      const made = (await plain(work)) as { id: string };
      return isEmpty(work.raw['id']) ? issueSecret(work, made.id) : made;
    },
  },
};

async function rotate(work: Work): Promise<Once> {
  held(work);
  const id = String(work.input['id']).toLowerCase();
  const row = await rowOf(client, id, work.db, { lock: true });
  work.record({ resource: client.name, action: 'rotate', rowId: id, after: { clientName: row['clientName'] } });
  return issueSecret(work, id);
}

export const clientServed: readonly Served[] = [serve(rotateClient, rotate)];
