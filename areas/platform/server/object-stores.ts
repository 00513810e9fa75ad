/**
 * Object stores as the operator keeps them: tried with a few bytes, one of them in use. What holds files is neither
 * moved under them nor removed.
 */
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { storeRoads } from '#kit/files/stores.ts';
import type { StoreAddress, StoreRoads } from '#kit/files/stores.ts';
import { platformScope } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { aliOssconfig, chooseStore, leaveStore, testStore } from '../model/object-store.ts';
import { reachable } from './inside.ts';
import { mustOperate, operatorsAlone } from './operators.ts';

type Values = Readonly<Record<string, unknown>>;

const PLACE = ['endpoint', 'bucket', 'prefix', 'pathStyle', 'domain'] as const;
const passed = text('通过', 'Passed');

const held = (work: Work): void => mustOperate(work, aliOssconfig);

function isPlace(given: unknown): boolean {
  if (!URL.canParse(String(given))) return false;
  const { protocol, username, password, search, hash } = new URL(String(given));
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

const bare = (given: unknown): string => String(given).replace(/\/+$/, '');

/** Bucket and prefix in one address, whichever way the store has it. */
export function addressOf({ endpoint, bucket, prefix, pathStyle, domain }: Values): string {
  const { protocol, host, pathname } = new URL(bare(endpoint));
  const of = isEmpty(domain)
    ? pathStyle === true
      ? `${bare(endpoint)}/${String(bucket)}`
      : bare(`${protocol}//${String(bucket)}.${host}${pathname}`)
    : bare(domain);
  return isEmpty(prefix) ? of : `${of}/${String(prefix).replaceAll(/^\/+|\/+$/g, '')}`;
}

const wrong = (field: string, msg: Text): Problem => ({ field, msg });
const notAPlace = text(
  '应为 https:// 开头的地址，不含账号与参数',
  'An address like https://host, without user and parameters',
);
const notAKey = text('应为不含空格的字母、数字与符号', 'Letters, digits and signs without spaces');

function check(values: Values, before: Values | null, work: Work): Problem[] {
  held(work);
  const { endpoint, bucket, prefix, region, domain, accessKey, secretKey } = values;
  const holds = before !== null && before['status'] !== 'spare';
  const moved = PLACE.find((name) => values[name] !== undefined && (values[name] ?? '') !== (before?.[name] ?? ''));
  return [
    ...(isEmpty(endpoint) || isPlace(endpoint) ? [] : [wrong('endpoint', notAPlace)]),
    ...(isEmpty(domain) || isPlace(domain) ? [] : [wrong('domain', notAPlace)]),
    ...(isEmpty(bucket) || /^[a-z0-9][a-z0-9.-]{1,62}$/.test(String(bucket))
      ? []
      : [wrong('bucket', text('应为小写字母、数字、点与连字符', 'Lower-case letters, digits, dots and hyphens'))]),
    ...(isEmpty(prefix) || /^[\w./-]+$/.test(String(prefix))
      ? []
      : [wrong('prefix', text('应为字母、数字、点、横线与斜线', 'Letters, digits, dots, dashes and slashes'))]),
    ...(isEmpty(region) || /^[a-z0-9-]+$/.test(String(region))
      ? []
      : [wrong('region', text('应为小写字母、数字与连字符', 'Lower-case letters, digits and hyphens'))]),
    ...(isEmpty(accessKey) || /^[\x21-\x7e]+$/.test(String(accessKey)) ? [] : [wrong('accessKey', notAKey)]),
    ...(isEmpty(secretKey) || secretKey === '••••' || /^[\x21-\x7e]+$/.test(String(secretKey))
      ? []
      : [wrong('secretKey', notAKey)]),
    ...(holds && moved
      ? [
          wrong(
            moved,
            text('其中已有文件，位置不能修改；请另建一条', 'It contains files and cannot be moved. Add another one'),
          ),
        ]
      : []),
  ];
}

export const storeRules: Rules = {
  narrow: operatorsAlone,
  check,
  fill: (values, before) => ({ address: addressOf({ ...before, ...values }) }),
  saved: async (after, _, work) => {
    if (after['status'] !== 'spare') work.afterCommit(() => void storeRoads.value()?.look());
  },
  removing: async (row, work) => {
    held(work);
    if (row['status'] !== 'spare')
      throw ruleRefused(
        text(
          '其中有文件，不能删除；先以 npm run move-files 搬走',
          'Files lie there, so it stays; move them first by npm run move-files',
        ),
        'in_use',
      );
  },
};

const idIn = (work: Work): string => String(work.input['id']).toLowerCase();

function roads(): StoreRoads {
  const given = storeRoads.value();
  if (!given) throw new Refused('unavailable');
  return given;
}

const placeOf = (row: Values): StoreAddress => ({
  url: String(row['address']),
  region: String(row['region']),
  accessKey: String(row['accessKey']),
  secretKey: unseal(String(row['secretKey'])),
});

/** @throws Refused `inside` */
async function mustBeOutside({ url }: StoreAddress): Promise<void> {
  const { hostname, protocol, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    await reachable(host, Number(port || (protocol === 'https:' ? 443 : 80)));
  } catch (error) {
    if (error instanceof Refused) throw error; // the test reports a host that is not found
  }
}

/** What came of trying a store is kept beside it. */
async function triedOut(work: Work): Promise<Text | null> {
  held(work);
  const { tryOut } = roads();
  const row = await work.database.read(platformScope, (db) => rowOf(aliOssconfig, idIn(work), db));
  const place = placeOf(row);
  await mustBeOutside(place);
  const fault = await tryOut(place);
  await work.database.write(platformScope, (db) =>
    db.raw('UPDATE ali_ossconfig SET checked_time = $2, check_result = $3 WHERE id = $1', [
      row.id,
      work.now.toISOString(),
      (fault ?? passed)[work.lang].slice(0, 200),
    ]),
  );
  return fault;
}

const refusedWith = (fault: Text): Refused =>
  ruleRefused(fill(text('不可用：{fault}', 'It does not work: {fault}'), { fault }), 'store_refused');

async function test(work: Work): Promise<{ result: string }> {
  const fault = await triedOut(work);
  if (fault !== null) throw refusedWith(fault);
  return { result: passed[work.lang] };
}

/** With the address in the installation's settings people choose none. */
function mustChoose(work: Work): void {
  held(work);
  if (roads().fixed)
    throw ruleRefused(
      text('存储由服务器设置 OBJECT_STORE_URL 指定', 'The store is named by the server’s setting OBJECT_STORE_URL'),
      'fixed',
    );
}

/** One at a time: two people who choose at once leave one in use. */
const alone = (work: Work): Promise<unknown> =>
  work.db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['object store in use']);

