import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** What text messages say, by name. `{…}` is filled in when the message is sent. */
export const textWords = {
  loginCode: text(
    '您的登录验证码为{code}，{minutes}分钟内有效，请勿告诉他人。',
    'Your login code is {code}. It is valid for {minutes} minutes. Do not share it.',
  ),
  devicesSilent: text('{park}有{count}台设备离线：{devices}。', '{park}: {count} devices are offline: {devices}.'),
  storageFull: text(
    '{park}有{count}台设备本机存储将满：{devices}，请尽快恢复网络。',
    '{park}: the storage of {count} devices is nearly full: {devices}. See to the network.',
  ),
  merchantProposed: text(
    '{who}申请{deed}收款账户：{kind}{name}。须由另一人确认后才生效；如非贵单位所为，请驳回。',
    '{who} requested a merchant account change ({deed}): {kind} {name}. It takes effect once somebody else confirms it. Reject it if it is not yours.',
  ),
  merchantConfirmed: text(
    '{who}已确认收款账户变更（{deed}）：{kind}{name}，即时生效。如非贵单位所为，请立即处理。',
    '{who} confirmed a change of a merchant account ({deed}): {kind} {name}. It is in effect now. Act at once if it is not yours.',
  ),
} as const satisfies Record<string, Text>;

export type TextTemplate = keyof typeof textWords;
