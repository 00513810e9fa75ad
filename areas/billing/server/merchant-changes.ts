/**
 * Four eyes over merchant accounts: what one person enters is kept aside, and takes effect when another confirms it.
 */
import { administratorsOf } from '#areas/access/server/door.ts';
import { alipayConfig, alipaySubMerchant, wechatConfig, wechatSubMerchant } from '#areas/billing/model/merchant.ts';
import { otherpayConfig } from '#areas/billing/model/otherpay.ts';
import { changeKinds, merchantChange, merchantKinds } from '#areas/billing/model/merchant-change.ts';
import { queueTexts } from '#areas/ops/server/door.ts';
import type { TextTemplate } from '#areas/ops/server/door.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { relations } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { formFields } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { add, edit } from '#kit/server/save.ts';
import { crud } from '#kit/server/crud.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { removeRows } from '#kit/server/remove.ts';
import type { Rules } from '#kit/server/rules.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { namesOf } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

type ChangeKind = 'add' | 'edit' | 'remove';
type Values = Readonly<Record<string, unknown>>;
/** Of a field what it was and what it will be, as a person reads it but for the language. */
type Shown = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
type Account = Stored & Values & { readonly tenantId: number; readonly companyId: string };
type Change = {
  readonly id: string;
  readonly tenantId: number;
  readonly kind: keyof typeof merchantKinds;
  readonly deed: ChangeKind;
  readonly accountName: string | null;
  readonly accountId: string | null;
  readonly proposedById: string;
  readonly entered: string | null;
};

const changeOf = merchantChange;
const accounts = [wechatConfig, wechatSubMerchant, alipayConfig, alipaySubMerchant, otherpayConfig];
const ruled = new Map<string, Rules>();
const MASK = '••••';
/** The text message is valid for a day; later the change is in the list. */
const NOTICE_VALID_MS = 24 * 3_600_000;

/** Runs writing work to see whether it would be refused, and takes everything back. */
async function tried<T>(work: Work, run: (muted: Work) => Promise<T>): Promise<T> {
  await work.db.raw('SAVEPOINT merchant_change');
  const answer = await run({ ...work, record: () => undefined, afterCommit: () => undefined });
  await work.db.raw('ROLLBACK TO SAVEPOINT merchant_change');
  return answer;
}

/** A value as it is shown to whoever confirms: names for what it points at, never a key. */
async function plain(field: Field, value: unknown, work: Work): Promise<unknown> {
  if (isEmpty(value)) return null;
  if (field.kind === 'secret') return MASK;
  const target = field.target?.();
  return target ? ((await namesOf(target, [String(value)], work.db)).get(String(value)) ?? value) : value;
}

async function differences(of: Resource, before: Values | null, after: Values | null, work: Work): Promise<Shown> {
  const shown: Record<string, [unknown, unknown]> = {};
  for (const name of formFields(of, true)) {
    const [was, will] = [before?.[name] ?? null, after?.[name] ?? null];
    if (was === will || (isEmpty(was) && isEmpty(will))) continue;
    const field = of.fields[name]!;
    shown[name] = [await plain(field, was, work), await plain(field, will, work)];
  }
  return shown;
}

const yesNo: Readonly<Record<string, Text>> = { true: text('是', 'Yes'), false: text('否', 'No') };
const changed = text('已更换', 'replaced');

/** What changes, a line for each field, in the reader's language. */
function linesOf(of: Resource | undefined, shown: unknown, lang: Lang): string {
  const textOf = (value: unknown): string =>
    value === null || value === undefined ? '—' : (yesNo[String(value)]?.[lang] ?? String(value));
  const line = ([name, pair]: [string, unknown]): string[] => {
    const label = of?.fields[name]?.label[lang];
    if (label === undefined || !Array.isArray(pair)) return [];
    const [was, will] = pair as [unknown, unknown];
    const between = lang === 'zh' ? '：' : ': ';
    if (was === MASK && will === MASK) return [`${label}${between}${changed[lang]}`];
    return [`${label}${between}${isEmpty(was) ? textOf(will) : `${textOf(was)} → ${textOf(will)}`}`];
  };
  if (typeof shown !== 'object' || shown === null) return '';
  // In the order of the form; the engine keeps the names in another.
  return Object.keys(of?.fields ?? {})
    .filter((name) => name in shown)
    .flatMap((name) => line([name, (shown as Values)[name]]))
    .join('\n');
}

