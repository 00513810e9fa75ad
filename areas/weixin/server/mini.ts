/** Mini programs as people keep them, and what a car park shows in its own. */
import { liveLogin } from '#areas/device/server/door.ts';
import { and, eq } from 'drizzle-orm';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { authorizeMini, miniMqtt, parkminiprogram, testMini } from '../model/parkminiprogram.ts';
import { knowsApp, PlatformFault } from './token.ts';

const wrong = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });
const kept = '••••';
const HOST = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/i;

export const miniRules: Rules = {
  check: (values) => {
    const { appId, page, webHosts } = values as Readonly<Record<string, string | null | undefined>>;
    const hosts = (webHosts ?? '').split(/\s+/).filter((host) => host !== '');
    return [
      ...(appId && !/^wx[0-9a-zA-Z]{16}$/.test(appId)
        ? [wrong('appId', '应为 wx 开头的18位', 'Should be wx and 16 characters')]
        : []),
      ...(page && !/^\/m\/[\w/-]*$/.test(page)
        ? [wrong('page', '应为本平台的 /m/ 页面', 'Should be a page of this platform below /m/')]
        : []),
      ...(hosts.some((host) => !HOST.test(host))
        ? [wrong('webHosts', '每行一个域名，不带 https://', 'One host a line, without https://')]
        : []),
    ];
  },
  // What was tried was the app with its secret as they were.
  fill: ({ appId, appSecret }, before) =>
    before && ((appId !== undefined && appId !== before.appId) || (appSecret && appSecret !== kept))
      ? { state: 'unchecked', checkedTime: null, checkResult: null }
      : {},
};

export const miniConfigRules: Rules = {
  check: (values, before) => {
    const { configType, configValue } = { ...before, ...values } as Record<string, string | null | undefined>;
    if (!configValue) return [];
    if (configType?.startsWith('show') && configValue !== 'on' && configValue !== 'off')
      return [wrong('configValue', '应为 on 或 off', 'Should be on or off')];
    return configType?.endsWith('Link') && !/^https:\/\/[^\s"<>]+$/.test(configValue)
      ? [wrong('configValue', '链接应以 https:// 开头', 'A link should begin with https://')]
      : [];
  },
};

const idOf = (work: Work): string => String((work.input as { id: string }).id);
const programOf = async (work: Pick<Work, 'db'>, id: string): Promise<Stored> =>
  (await rowOf(parkminiprogram as Resource, id, work.db)) as Stored;

async function test(work: Work): Promise<{ state: string }> {
  const scope = scopeOf(work.person);
  const row = await work.database.read(scope, (db) => programOf({ db }, idOf(work)));
  if (!row['appSecret']) throw ruleRefused(text('请先填写应用密钥', 'Please enter the app secret first'), 'no_secret');
  const fault = await knowsApp(String(row['appId']), unseal(String(row['appSecret']))).then(
    () => null,
    (error: unknown) => {
      if (error instanceof PlatformFault) return error.message;
      throw error;
    },
  );
  const state = fault === null ? 'connected' : 'failed';
  const t = tableOf(parkminiprogram as Resource);
  await work.database.write(scope, (db) =>
    db
      .update(t)
      .set({ state, checkedTime: work.now.toISOString(), checkResult: fault })
      .where(and(eq(t.tenantId!, row['tenantId']), eq(t.id!, row.id))),
  );
  if (fault !== null) throw ruleRefused({ zh: `连接失败：${fault}`, en: `It did not work: ${fault}` });
  return { state };
}

async function mqtt(work: Work): Promise<object> {
  const { parkId } = await programOf(work, idOf(work));
  return liveLogin(work, typeof parkId === 'string' ? parkId : null);
}

async function authorize(work: Work): Promise<never> {
  await programOf(work, idOf(work));
  throw ruleRefused(
    text(
      '未登记微信第三方平台，不能扫码授权；请直接填写 AppID 与密钥',
      'No third-party platform of WeChat is registered here. Enter app id and secret instead',
    ),
    'component_missing',
  );
}

export const miniServed: Served[] = [
  serve(testMini, test, { mode: 'open' }),
  serve(miniMqtt, mqtt),
  serve(authorizeMini, authorize),
];
