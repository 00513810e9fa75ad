/** What came of a call to a device, where it was not done. */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Outcome } from './adapter.ts';
import type { Failed } from './calls.ts';

export const CALL_WORDS: Readonly<Record<Exclude<Outcome, 'done'> | Failed['failed'], Text>> = {
  refused: text('设备拒绝', 'the device refused'),
  busy: text('设备忙', 'the device was busy'),
  login: text('设备登录名或密码不对', 'the login at the device is wrong'),
  unknown: text('不确定：设备应答不明，请到现场查看', 'uncertain: its answer is unclear; look at the barrier'),
  unsent: text('连不上设备', 'the device could not be reached'),
  unsure: text('不确定：设备没有应答，请到现场查看', 'uncertain: it did not answer; look at the barrier'),
  network: text(
    '设备地址不在允许的网段（GATEHOUSE_CAMERA_NETWORKS）',
    'its address is in none of GATEHOUSE_CAMERA_NETWORKS',
  ),
  locked: text('登录失败过，十分钟内不再尝试', 'the login failed; not tried again for ten minutes'),
};
