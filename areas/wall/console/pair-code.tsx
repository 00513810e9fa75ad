import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { CODE_MINUTES, codeState, showCode } from '../model/pairing.ts';
import { sysbigreport } from '../model/sysbigreport.ts';

const words = {
  code: text('连接码', 'Code of this display'),
  how: text(
    `在“${sysbigreport.title.zh}”列表中对要显示的大屏选“连接屏幕”，填入此码。`,
    'To show a screen here, choose “Connect a display” at it under “Big screens” and enter this code.',
  ),
  until: text(`${CODE_MINUTES} 分钟有效，过期自动更换。`, `Valid for ${CODE_MINUTES} minutes, then replaced.`),
  wait: text('正在取连接码…', 'Getting a code…'),
};

const POLL_S = 4;
const FAULT_S = 60;

type Code = { readonly code: string; readonly key: string };
type State = { readonly state: 'waiting' | 'paired' | 'over'; readonly ticket?: string };
type Shown = { readonly code: string | null; readonly fault: unknown };

/** Takes a code, polls whether it was used, and takes another when it is over. */
function useCode(onPaired: (ticket: string) => void): Shown {
  const [shown, setShown] = useState<Shown>({ code: null, fault: null });
  useEffect(() => {
    const over = new AbortController();
    const options = { method: 'POST', signal: over.signal, quiet: true } as const;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held: Code | null = null;
    const turn = async (): Promise<void> => {
      let pause = POLL_S;
      try {
        if (held) {
          const { state, ticket } = await ask<State>(codeState, { key: held.key }, options);
          if (over.signal.aborted) return;
          if (state === 'paired') return onPaired(ticket!);
          if (state === 'over') held = null;
        }
        held ??= await ask<Code>(showCode, {}, options);
        if (!over.signal.aborted) setShown({ code: held.code, fault: null });
      } catch (fault) {
        // The code stays: it may still be used once the server can be reached again.
        pause = held ? POLL_S : FAULT_S;
        if (!over.signal.aborted && !held) setShown({ code: null, fault });
      }
      if (!over.signal.aborted) timer = setTimeout(() => void turn(), pause * 1000);
    };
    void turn();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [onPaired]);
  return shown;
}

/** The code of a display that shows no screen yet, in figures that are read across a room. */
export function PairCode({ onPaired }: { onPaired: (ticket: string) => void }): ReactNode {
  const { t } = useWords();
  const { code, fault } = useCode(onPaired);
  if (code === null) return <p role="status">{fault ? wordsOf(fault) : t(words.wait)}</p>;
  return (
    <div className="wall-pair">
      <p>{t(words.code)}</p>
      <output>
        {code.slice(0, 3)} {code.slice(3)}
      </output>
      <p>{t(words.how)}</p>
      <p>{t(words.until)}</p>
    </div>
  );
}
