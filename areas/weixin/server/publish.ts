/** Sends a menu to the platform, fetches it back and says whether followers see what was meant. */
import { buttonsOf, menuChanges, plainButtons } from '#domain/weixin/menu.ts';
import type { Button } from '#domain/weixin/menu.ts';
import { and, eq } from 'drizzle-orm';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { publicplat } from '../model/publicplat.ts';
import { compareMenu, menuModel, publishMenu, restoreMenu, wxmenu, wxmenuVersion } from '../model/wxmenu.ts';
import { draftFaults, draftOf, lastVersion, menuModelOf, readModel } from './menu.ts';
import type { Version } from './menu.ts';
import { askPlatform, PlatformFault } from './token.ts';
import type { Named } from './token.ts';

/** The platform’s word for an account without a menu. */
const NO_MENU = 46003;

const notTaken = (fault: string) =>
  ruleRefused({ zh: `公众平台未接受：${fault}`, en: `The platform did not take it: ${fault}` }, 'platform_refused');
const notFetched = (fault: string) =>
  ruleRefused({ zh: `未能取回核对：${fault}`, en: `It could not be fetched back: ${fault}` }, 'not_fetched');

const namedOf = (account: Stored): Named => ({ id: account.id, tenantId: Number(account['tenantId']) });

/** Writes down what is about to be sent. The same menu again is the same version. */
async function startVersion(db: Db, work: Work, account: Stored): Promise<{ id: string; tree: readonly Button[] }> {
  const draft = await draftOf(db, account.id);
  const faults = draftFaults(draft);
  if (faults.length > 0) {
    const faultText = (lang: 'zh' | 'en') => faults.map(({ name, words }) => `${name}: ${words[lang]}`).join('; ');
    throw ruleRefused({ zh: faultText('zh'), en: faultText('en') }, 'draft_faulty');
  }
  const tree = buttonsOf(draft);
  const last = await lastVersion(db, account.id);
  if (tree.length === 0 && !last) throw ruleRefused(text('草稿是空的', 'The draft is empty'), 'draft_empty');
  const { tenantId, id } = namedOf(account);
  if (last && menuChanges(last.tree, tree).length === 0) {
    await db.raw(
      `UPDATE wxmenu_version SET state = 'sending', time = $3, published_by = $4 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [tenantId, last.id, work.now.toISOString(), work.person.name],
    );
    return { id: last.id, tree };
  }
  const version = newId();
  await db.raw(
    `INSERT INTO wxmenu_version (id, tenant_id, company_id, publicplat_id, no, tree, state, published_by, time, created_by)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, 'sending', $7, $8, $9) RETURNING 1`,
    [
      version,
      tenantId,
      account['companyId'],
      id,
      (last?.no ?? 0) + 1,
      JSON.stringify(tree),
      work.person.name,
      work.now.toISOString(),
      work.person.userId,
    ],
  );
  return { id: version, tree };
}

type Outcome = { readonly state: string; readonly answer: string | null; readonly live?: readonly Button[] };

const note = (database: Database, work: Work, tenantId: number, id: string, { state, answer, live }: Outcome) =>
  database.write(scopeOf(work.person), (db) =>
    db.raw(
      `UPDATE wxmenu_version SET state = $3, answer = $4, live = coalesce($5::jsonb, live),
         checked_time = CASE WHEN $5::jsonb IS NULL THEN checked_time ELSE $6 END
       WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [tenantId, id, state, answer, live ? JSON.stringify(live) : null, work.now.toISOString()],
    ),
  );

/** The menu as the platform has it, without its parts for some followers only, which nobody makes here. */
async function liveMenu(database: Database, account: Named): Promise<Button[]> {
  try {
    const platformMenu = await askPlatform(database, account, '/cgi-bin/menu/get');
    return plainButtons((platformMenu['menu'] as { button?: unknown } | undefined)?.button);
  } catch (error) {
    if (error instanceof PlatformFault && error.code === NO_MENU) return [];
    throw error;
  }
}

async function compareWith(work: Work, account: Named, version: { id: string; tree: readonly Button[] }) {
  const live = await liveMenu(work.database, account);
  const state = menuChanges(version.tree, live).length === 0 ? 'published' : 'differs';
  await note(work.database, work, account.tenantId, version.id, { state, answer: null, live });
}

/** A refusal by the platform is stored with the version and reported; anything else is our own error. */
async function asking<T>(work: Work, tenantId: number, id: string, state: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlatformFault)) throw error;
    await note(work.database, work, tenantId, id, { state, answer: error.message });
    throw state === 'failed' ? notTaken(error.message) : notFetched(error.message);
  }
}

