/** Accounts, keywords and settings as people keep them. */
import { bytesOf, placesIn, TEXT_BYTES } from '#domain/weixin/reply.ts';
import { sharedWords, wordsIn } from '#domain/weixin/keyword.ts';
import type { KeywordRule } from '#domain/weixin/keyword.ts';
import { and, eq } from 'drizzle-orm';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { isId } from '#kit/declare/check.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { publicplat, testPublicplat } from '../model/publicplat.ts';
import { configDetail, wxOtherConfig } from '../model/wx-other-config.ts';
import { placeNames } from '../model/words.ts';
import { tryKeyword, wxkeyword } from '../model/wxkeyword.ts';
import { answerTo } from './answer.ts';
import { accountFiling } from './filing.ts';
import { askPlatform, PlatformFault } from './token.ts';

type Values = Readonly<Record<string, unknown>>;
const wrong = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });
const kept = '••••';

/** Format of the platform's secrets, checked while the person entering them is still there. */
const secretProblems = (values: Values, before: Values | null): Problem[] => {
  const [token, aesKey] = [values['token'], values['aesKey']];
  const isSecure = (values['mode'] ?? before?.['mode']) === 'secure';
  return [
    ...(token && token !== kept && !/^[A-Za-z0-9]+$/.test(String(token))
      ? [wrong('token', '只能是字母和数字', 'Letters and digits only')]
      : []),
    ...(aesKey && aesKey !== kept && !/^[A-Za-z0-9]{43}$/.test(String(aesKey))
      ? [wrong('aesKey', '应为43位字母和数字', 'Should be 43 letters and digits')]
      : []),
    ...(isSecure && !aesKey && !before?.['aesKey']
      ? [wrong('aesKey', '安全模式须填消息加密密钥', 'Secure messages need the message key')]
      : []),
  ];
};

export const publicplatRules: Rules = {
  files: accountFiling,
  check: (values, before) => {
    const { appId, originalId } = values as Values;
    return [
      ...(appId && !/^wx[0-9a-zA-Z]{16}$/.test(String(appId))
        ? [wrong('appId', '应为 wx 开头的18位', 'Should be wx and 16 characters')]
        : []),
      ...(originalId && !/^gh_[0-9a-zA-Z]{6,16}$/.test(String(originalId))
        ? [wrong('originalId', '应以 gh_ 开头', 'Should begin with gh_')]
        : []),
      ...secretProblems(values, before),
    ];
  },
  // A token was fetched with the app and its secret as they were.
  fill: ({ appId, appSecret }, before) =>
    before && ((appId !== undefined && appId !== before.appId) || (appSecret && appSecret !== kept))
      ? { accessToken: null, tokenUntil: null }
      : {},
};

type Keyword = KeywordRule & {
  readonly companyId: string | null;
  readonly publicplatId: string;
  readonly replyType: string;
  readonly title: string | null;
  readonly content: string | null;
  readonly linkUrl: string | null;
  readonly enable: boolean | null;
};

function contentProblems({ scene, keyword, replyType, title, content, linkUrl }: Keyword): Problem[] {
  const unknown = placesIn(`${title ?? ''}${content ?? ''}`).filter((name) => !placeNames.includes(name));
  const needsWord = scene === 'text' || scene === 'click';
  return [
    ...(needsWord && wordsIn(keyword).length === 0 ? [wrong('keyword', '请填写关键词', 'Please enter a keyword')] : []),
    ...(replyType === 'text' && !content ? [wrong('content', '请填写内容', 'Please enter a text')] : []),
    ...(replyType !== 'text' && !title ? [wrong('title', '请填写标题', 'Please enter a title')] : []),
    ...(replyType !== 'text' && !linkUrl ? [wrong('linkUrl', '请填写链接', 'Please enter a link')] : []),
    ...(bytesOf(content ?? '') > TEXT_BYTES
      ? [wrong('content', `最多${TEXT_BYTES}字节（约680个汉字）`, `At most ${TEXT_BYTES} bytes`)]
      : []),
    ...(unknown.length > 0
      ? [wrong('content', `没有配置项 ${unknown.join('、')}`, `There is no setting ${unknown.join(', ')}`)]
      : []),
  ];
}

