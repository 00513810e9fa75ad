/**
 * The menu of a public account: its draft, held to the platform's limits as it is made, and what was published of it.
 */
import { buttonsOf, cutNames, menuChanges, menuFaults, nameLimits, SUB_MOST, TOP_MOST } from '#domain/weixin/menu.ts';
import type { Button, MenuFault, MenuItem } from '#domain/weixin/menu.ts';
import { wordsIn } from '#domain/weixin/keyword.ts';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { company } from '#areas/org/model/company.ts';
import { publicplat } from '../model/publicplat.ts';
import { wxkeyword } from '../model/wxkeyword.ts';
import { wxmenu, wxmenuVersion } from '../model/wxmenu.ts';

type Values = Readonly<Record<string, unknown>>;
export type DraftRow = MenuItem & Stored & { readonly publicplatId: string };
export type Version = Stored & {
  readonly no: number;
  readonly tree: readonly Button[];
  readonly live: readonly Button[] | null;
  readonly state: string;
  readonly answer: string | null;
  readonly publishedBy: string | null;
  readonly time: string;
  readonly checkedTime: string | null;
};

export async function draftOf(db: Db, publicplatId: string): Promise<DraftRow[]> {
  const t = tableOf(wxmenu as Resource);
  const rows = await db
    .select()
    .from(t)
    .where(scoped(wxmenu as Resource, db.scope, [eq(t.publicplatId!, publicplatId)]))
    .orderBy(t.sort!, t.id!);
  return rows as DraftRow[];
}

/** The latest that was sent. What the platform refused is no menu of anybody, but says why. */
export async function lastVersion(db: Db, publicplatId: string, states?: readonly string[]): Promise<Version | null> {
  const t = tableOf(wxmenuVersion as Resource);
  const [row] = await db
    .select()
    .from(t)
    .where(
      scoped(wxmenuVersion as Resource, db.scope, [
        eq(t.publicplatId!, publicplatId),
        states ? inArray(t.state!, [...states]) : undefined,
      ]),
    )
    .orderBy(desc(t.no!))
    .limit(1);
  return (row as Version | undefined) ?? null;
}

/** Accounts whose menus somebody sees: those of the company first, the oldest first. */
async function accountsFor(db: Db, companyId: string | null, own: string): Promise<Stored[]> {
  const t = tableOf(publicplat as Resource);
  const rows = await db
    .select()
    .from(t)
    .where(scoped(publicplat as Resource, db.scope, [companyId ? eq(t.companyId!, companyId) : undefined]))
    .orderBy(sql`${t.companyId!} = ${isId(own) ? own : null} DESC`, t.createdAt!, t.id!)
    .limit(100);
  return rows as Stored[];
}

const why: { readonly [W in MenuFault['why']]: (most: number) => Text } = {
  missing: () => text('请填写', 'Please enter it'),
  long: (most) => ({ zh: `最多${most}字节`, en: `At most ${most} bytes` }),
  scheme: () => text('应以 http:// 或 https:// 开头', 'Should begin with http:// or https://'),
  many: (most) => ({ zh: `最多${most}个`, en: `At most ${most} of them` }),
  deep: () => text('菜单只有两级', 'A menu has two levels'),
  parent: () => text('上级菜单不属于该公众号', 'What is above it belongs to another account'),
};
const problemOf = ({ field, why: reason, most = 0 }: MenuFault): Problem => ({ field, msg: why[reason](most) });

/** Whose menu it is: what the form says, else the company's first account. */
async function accountOf(values: Values, before: Values | null, work: Work): Promise<Stored | null> {
  const companyId = String(values['companyId'] ?? work.person.companyId);
  const named = values['publicplatId'] ?? before?.['publicplatId'];
  const id = isId(named) ? named : (await accountsFor(work.db, companyId, companyId))[0]?.id;
  // Held until the item is stored: two at once count each other.
  return id === undefined ? null : rowOf(publicplat as Resource, id, work.db, { lock: true });
}

async function itemProblems(values: Values, before: Values | null, work: Work): Promise<Problem[]> {
  const account = await accountOf(values, before, work);
  if (!account) return [{ field: 'publicplatId', msg: text('该单位没有公众号', 'The company has no public account') }];
  if (account['companyId'] !== (values['companyId'] ?? before?.['companyId'] ?? work.person.companyId))
    return [{ field: 'publicplatId', msg: text('公众号不属于该单位', 'The account belongs to another company') }];
  const all = await draftOf(work.db, account.id);
  const blank = { parentId: null, type: null, url: null, key: null, appId: null, pagePath: null, sort: 0 };
  const item = { id: '', ...blank, ...before, ...values } as MenuItem;
  const others = all.filter(({ id }) => id !== item.id);
  // One whose items below are still to be added does nothing yet; publishing asks for it.
  const opensLater = item.parentId === null && !item.type;
  return menuFaults(item, others)
    .filter(({ field }) => !(field === 'type' && opensLater))
    .map(problemOf);
}

