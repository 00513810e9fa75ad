import { call } from '#kit/declare/call.ts';
import { json, str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { serve } from './served.ts';
import type { Served } from './served.ts';
import type { Work } from './work.ts';

/** Settings a person may keep: so many, of so many characters as JSON. */
export const MOST_SETTINGS = 300;
export const SETTING_TEXT = 64 * 1024;

const preferenceGet = call({
  name: 'kit.preference',
  note: text('以冒号结尾的键返回其下全部设置', 'A key that ends with a colon answers all below it'),
  title: text('个人设置', 'Preference'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/preference',
  permission: 'session',
  input: { key: str(text('键', 'Key'), { required: true, max: 200 }) },
});
const preferenceSet = call({
  name: 'kit.setPreference',
  title: text('保存个人设置', 'Save preference'),
  area: 'kit',
  method: 'POST',
  path: '/api/gatehouse/preference',
  permission: 'session',
  input: { key: str(text('键', 'Key'), { required: true, max: 200 }), value: json(text('值', 'Value')) },
});

/** @throws Refused 413 for a value too long, 429 for one key too many */
export async function ensureSettingQuota(
  db: Db,
  work: Pick<Work, 'person'>,
  key: string,
  value: string,
): Promise<void> {
  if (value.length > SETTING_TEXT) throw new Refused('too_large');
  await oneAtATime(db, 'settings', work);
  const [row] = await db.raw<{ others: number }>(
    'SELECT count(*)::int AS others FROM preference WHERE tenant_id = $1 AND user_id = $2 AND key <> $3',
    [work.person.tenantId, work.person.userId, key],
  );
  if (row!.others >= MOST_SETTINGS)
    throw new Refused('too_many', {}, [
      {
        field: 'key',
        msg: fill(text('每人最多保存{n}项设置', 'A person may keep at most {n} settings'), { n: MOST_SETTINGS }),
      },
    ]);
}

const mine = ({ person }: Pick<Work, 'person'>, key: string) => [person.tenantId, person.userId, key];

/** What people set for themselves: columns of lists, saved views, language. */
export const preferences: Served[] = [
  serve(preferenceGet, async (work) => {
    const rows = await work.db.raw<{ key: string; value: unknown }>(
      "SELECT key, value FROM preference WHERE tenant_id = $1 AND user_id = $2 AND (key = $3 OR $3 LIKE '%:' AND starts_with(key, $3))",
      mine(work, work.input.key!),
    );
    return work.input.key!.endsWith(':')
      ? Object.fromEntries(rows.map(({ key, value }) => [key, value]))
      : (rows[0]?.value ?? null);
  }),
  serve(preferenceSet, async (work) => {
    const value = JSON.stringify(work.input.value ?? null);
    await ensureSettingQuota(work.db, work, work.input.key!, value);
    await work.db.raw(
      'INSERT INTO preference (tenant_id, user_id, key, value) VALUES ($1, $2, $3, $4) ON CONFLICT (tenant_id, user_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at',
      [...mine(work, work.input.key!), value],
    );
    return null;
  }),
];
