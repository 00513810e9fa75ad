import { booleanParameter, numberParameter, textParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';

export const textsPaused = booleanParameter({
  key: 'text.paused',
  title: text('暂停发送短信', 'Text messages held back'),
  help: text(
    'true 时短信留在发件箱，恢复后再发；过期的验证码不再发。',
    'While true, messages stay in the outbox and go out later; codes that ran out meanwhile do not.',
  ),
  default: false,
});

export const textTries = numberParameter({
  key: 'text.tries',
  title: text('短信发送次数', 'Tries of a text message'),
  help: text('短信失败后最多发送几次，之后放弃。', 'How often a message is tried before it is given up.'),
  default: 10,
  min: 1,
  max: 20,
});

export const textSignature = textParameter({
  key: 'text.signature',
  title: text('短信签名', 'Signature of text messages'),
  help: text(
    '在运营商报备的签名，写在每条短信之前的【】中；网关自己加签名时留空。',
    'The signature registered with the carrier, put in 【】 before every message; empty where the gateway adds its own.',
  ),
  default: '',
  max: 12,
});
