import type { Call } from '#kit/declare/call.ts';
import type { Fields, Values } from '#kit/declare/field.ts';
import type { Lang } from '#kit/declare/text.ts';
import type { Database, Db, Scope } from './db.ts';

/** Who is calling. Made by the session of the access area; the kit only reads it. */
export type Person = {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  readonly tenantId: number;
  /** The company worked in now (after switching); the subtree below it is visible. */
  readonly companyId: string;
  readonly companyIds: readonly string[] | null;
  readonly parkIds: readonly string[] | null;
  /** Codes `resource:verb`, also `resource:*`, `*:read` and `*`. */
  readonly permissions: readonly string[];
  readonly platform: boolean;
  /** A seller's own login sees only what is his. */
  readonly sellerId: string | null;
  readonly zone: string;
  readonly sessionId: string;
  /** His screen is locked: nothing is answered but what opens or ends it. */
  readonly locked?: boolean;
  /** The program he logged in with may read alone, whatever he may do himself. */
  readonly readOnly?: boolean;
};

export const scopeOf = (person: Person): Scope => ({
  tenantId: person.tenantId,
  platform: person.platform,
  companyIds: person.companyIds,
  parkIds: person.parkIds,
});

const matchers = new WeakMap<readonly string[], (code: string) => boolean>();
/** Silence means no. */
export function permits(permissions: readonly string[], code: string): boolean {
  let matcher = matchers.get(permissions);
  if (!matcher) {
    const exact = new Set(permissions);
    matcher = (wanted) => {
      const [resource, verb] = wanted.split(':');
      return exact.has('*') || exact.has(wanted) || exact.has(`${resource}:*`) || exact.has(`*:${verb}`);
    };
    matchers.set(permissions, matcher);
  }
  return matcher(code);
}

/** One line of the audit: what was done to which row, and how it looked before and after (secrets never). */
export type AuditEntry = {
  resource: string;
  action: string;
  rowId: string | null;
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
  tenantId?: number;
  companyId?: string | null;
  parkId?: string | null;
};

/** What a call's work gets. `db` is the transaction of this call, under the caller's scope. */
export type Work<F extends Fields = Fields> = {
  readonly call: Call<F>;
  readonly input: Partial<Values<F>>;
  /** Query and body as they came, merged; for work that reads filters by declaration. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly db: Db;
  readonly database: Database;
  readonly person: Person;
  readonly lang: Lang;
  readonly now: Date;
  readonly request: {
    id: string;
    ip: string;
    agent: string;
    host: string;
    header: (name: string) => string | null;
    bytes: Buffer | null;
  };
  /** Whether the caller holds a permission code. */
  readonly permits: (code: string) => boolean;
  readonly record: (entry: AuditEntry) => void;
  /** Runs after the commit, never after a rollback: wake a worker, drop a cache. */
  readonly afterCommit: (then: () => void) => void;
};
