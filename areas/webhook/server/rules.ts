/** Webhooks as people enter them: within the key of their application, and never into the own network. */
import { addressProblems } from '#areas/ops/server/door.ts';
import { platBaseInterface } from '#areas/platform/model/open-platform.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { seal } from '#kit/server/seal.ts';
import { Once } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { webhook } from '../model/webhook.ts';
import { eventKinds, kindsOpenTo } from '../model/kinds.ts';
import type { EventKind } from '../model/kinds.ts';
import { lotsWithin } from './record.ts';
import { endWaiting, recount } from './recount.ts';
import { newSigningSecret } from './sign.ts';

type Values = Readonly<Record<string, unknown>>;
const list = (value: unknown): string[] => (isEmpty(value) ? [] : (value as string[]));

function kindProblems(kinds: unknown, key: Stored): Problem[] {
  const open = kindsOpenTo(list(key['scopes']));
  const beyond = list(kinds).filter((kind) => !open.includes(kind as EventKind));
  if (beyond.length === 0) return [];
  const what = {
    zh: beyond.map((kind) => eventKinds[kind as EventKind].title.zh).join('、'),
    en: beyond.map((kind) => eventKinds[kind as EventKind].title.en).join(', '),
  };
  return [
    {
      field: 'kinds',
      msg: fill(text('应用的密钥没有开放：{what}', 'The key of the application does not open: {what}'), { what }),
    },
  ];
}

async function lotProblems(parkIds: unknown, key: Stored, work: Work): Promise<Problem[]> {
  const wanted = list(parkIds);
  if (wanted.length === 0) return [];
  const reach = {
    kinds: [],
    parkIds: null,
    keyCompany: String(key['companyId']),
    keyParks: list(key['parkIds']),
    scopes: [],
  };
  const within = await lotsWithin(ofTenant(work.db, Number(key['tenantId'])), reach, wanted);
  return wanted.every((id) => within.has(id))
    ? []
    : [{ field: 'parkIds', msg: text('超出了应用密钥的车场', 'Beyond the car parks of the application’s key') }];
}

/** Whole plates go over TLS alone. */
function plainProblems(url: unknown, key: Stored): Problem[] {
  const isPlain = !isEmpty(url) && /^http:/i.test(String(url));
  return isPlain && list(key['scopes']).includes('unmask')
    ? [
        {
          field: 'url',
          msg: text('含完整个人信息的应用须用 https', 'An application with whole personal data needs https'),
        },
      ]
    : [];
}

async function check(values: Values, before: Stored | null, work: Work): Promise<Problem[]> {
  const now: Values = { ...before, ...values };
  const problems = addressProblems('url', values['url']);
  if (problems.length > 0 || !isId(String(now['keyId']))) return problems;
  const key = await rowOf(platBaseInterface, String(now['keyId']), work.db);
  return [
    ...plainProblems(values['url'], key),
    ...(values['kinds'] === undefined ? [] : kindProblems(now['kinds'], key)),
    ...(values['parkIds'] === undefined ? [] : await lotProblems(now['parkIds'], key, work)),
  ];
}

/** Once enabled again it starts over. */
const begun = { offTime: null, failingSince: null, failures: 0, probeAt: null, lastError: null };

async function issueSecret(work: Work, row: Stored, old: string | null): Promise<Once> {
  const secret = newSigningSecret();
  const until = old === null ? null : new Date(work.now.getTime() + 24 * 3_600_000).toISOString();
  await work.db.raw(
    `UPDATE webhook SET secret = $3, old_secret = $4, old_until = $5 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
    [row['tenantId'], row.id, seal(secret), old, until],
  );
  return new Once({ id: row.id, secret }, { id: row.id, secret: null });
}

/** A webhook is its key's company's, whoever enters it. */
async function submit(work: Work, plain: (work: Work) => Promise<unknown>): Promise<unknown> {
  if (!isEmpty(work.raw['id'])) return plain(work);
  const keyId = String(work.raw['keyId'] ?? '').toLowerCase();
  const key = isId(keyId) ? await rowOf(platBaseInterface, keyId, work.db) : null;
  const raw = key ? { ...work.raw, companyId: key['companyId'] } : work.raw;
  const made = (await plain({ ...work, raw })) as { id: string };
  return issueSecret(work, await rowOf(webhook, made.id, work.db), null);
}

async function saved(after: Stored, before: Stored | null, work: Work): Promise<void> {
  if (!before || after['enabled'] !== false || before['enabled'] === false) return;
  const tenantId = Number(after['tenantId']);
  const db = ofTenant(work.db, tenantId);
  await endWaiting(
    db,
    { tenantId, id: after.id },
    'dead',
    '订阅已停用 / the webhook was switched off',
    work.now.getTime(),
  );
  await recount(db, tenantId, [after.id]);
}

export const webhookRules: Rules = {
  check,
  fill: (values, before) => (before && before['enabled'] === false && values['enabled'] === true ? begun : {}),
  saved,
  removing: async (row, work) => {
    const tenantId = Number(row['tenantId']);
    const hook = { tenantId, id: row.id };
    await endWaiting(
      ofTenant(work.db, tenantId),
      hook,
      'dropped',
      '订阅已删除 / the webhook was removed',
      work.now.getTime(),
    );
  },
  verbs: { submit },
};

/** Another secret; the former one signs beside it for a day, so that no delivery is lost at the change. */
export async function rotate(work: Work): Promise<Once> {
  const row = await rowOf(webhook, String(work.input['id']), work.db, { lock: true });
  work.record({
    resource: webhook.name,
    action: 'rotate',
    rowId: row.id,
    after: { name: row['name'] },
    tenantId: Number(row['tenantId']),
    companyId: row['companyId'] as string | null,
  });
  return issueSecret(work, row, (row['secret'] as string | null) ?? null);
}