async function choose(work: Work): Promise<null> {
  await alone(work);
  const row = await rowOf(aliOssconfig, idIn(work), work.db, { lock: true });
  await work.db.raw(
    `UPDATE ali_ossconfig SET status = CASE WHEN id = $1 THEN 'used' ELSE 'former' END,
       used_since = CASE WHEN id = $1 THEN $2::timestamptz ELSE used_since END
     WHERE deleted_at IS NULL AND (id = $1 OR status = 'used') RETURNING 1`,
    [row.id, work.now.toISOString()],
  );
  work.record({ resource: aliOssconfig.name, action: 'choose', rowId: row.id, after: { name: row['name'] } });
  work.afterCommit(() => void storeRoads.value()?.look());
  return null;
}

async function leave(work: Work): Promise<null> {
  mustChoose(work);
  await alone(work);
  const row = await rowOf(aliOssconfig, idIn(work), work.db, { lock: true });
  if (row['status'] !== 'used') throw ruleRefused(text('该存储没有启用', 'This store is not in use'));
  await work.db.raw(`UPDATE ali_ossconfig SET status = 'former' WHERE id = $1 RETURNING 1`, [row.id]);
  work.record({ resource: aliOssconfig.name, action: 'leave', rowId: row.id, after: { name: row['name'] } });
  work.afterCommit(() => void storeRoads.value()?.look());
  return null;
}

export const storesServed: readonly Served[] = [
  serve(testStore, test, { mode: 'open' }),
  serve(chooseStore, choose, {
    before: async (work) => {
      mustChoose(work);
      const fault = await triedOut(work);
      if (fault !== null) throw refusedWith(fault);
    },
  }),
  serve(leaveStore, leave),
];
