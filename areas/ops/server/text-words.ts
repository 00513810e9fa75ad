import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** What text messages say, by name. `{…}` is filled in when the message is sent. */
export const textWords = {
  loginCode: text(
    '您的登录验证码为{code}，{minutes}分钟内有效，请勿告诉他人。',
    'Your login code is {code}. It is good for {minutes} minutes; tell it to nobody.',
  ),
  devicesSilent: text('{park}有{count}台设备离线：{devices}。', '{park}: {count} devices are offline: {devices}.'),
  storageFull: text(
    '{park}有{count}台设备本机存储将满：{devices}，请尽快恢复网络。',
    '{park}: the storage of {count} devices is nearly full: {devices}. See to the network.',
  ),
} as const satisfies Record<string, Text>;

export type TextTemplate = keyof typeof textWords;