export const menuRules: Rules = {
  check: itemProblems,
  fill: async (values, before, work) =>
    before ? {} : { publicplatId: (await accountOf(values, before, work))?.id ?? null },
};

export type ItemFault = { readonly id: string; readonly name: string; readonly field: string; readonly words: Text };

/** All that keeps a draft from being published. */
export const draftFaults = (draft: readonly DraftRow[]): ItemFault[] =>
  draft.flatMap((item) =>
    menuFaults(
      item,
      draft.filter(({ id }) => id !== item.id),
    ).map((fault) => ({ id: item.id, name: item.name, field: fault.field, words: why[fault.why](fault.most ?? 0) })),
  );

/** Keys without a reply: pressing them gives the default reply, or none. */
async function unanswered(db: Db, publicplatId: string, draft: readonly DraftRow[]): Promise<string[]> {
  const keys = [...new Set(draft.flatMap(({ type, key }) => (type === 'click' && key ? [key] : [])))];
  if (keys.length === 0) return [];
  const t = tableOf(wxkeyword as Resource);
  const rows = await db
    .select({ keyword: t.keyword! })
    .from(t)
    .where(
      scoped(wxkeyword as Resource, db.scope, [
        eq(t.publicplatId!, publicplatId),
        eq(t.scene!, 'click'),
        eq(t.enable!, true),
      ]),
    );
  const answered = new Set(rows.flatMap(({ keyword }) => wordsIn(keyword as string | null)));
  return keys.filter((key) => wordsIn(key).every((word) => !answered.has(word)));
}

/** What a follower sees after the last publication; the draft is whatever differs from it. */
const liveStates = ['published', 'differs', 'sending'];
const limits = { top: TOP_MOST, sub: SUB_MOST, names: nameLimits };

const shownVersion = ({ id, no, tree, live, state, answer, publishedBy, time, checkedTime }: Version) => ({
  id,
  no,
  tree,
  live,
  state,
  answer,
  publishedBy,
  time,
  checkedTime,
  differences: live ? menuChanges(tree, live) : [],
});

/** Draft and published menu of one account side by side. */
export async function menuModelOf(db: Db, account: Stored, lang: Work['lang']): Promise<Record<string, unknown>> {
  const draft = await draftOf(db, account.id);
  const published = await lastVersion(db, account.id, liveStates);
  const latest = await lastVersion(db, account.id);
  const changes = menuChanges(published?.tree ?? [], buttonsOf(draft));
  return {
    publicplatId: account.id,
    companyId: account['companyId'],
    name: account['name'],
    draft: draft.map(({ id, parentId, name, type, url, key, appId, pagePath, sort, updatedAt }) => ({
      id,
      recordId: id,
      parentId,
      name,
      type,
      url,
      key,
      appId,
      pagePath,
      sort,
      updatedAt,
    })),
    published: published && shownVersion(published),
    refused: latest?.state === 'failed' ? latest.answer : null,
    state: changes.length > 0 || !published ? 'draft' : published.state,
    changes,
    faults: draftFaults(draft).map(({ words, ...fault }) => ({ ...fault, words: words[lang] })),
    cut: cutNames(draft).map(({ id, name }) => ({ id, name })),
    unanswered: await unanswered(db, account.id, draft),
    limits,
  };
}

const nothing = {
  publicplatId: null,
  companyId: null,
  name: null,
  draft: [],
  published: null,
  refused: null,
  state: 'none',
  changes: [],
  faults: [],
  cut: [],
  unanswered: [],
  limits,
  accounts: [],
};

export async function readModel(work: Work): Promise<unknown> {
  const { companyid, publicplatId } = work.input as { companyid?: string | null; publicplatId?: string | null };
  if (companyid) await rowOf(company as Resource, companyid, work.db);
  const accounts = await accountsFor(work.db, companyid ?? null, work.person.companyId);
  const account = publicplatId ? await rowOf(publicplat as Resource, publicplatId, work.db) : accounts[0];
  if (!account) return nothing;
  return {
    ...(await menuModelOf(work.db, account as Stored, work.lang)),
    accounts: accounts.map(({ id, name }) => ({ id, name })),
  };
}
