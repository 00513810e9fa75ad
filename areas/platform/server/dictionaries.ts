/** Dictionaries: what a new installation begins with, what the operator made of it, and what forms offer. */
import { isEmpty } from '#kit/declare/check.ts';
import { dictionaryWords } from '#kit/declare/dictionary.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { dictionaries, sysdict } from '../model/sysdict.ts';

const wrong = (field: string, msg: Text): Problem => ({ field, msg });
const CODE = /^[A-Za-z][\w.-]{0,59}$/;

const isTaken = async (db: Db, code: string): Promise<boolean> =>
  (await db.raw('SELECT 1 FROM sysdict WHERE code = $1 AND parent_id IS NULL AND deleted_at IS NULL', [code])).length >
  0;

async function check(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
  work: Work,
): Promise<Problem[]> {
  if (before) return [];
  const { parentId, code, dictKey } = values;
  if (typeof parentId === 'string') {
    const above = await rowOf(sysdict, parentId.toLowerCase(), work.db);
    return [
      ...(above['parentId'] ? [wrong('parentId', text('词语之下不能再有词语', 'Words have no words below them'))] : []),
      ...(isEmpty(dictKey) ? [wrong('dictKey', text('请填写键', 'Please enter a key'))] : []),
      ...(!isEmpty(code) && code !== above['code']
        ? [wrong('code', text('应与所属字典的编码相同', 'Should be the code of its dictionary'))]
        : []),
    ];
  }
  if (isEmpty(code)) return [wrong('code', text('请填写字典编码', 'Please enter a code'))];
  if (!CODE.test(String(code)))
    return [wrong('code', text('以字母开头，可含字母、数字、点、横线', 'Letters first, then digits, dots or dashes'))];
  await work.db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`dictionary ${String(code)}`]);
  return (await isTaken(work.db, String(code)))
    ? [wrong('code', text('已有此字典', 'There is a dictionary with this code'))]
    : [];
}

export const sysdictRules: Rules = {
  check,
  fill: async ({ parentId }, before, work) =>
    before || typeof parentId !== 'string'
      ? {}
      : { code: (await rowOf(sysdict, parentId.toLowerCase(), work.db))['code'] },
  removing: async (row) => {
    if (row.sealed === true && !row['parentId'])
      throw ruleRefused(
        text(
          '表单在使用此字典，不能删除；可停用其中的词语',
          'Forms use this dictionary: it stays; its words may be switched off',
        ),
        'built_in',
      );
  },
};

async function words(work: Work): Promise<unknown> {
  const rows = await work.db.raw<{ key: string; zh: string; en: string | null }>(
    `SELECT w.dict_key AS key, w.dict_value AS zh, w.dict_value_en AS en
     FROM sysdict w JOIN sysdict d ON d.id = w.parent_id
     WHERE d.code = $1 AND d.enable AND w.enable AND w.deleted_at IS NULL AND d.deleted_at IS NULL
     ORDER BY w.sort, w.id LIMIT 300`,
    [String(work.input['code'])],
  );
  return rows.map(({ key, zh, en }) => ({ key, word: work.lang === 'en' && en ? en : zh }));
}

/**
 * Puts in dictionaries of the product that are not there yet, with the words they begin with. What is there is left as
 * it is.
 */
export async function ensureDictionaries(database: Database): Promise<void> {
  await database.write(platformScope, async (db) => {
    for (const { code, title, values } of dictionaries) {
      if (await isTaken(db, code)) continue;
      const head = newId();
      const own = Object.entries(values);
      await db.raw(
        `INSERT INTO sysdict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort, enable, sealed)
         SELECT id, parent, $1, key, zh, en, sort, true, true
         FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[]) AS given(id, parent, key,
          zh, en, sort)`,
        [
          code,
          [head, ...own.map(() => newId())],
          [null, ...own.map(() => head)],
          [null, ...own.map(([key]) => key)],
          [title.zh, ...own.map(([, word]) => word.zh)],
          [title.en, ...own.map(([, word]) => word.en)],
          [0, ...own.map((_, nth) => nth + 1)],
        ],
      );
    }
  });
}

/** What every installation is to have, for the mark of its last preparation. */
export const dictionariesWanted = (): unknown => dictionaries;

export const dictionariesServed: readonly Served[] = [serve(dictionaryWords, words)];
