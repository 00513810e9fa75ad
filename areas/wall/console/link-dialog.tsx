import { useRef } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';

const words = {
  title: text('大屏链接', 'Link of the screen'),
  once: text('链接只显示这一次，请在大屏的浏览器中打开。', 'Shown this once. Open it in the browser of the wall.'),
  gone: text(
    '链接已生成，不再显示；需要时请重新生成。',
    'The link was made and is not shown again; make another if needed.',
  ),
  copy: text('复制', 'Copy'),
  close: text('关闭', 'Close'),
  copied: text('已复制', 'Copied'),
  byHand: text(
    '浏览器不允许自动复制，链接已选中，请按 Ctrl+C',
    'The browser blocked copying. The link is selected; press Ctrl+C.',
  ),
};

/** The link made a moment ago. */
export default function LinkDialog(props: { name: string; url: string | null; onClose: () => void }): ReactNode {
  const { name, url, onClose } = props;
  const { t } = useWords();
  const shown = useRef<HTMLElement>(null);
  const address = url === null ? null : `${location.origin}${url}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? '');
      notify.ok(t(words.copied));
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      notify.error(t(words.byHand));
    }
  };
  return (
    <Dialog
      once
      title={`${t(words.title)} · ${name}`}
      onClose={onClose}
      buttons={[
        { label: t(words.close), onPress: onClose },
        { label: t(words.copy), kind: 'primary', disabled: address === null, onPress: () => void copy() },
      ]}
    >
      <p>{t(address === null ? words.gone : words.once)}</p>
      {address === null ? null : (
        <p style={{ overflowWrap: 'anywhere' }}>
          <code ref={shown} data-secret>
            {address}
          </code>
        </p>
      )}
    </Dialog>
  );
}
