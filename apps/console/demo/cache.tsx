import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { number, wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text(
    '切到别的标签页再回来：输入的文字、计数与滚动位置都还在；关闭标签页后重新打开则从头开始。',
    'Go to another tab and come back: what was typed, the counts and the scroll are still there; closed and opened again, it starts over.',
  ),
  born: text('页面打开于', 'Opened at'),
  shown: text('显示次数', 'Times shown'),
  typed: text('随便写点什么', 'Write something'),
  line: text('第 {n} 行', 'Line {n}'),
};

/** A page that shows what is kept of it while another tab is in view. */
export default function CachePage(): ReactNode {
  const { t } = useWords();
  const [born] = useState(() => new Date().toISOString());
  const [shown, setShown] = useState(0);
  const [typed, setTyped] = useState('');
  useEffect(() => setShown((times) => times + 1), []);
  return (
    <Sheet title={titles.cache} note={words.note}>
      <dl className="facts">
        <dt>{t(words.born)}</dt>
        <dd>{wallTime(born, zone())}</dd>
        <dt>{t(words.shown)}</dt>
        <dd className="gh-num">{number(shown)}</dd>
      </dl>
      <p>
        <label>
          {t(words.typed)}{' '}
          <input className="gh-input" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
      </p>
      <div>
        {Array.from({ length: 80 }, (_, at) => (
          <p key={at}>{t(words.line).replace('{n}', String(at + 1))}</p>
        ))}
      </div>
    </Sheet>
  );
}
