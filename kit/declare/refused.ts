import { fill, text } from './text.ts';
import type { Text } from './text.ts';

/** Expected refusals: each has a stable id, an HTTP status and words. The edge maps them to an answer once. */
export const refusals = {
  bad_input: [400, text('输入有误', 'Please check the input')],
  not_logged_in: [401, text('登录已过期，请重新登录', 'Your session has expired. Please log in again.')],
  session_locked: [423, text('屏幕已锁定，请先解锁', 'The screen is locked; please unlock it first')],
  wrong_password: [400, text('账号或密码错误', 'Wrong account or password')],
  wrong_code: [400, text('验证码错误或已过期', 'The code is wrong or has expired')],
  account_disabled: [403, text('账号已停用', 'This account is disabled')],
  not_permitted: [403, text('没有权限：{what}', 'No permission: {what}')],
  no_such_call: [404, text('接口不存在', 'No such call')],
  no_such_record: [404, text('{what}不存在或不在您的权限范围内', '{what} does not exist or you have no access to it')],
  state_closed: [409, text('当前状态“{state}”不能{action}', 'Cannot {action} while {state}')],
  already_exists: [409, text('{what}已存在', '{what} already exists')],
  in_use: [409, text('{what}正在使用，不能删除', '{what} is in use and cannot be deleted')],
  changed_meanwhile: [
    409,
    text('数据已被他人修改，请刷新后重试', 'Someone else has changed this record. Refresh and try again.'),
  ],
  key_reused: [409, text('同一幂等键用于不同的请求', 'The same idempotency key was used for a different request')],
  too_large: [413, text('内容过大', 'Too large')],
  wrong_type: [415, text('不支持的文件类型', 'This file type is not supported')],
  rule_refused: [422, text('{why}', '{why}')],
  too_many: [429, text('操作过于频繁，请稍后再试', 'Too many attempts. Please wait a moment.')],
  unavailable: [503, text('服务暂不可用，请稍后再试', 'Service unavailable. Please try again shortly.')],
} satisfies Record<string, [number, Text]>;

export type RefusalId = keyof typeof refusals;
export type Problem = { readonly field: string; readonly msg: Text };

/** Thrown for the expected. Plain errors are for the impossible and become 500 with an id. */
export class Refused extends Error {
  readonly id: RefusalId;
  readonly status: number;
  readonly words: Text;
  readonly problems: readonly Problem[];
  /** Which rule of the trade says no, where a call names several. */
  readonly reason: string | undefined;
  constructor(
    id: RefusalId,
    params: Readonly<Record<string, Text | string | number>> = {},
    problems: readonly Problem[] = [],
    reason?: string,
  ) {
    const [status, pattern] = refusals[id];
    const words =
      problems.length > 0
        ? { zh: problems.map((p) => p.msg.zh).join('；'), en: problems.map((p) => p.msg.en).join('; ') }
        : fill(pattern, params);
    super(`${id}: ${words.en}`);
    this.id = id;
    this.status = status;
    this.words = words;
    this.problems = problems;
    this.reason = reason;
  }
}

/** A rule of the trade says no; `why` is shown to the person, `reason` is its code for programs. */
export const ruleRefused = (why: Text, reason?: string): Refused => new Refused('rule_refused', { why }, [], reason);