async function keywordProblems(values: Values, before: Values | null, work: Work): Promise<Problem[]> {
  const rule = { ...before, ...values } as Keyword;
  if (!isId(rule.publicplatId)) return [];
  const problems = contentProblems(rule);
  const account = await rowOf(publicplat, rule.publicplatId, work.db);
  const companyId = rule.companyId ?? work.person.companyId;
  if (account.companyId !== companyId)
    problems.push(wrong('publicplatId', '公众号不属于该单位', 'The account belongs to another company'));
  if (rule.enable === false) return problems;
  const t = tableOf(wxkeyword as Resource);
  const rows = (await work.db
    .select()
    .from(t)
    .where(scoped(wxkeyword as Resource, work.db.scope, [eq(t.publicplatId!, rule.publicplatId)]))) as Keyword[];
  const others = rows.filter(({ id, enable }) => id !== before?.['id'] && enable !== false);
  const twice = sharedWords(rule, others);
  if (twice.length > 0)
    problems.push(
      wrong('keyword', `另一条规则已回复：${twice.join('、')}`, `Another rule already answers: ${twice.join(', ')}`),
    );
  const isLone = rule.scene === 'subscribe' || rule.scene === 'default';
  if (isLone && others.some(({ scene }) => scene === rule.scene))
    problems.push(wrong('scene', '该场合已有启用的回复', 'There is an answer for this already'));
  return problems;
}

export const keywordRules: Rules = { check: keywordProblems };

export const configRules: Rules = {
  check: (values, before) => {
    const { configType, configValue } = { ...before, ...values } as Record<string, string | null | undefined>;
    if (!configValue) return [];
    if (configType === 'autoReply' && configValue !== 'on' && configValue !== 'off')
      return [wrong('configValue', '应为 on 或 off', 'Should be on or off')];
    return configType?.endsWith('Link') && !/^https:\/\/[^\s"<>]+$/.test(configValue)
      ? [wrong('configValue', '链接应以 https:// 开头', 'A link should begin with https://')]
      : [];
  },
};

async function readConfig(work: Work): Promise<unknown> {
  const { id, companyid, configtype } = work.input as Record<string, string | null | undefined>;
  const of = wxOtherConfig as Resource;
  const t = tableOf(of);
  const rows = id
    ? [await rowOf(of, id.toLowerCase(), work.db)]
    : await work.db
        .select()
        .from(t)
        .where(
          scoped(of, work.db.scope, [
            and(eq(t.companyId!, companyid ?? work.person.companyId), eq(t.configType!, configtype ?? '')),
          ]),
        )
        .limit(1);
  return (await present(of, rows as never[], work.db, work.person, work.lang))[0] ?? {}; // the engine's rows, which its type does not name
}

async function tryOut(work: Work): Promise<unknown> {
  const { publicplatId, message } = work.input as { publicplatId: string; message: string };
  const row = await rowOf(publicplat as Resource, publicplatId, work.db);
  const speaker = { id: row.id, tenantId: Number(row['tenantId']), companyId: String(row['companyId']) };
  const { choice, reply } = await answerTo(work.db, speaker, { scene: 'text', words: message });
  return {
    why: choice?.why ?? null,
    word: choice?.word ?? null,
    keywordId: choice?.rule.id ?? null,
    keyword: choice?.rule.keyword ?? null,
    reply,
  };
}

const passed = text('通过', 'Passed');

/** Gets a token and asks one thing with it; keeps what came of it. */
async function test(work: Work): Promise<{ result: string }> {
  const id = String((work.input as { id: string }).id);
  const scope = scopeOf(work.person);
  const row = await work.database.read(scope, (db) => rowOf(publicplat as Resource, id, db));
  const tenantId = Number(row['tenantId']);
  const fault = await askPlatform(work.database, { id, tenantId }, '/cgi-bin/get_api_domain_ip').then(
    () => null,
    (error: unknown) => {
      if (error instanceof PlatformFault) return error.message;
      throw error;
    },
  );
  const t = tableOf(publicplat as Resource);
  await work.database.write(scope, (db) =>
    db
      .update(t)
      .set({ checkedTime: work.now.toISOString(), checkResult: fault ?? passed[work.lang] })
      .where(and(eq(t.tenantId!, tenantId), eq(t.id!, id))),
  );
  if (fault !== null) throw ruleRefused({ zh: `连接失败：${fault}`, en: `It did not work: ${fault}` });
  return { result: passed[work.lang] };
}

export const accountsServed: Served[] = [
  serve(testPublicplat, test, { mode: 'open' }),
  serve(tryKeyword, tryOut),
  serve(configDetail, readConfig),
];
