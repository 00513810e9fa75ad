/** What an account answers: the rule that is chosen, with what the company has set put into its words. */
import { chooseRule } from '#domain/weixin/keyword.ts';
import type { Choice, KeywordRule, IncomingMessage } from '#domain/weixin/keyword.ts';
import { filled, linkText } from '#domain/weixin/reply.ts';
import type { Reply } from '#domain/weixin/reply.ts';
import { companyLine } from '#areas/org/server/door.ts';
import type { Db } from '#kit/server/db.ts';

type Rule = KeywordRule & {
  readonly replyType: string;
  readonly title: string | null;
  readonly content: string | null;
  readonly pictureUrl: string | null;
  readonly linkUrl: string | null;
};

export type Speaker = { readonly id: string; readonly tenantId: number; readonly companyId: string };
export type Answer = { readonly choice: Choice<Rule> | null; readonly reply: Reply | null };

/** What holds for a company: its own, else that of the nearest above it. */
export async function settingsOf(
  db: Db,
  { tenantId, companyId }: Pick<Speaker, 'tenantId' | 'companyId'>,
): Promise<Record<string, string>> {
  const line = (await companyLine(db, tenantId, companyId)).map(({ id }) => id);
  const rows = await db.raw<{ company: string; name: string; value: string }>(
    `SELECT company_id AS company, config_type AS name, config_value AS value FROM wx_other_config
     WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND deleted_at IS NULL`,
    [tenantId, line],
  );
  rows.sort((a, b) => line.indexOf(b.company) - line.indexOf(a.company));
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function replyOf(rule: Rule, values: Readonly<Record<string, string>>): Reply {
  const put = (words: string | null): string => filled(words ?? '', values);
  const [title, content, linkUrl] = [put(rule.title), put(rule.content), rule.linkUrl ?? ''];
  if (rule.replyType === 'news')
    return { type: 'news', title, description: content, pictureUrl: rule.pictureUrl ?? '', linkUrl };
  if (rule.replyType === 'text') return { type: 'text', content };
  const link = linkText(title, linkUrl);
  return { type: 'text', content: content ? `${content}\n${link}` : link };
}

/** The rule and the answer; none where automatic answers are off or nothing fits. */
export async function answerTo(db: Db, speaker: Speaker, message: IncomingMessage): Promise<Answer> {
  const values = await settingsOf(db, speaker);
  if (values['autoReply'] === 'off') return { choice: null, reply: null };
  const rules = await db.raw<Rule>(
    `SELECT id, scene, coalesce(match, 'exact') AS match, keyword, coalesce(sort, 0)::int AS sort, reply_type AS "replyType",
       title, content, picture_url AS "pictureUrl", link_url AS "linkUrl"
     FROM wxkeyword WHERE tenant_id = $1 AND publicplat_id = $2 AND enable AND deleted_at IS NULL`,
    [speaker.tenantId, speaker.id],
  );
  const choice = chooseRule(rules, message);
  return { choice, reply: choice && replyOf(choice.rule, values) };
}