/**
 * Done before the call's own transaction: nothing is held while the platform takes its time. Repeated it sends the same
 * again.
 */
async function send(work: Work): Promise<void> {
  const id = String((work.input as { recordId: string }).recordId);
  const { account, version } = await work.database.write(scopeOf(work.person), async (db) => {
    const row = (await rowOf(publicplat as Resource, id, db, { lock: true })) as Stored;
    return { account: namedOf(row), version: await startVersion(db, work, row) };
  });
  await asking(work, account.tenantId, version.id, 'failed', () =>
    version.tree.length === 0
      ? askPlatform(work.database, account, '/cgi-bin/menu/delete')
      : askPlatform(work.database, account, '/cgi-bin/menu/create', { button: version.tree }),
  );
  await asking(work, account.tenantId, version.id, 'sending', () => compareWith(work, account, version));
}

async function published(work: Work): Promise<unknown> {
  const { recordId } = work.input as { recordId: string };
  const account = (await rowOf(publicplat as Resource, recordId, work.db)) as Stored;
  const model = await menuModelOf(work.db, account, work.lang);
  const sent = model['published'] as Version;
  work.record({
    resource: 'wxmenuVersion',
    action: 'publish',
    rowId: sent.id,
    after: { no: sent.no, state: sent.state },
    ...namedPlace(account),
  });
  return model;
}

const namedPlace = (account: Stored) => ({
  tenantId: Number(account['tenantId']),
  companyId: String(account['companyId']),
});

async function fetchBack(work: Work): Promise<void> {
  const id = String((work.input as { publicplatId: string }).publicplatId);
  const { account, version } = await work.database.read(scopeOf(work.person), async (db) => ({
    account: namedOf((await rowOf(publicplat as Resource, id, db)) as Stored),
    version: await lastVersion(db, id, ['published', 'differs', 'sending']),
  }));
  if (!version) throw ruleRefused(text('还没有发布过菜单', 'No menu has been published yet'), 'not_published');
  await asking(work, account.tenantId, version.id, version.state, () => compareWith(work, account, version));
}

async function compared(work: Work): Promise<unknown> {
  const { publicplatId } = work.input as { publicplatId: string };
  return menuModelOf(work.db, (await rowOf(publicplat as Resource, publicplatId, work.db)) as Stored, work.lang);
}

const partOf = (button: Button, part: string): string | null => {
  const value = button[part];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The draft becomes what a version was; it reaches nobody until it is published. */
async function restore(work: Work): Promise<unknown> {
  const { id } = work.input as { id: string };
  const version = (await rowOf(wxmenuVersion as Resource, id, work.db)) as Stored as Version;
  const account = (await rowOf(publicplat as Resource, String(version['publicplatId']), work.db, {
    lock: true,
  })) as Stored;
  const { tenantId } = namedOf(account);
  const t = tableOf(wxmenu as Resource);
  await work.db
    .update(t)
    .set({ deletedAt: work.now.toISOString(), updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
    .where(
      scoped(wxmenu as Resource, work.db.scope, [and(eq(t.publicplatId!, account.id), eq(t.tenantId!, tenantId))]),
    );
  const rows = (buttons: readonly Button[], parentId: string | null): Record<string, unknown>[] =>
    buttons.flatMap((button, sort) => {
      const own = newId();
      const of = (part: string) => partOf(button, part);
      const row = {
        id: own,
        tenantId,
        companyId: account['companyId'],
        publicplatId: account.id,
        parentId,
        sort,
        name: button.name,
        type: of('type'),
        url: of('url'),
        key: of('key'),
        appId: of('appid'),
        pagePath: of('pagepath'),
        createdBy: work.person.userId,
      };
      return [row, ...rows(plainButtons(button['sub_button']), own)];
    });
  const made = rows(plainButtons(version.tree), null);
  if (made.length > 0) await ofTenant(work.db, tenantId).insert(t).values(made).returning({ id: t.id! });
  work.record({
    resource: 'wxmenuVersion',
    action: 'restore',
    rowId: id,
    after: { no: version.no },
    ...namedPlace(account),
  });
  return menuModelOf(work.db, account, work.lang);
}

export const menuServed: Served[] = [
  serve(menuModel, readModel),
  serve(publishMenu, published, { before: send }),
  serve(compareMenu, compared, { before: fetchBack }),
  serve(restoreMenu, restore),
];
