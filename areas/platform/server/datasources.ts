/** Data sources as people keep them, and looks into them. */
import { eq } from 'drizzle-orm';
import { isEmpty } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { SECRET_TEXT } from '#kit/declare/value-text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { datasource, outsideTable, outsideTables, testDatasource } from '../model/datasource.ts';
import { mustOperate, operatorsAlone } from './operators.ts';
import { lookOutside, placeIn, tablesOutside, testOutside } from './outside.ts';
import type { Source } from './outside.ts';

const isNew = (password: unknown): boolean => !isEmpty(password) && password !== SECRET_TEXT;

export const datasourceRules: Rules = {
  narrow: operatorsAlone,
  check: ({ url, username, password, ssl }, before, work) => {
    mustOperate(work, datasource);
    const moved =
      before !== null &&
      ((url !== undefined && url !== before['url']) ||
        (username !== undefined && username !== before['username']) ||
        (ssl === 'off' && before['ssl'] !== 'off'));
    const problems: Problem[] = [];
    if (!isEmpty(url) && !placeIn(String(url)))
      problems.push({
        field: 'url',
        msg: text(
          '应为 postgresql://主机:端口/数据库，不带账号与参数',
          'Should be postgresql://host:port/database, without an account or parameters',
        ),
      });
    // A password that lies here is not sent to another address than it was entered for, nor in the open.
    if (moved && before['password'] && !isNew(password))
      problems.push({
        field: 'password',
        msg: text(
          '地址、账号改变或不再加密，请重新填写密码',
          'Enter the password again for another address or account, or without encryption',
        ),
      });
    return problems;
  },
  fill: ({ url, username, password, ssl }, before) =>
    before && (isNew(password) || [url, username, ssl].some((each) => each !== undefined))
      ? { state: 'unchecked', checkedTime: null, checkResult: null }
      : {},
};

/** The connection data of a data source; read completely before any external request. */
export async function sourceOf(work: Work, id: string): Promise<Source> {
  mustOperate(work, datasource);
  const row = await work.database.read(scopeOf(work.person), (db) => rowOf(datasource, id.toLowerCase(), db));
  const sealed = row.password;
  return {
    url: row.url ?? '',
    username: row.username ?? '',
    password: sealed ? unseal(sealed) : '',
    ssl: row.ssl === 'off' ? 'off' : 'verify',
  };
}

const idOf = (work: Work): string => String((work.input as { id: string }).id).toLowerCase();

async function note(work: Work, state: string, checkResult: string): Promise<void> {
  const t = tableOf(datasource as Resource);
  await work.database.write(scopeOf(work.person), (db) =>
    db
      .update(t)
      .set({ state, checkedTime: work.now.toISOString(), checkResult: checkResult.slice(0, 300) })
      .where(eq(t.id!, idOf(work))),
  );
}

async function test(work: Work): Promise<object> {
  const source = await sourceOf(work, idOf(work));
  try {
    const { version, tables } = await testOutside(source);
    await note(work, 'connected', `PostgreSQL ${version}`);
    return { state: 'connected', version, tables };
  } catch (error) {
    if (error instanceof Refused) await note(work, 'failed', error.words[work.lang]);
    throw error;
  }
}

export const datasourcesServed: readonly Served[] = [
  serve(testDatasource, test, { mode: 'open' }),
  serve(
    outsideTables,
    async (work) => tablesOutside(await sourceOf(work, idOf(work)), String(work.input.tableName ?? '')),
    { mode: 'open' },
  ),
  serve(outsideTable, async (work) => lookOutside(await sourceOf(work, idOf(work)), String(work.input.tableName)), {
    mode: 'open',
  }),
];