/** Notifies the administrators of the group by text message; it is in the list and among pending work besides. */
async function notifyAdministrators(template: TextTemplate, change: Change, work: Work): Promise<void> {
  const administrators = await administratorsOf(work.db, change.tenantId);
  await queueTexts(
    work.db,
    administrators.map(({ id, phone }) => ({
      tenantId: change.tenantId,
      key: `${template}/${change.id}/${id}`,
      phone,
      template,
      lang: 'zh',
      params: {
        who: work.person.name || work.person.account,
        deed: changeKinds[change.deed].zh,
        kind: merchantKinds[change.kind].zh,
        name: change.accountName ?? '',
      },
      until: new Date(work.now.getTime() + NOTICE_VALID_MS),
    })),
  );
}

type Proposal = {
  readonly deed: ChangeKind;
  readonly accountId: string | null;
  readonly before: Account | null;
  readonly after: Account | null;
  readonly entered: Values;
};

/** Keeps a change aside for somebody else to confirm. @throws Refused 422 where nothing would change */
async function propose(of: Resource, work: Work, proposal: Proposal): Promise<{ changeId: string }> {
  const { deed, accountId, before, after, entered } = proposal;
  const owner = (after ?? before)!;
  const shown = await differences(of, before, after, work);
  if (deed === 'edit' && Object.keys(shown).length === 0)
    throw ruleRefused(text('没有任何改动', 'Nothing was changed'));
  const id = newId();
  const { tenantId, companyId } = owner;
  const row = {
    id,
    tenantId,
    companyId,
    kind: of.name as Change['kind'],
    deed,
    accountId,
    accountName: isEmpty(owner[of.display]) ? null : String(owner[of.display]),
    proposedById: work.person.userId,
    entered: seal(JSON.stringify(entered)),
  };
  await work.db.insert(tableOf(changeOf)).values({
    ...row,
    status: 'proposed',
    shown,
    changes: linesOf(of, shown, 'zh').slice(0, 4_000),
    proposedBy: work.person.name || work.person.account,
    proposedTime: work.now.toISOString(),
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  });
  const after_ = { kind: of.name, deed, accountName: row.accountName, changes: linesOf(of, shown, 'zh') };
  work.record({ resource: changeOf.name, action: 'propose', rowId: id, after: after_, tenantId, companyId });
  await notifyAdministrators('merchantProposed', row, work);
  return { changeId: id };
}

function mustPropose(of: Resource, verb: ChangeKind, work: Work): void {
  if (!work.permits('merchantChange:propose') || !work.permits(`${of.name}:${verb}`))
    throw new Refused('not_permitted', { what: of.title });
}

/** A change of an account from outside, requested by the calling person. */
export const proposeEdit = (of: unknown, work: Work): Promise<unknown> => proposeSaved(of as Resource, work);

