import type { ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import './waiting.css';

const words = { loading: text('加载中', 'Loading') };

/**
 * Stands for a box that is on its way, so that keys pressed meanwhile do nothing to the page; seen only where it takes
 * long.
 */
export function Waiting({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(words.loading)} onClose={onClose} className="waiting">
      <span className="gh-spin" />
    </Dialog>
  );
}
