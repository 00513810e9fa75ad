import { useRef } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Dialog } from './dialog.tsx';
import { notify } from './notices.ts';
import { useWords } from './words.ts';

/** By what the secret is for. */
const named = {
  device: {
    title: text('设备密钥', 'Device secret'),
    sn: text('序列号（用户名）', 'Serial number (user name)'),
    value: text('密钥（密码）', 'Secret (password)'),
    once: text('密钥只显示这一次，请立即填入设备。', 'Shown only once. Enter it in the device now.'),
  },
  program: {
    title: text('密钥', 'Secret'),
    sn: text('编号', 'Id'),
    value: text('密钥', 'Secret'),
    once: text('密钥只显示这一次，请立即保存到对方系统。', 'Shown only once. Keep it in the other system now.'),
  },
};
const words = {
  copy: text('复制', 'Copy'),
  copied: text('已复制', 'Copied'),
  manualCopy: text(
    '浏览器不允许自动复制，密钥已选中，请按 Ctrl+C',
    'The browser blocked copying. The secret is selected; press Ctrl+C.',
  ),
  close: text('关闭', 'Close'),
};

export type IssuedSecret = { deviceName: string; sn: string; secret: string | null; of?: keyof typeof named };

/** A secret made a moment ago; closing it is the last anyone sees of it. */
export default function SecretDialog({ issued, onClose }: { issued: IssuedSecret; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const value = useRef<HTMLElement>(null);
  const says = named[issued.of ?? 'device'];
  /** The clipboard is closed to pages that came over plain http: there the secret is marked, to be copied by hand. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(issued.secret ?? '');
      notify.ok(t(words.copied));
    } catch {
      getSelection()?.selectAllChildren(value.current!);
      notify.error(t(words.manualCopy));
    }
  };
  return (
    <Dialog
      once
      title={`${t(says.title)} · ${issued.deviceName}`}
      onClose={onClose}
      buttons={[
        { label: t(words.close), onPress: onClose },
        { label: t(words.copy), kind: 'primary', onPress: () => void copy() },
      ]}
    >
      <p>{t(says.once)}</p>
      <dl>
        <dt>{t(says.sn)}</dt>
        <dd>
          <code>{issued.sn}</code>
        </dd>
        <dt>{t(says.value)}</dt>
        <dd>
          <code ref={value} data-secret>
            {issued.secret}
          </code>
        </dd>
      </dl>
    </Dialog>
  );
}