async function proposeSaved(of: Resource, work: Work): Promise<unknown> {
  const rules = ruled.get(of.name)!;
  const key = [work.raw['id'], work.raw[of.wire.key!]].find((each) => !isEmpty(each));
  mustPropose(of, key === undefined ? 'add' : 'edit', work);
  const names = formFields(of, true).filter((name) => work.raw[name] !== undefined);
  const entered = Object.fromEntries(names.map((name) => [name, work.raw[name]]));
  if (key === undefined) {
    const after = (await tried(work, (muted) => add(of, entered, muted, rules))) as Account;
    return propose(of, work, {
      deed: 'add',
      accountId: null,
      before: null,
      after,
      entered: { ...entered, companyId: after.companyId },
    });
  }
  const id = idsIn(of, { id: key })[0]!;
  const before = (await rowOf(of, id, work.db)) as Account;
  const updatedAt = work.raw['updatedAt'] ?? new Date(String(before.updatedAt)).toISOString();
  const after = (await tried(work, (muted) => edit(of, id, { ...entered, updatedAt }, muted, rules))) as Account;
  return propose(of, work, { deed: 'edit', accountId: id, before, after, entered: { ...entered, updatedAt } });
}

async function proposeRemoved(of: Resource, work: Work): Promise<unknown> {
  mustPropose(of, 'remove', work);
  const changeIds: string[] = [];
  for (const id of idsIn(of, work.raw)) {
    const before = (await rowOf(of, id, work.db)) as Account;
    await tried(work, (muted) => removeRows(of, [id], muted, ruled.get(of.name)!));
    const { changeId } = await propose(of, work, { deed: 'remove', accountId: id, before, after: null, entered: {} });
    changeIds.push(changeId);
  }
  return { changeIds };
}

/**
 * Which account is to be changed or removed; a new one where none is named. The values come with it and are checked as
 * its form is.
 */
const account = (of: Resource) => ({
  [of.wire.key!]: relations(text('账户', 'Account'), () => of, { alias: ['id', 'ids'] }),
});

/** The calls of an account's resource: it is read as any other, and what changes it is kept aside. */
export function guardedAccount(declared: unknown, rules: Rules = {}): Served[] {
  const of = declared as Resource;
  ruled.set(of.name, rules);
  const instead: Readonly<Record<string, (work: Work) => Promise<unknown>>> = {
    [`${of.name}.submit`]: (work) => proposeSaved(of, work),
    [`${of.name}.remove`]: (work) => proposeRemoved(of, work),
  };
  return crud(of, rules).map((own) =>
    instead[own.call.name] ? { ...own, call: { ...own.call, input: account(of) }, work: instead[own.call.name]! } : own,
  );
}

/** Keys are kept where they are used and nowhere else. */
const forgotten = { entered: null };

const confirm: Effect = async (found, _, work) => {
  const change = found as Change;
  const of = accounts.find(({ name }) => name === change.kind);
  if (!of || change.entered === null) throw new Refused('no_such_record', { what: changeOf.title });
  const entered = JSON.parse(unseal(change.entered)) as Values;
  const rules = ruled.get(of.name)!;
  let accountId = change.accountId;
  if (change.deed === 'add') accountId = (await add(of, entered, work, rules)).id;
  else if (change.deed === 'edit') await edit(of, accountId!, entered, work, rules);
  else await removeRows(of, [accountId!], work, rules);
  await notifyAdministrators('merchantConfirmed', change, work);
  return { ...forgotten, accountId };
};

const refuse: Effect = async () => forgotten;

const withdraw: Effect = async (found, _, work) => {
  if ((found as Change).proposedById !== work.person.userId)
    throw ruleRefused(text('只能撤回自己申请的变更', 'Only the requester can withdraw a change'));
  return forgotten;
};

/** Rows say what changes in the reader's language. */
const audited = (own: Served): Served => ({
  ...own,
  work: async (work) => {
    const answer = (await own.work(work)) as Values & { records?: Values[] };
    const line = (row: Values) => ({
      ...row,
      changes: linesOf(
        accounts.find(({ name }) => name === row['kind']),
        row['shown'],
        work.lang,
      ),
    });
    if (answer.records) return { ...answer, records: answer.records.map(line) };
    return 'shown' in answer ? line(answer) : answer;
  },
});

export const merchantChangeServed: Served[] = [
  ...crud(merchantChange).map(audited),
  ...moves(merchantChange, { confirm, refuse, withdraw }),
];
