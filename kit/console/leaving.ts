import { useEffect } from 'react';
import { text } from '#kit/declare/text.ts';
import { confirm } from './notices.ts';

const words = {
  title: text('提示', 'Please confirm'),
  unsaved: text('有未保存的修改，是否放弃？', 'You have unsaved changes. Discard them?'),
  drop: text('放弃', 'Discard'),
};

/** Closing the window with unsaved changes prompts, too. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [dirty]);
}

/** Whether unsaved changes may be discarded; confirms with the person where there are any. */
export const mayDiscard = async (dirty: boolean): Promise<boolean> =>
  !dirty || confirm({ title: words.title, body: words.unsaved, ok: words.drop, danger: true });
