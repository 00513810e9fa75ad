import { useState } from 'react';
import { text } from '#kit/declare/text.ts';
import { wordsOf } from '#kit/console/ask.ts';
import { notify } from '#kit/console/notices.ts';
import { say } from '#kit/console/language.ts';

const saved = text('更新成功', 'Saved');

/** Runs a saving once at a time; says that it worked, or why not. Answers whether it did. */
export function useSaving(): { busy: boolean; save: (work: () => Promise<unknown>) => Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const save = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await work();
      notify.ok(say(saved));
      return true;
    } catch (error) {
      notify.error(wordsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}
