import type { ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import './waiting.css';

const words = { loading: text('加载中', 'Loading'), trouble: text('出错了', 'Something went wrong') };

/** Stands for a box that is on its way, so that keys pressed meanwhile do nothing to the page; seen only where it takes long. */
export function Waiting({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(words.loading)} onClose={onClose} className="waiting">
      <span className="gh-spin" />
    </Dialog>
  );
}

/** A box that broke or never came: what went wrong, and a way out. */
export function Broken({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(words.trouble)} onClose={onClose} className="broken">
      {children}
    </Dialog>
  );
}
