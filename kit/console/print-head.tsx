import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { text } from '#kit/declare/text.ts';
import { ConditionWords } from './condition-words.tsx';
import type { Condition } from './conditions.ts';
import { wallTime } from '#kit/declare/format.ts';
import { useMe, zone } from './me.ts';
import { useWords } from './words.ts';

const words = {
  printed: text('打印于', 'Printed'),
  keyword: text('关键字', 'Keyword'),
};

const [none, nothing]: [readonly Condition[], Readonly<Record<string, string>>] = [[], {}];

/**
 * The header above a list, a report or a record on paper only: its name, what it was narrowed to, when and by whom it
 * was printed.
 */
export function PrintHead({
  title,
  conditions = none,
  filters = nothing,
  keyword = '',
}: {
  title: string;
  conditions?: readonly Condition[];
  filters?: Readonly<Record<string, string>>;
  keyword?: string;
}): ReactNode {
  const { t } = useWords();
  const me = useMe((state) => state.me);
  const [printed, setPrinted] = useState('');
  useEffect(() => {
    const note = () => flushSync(() => setPrinted(wallTime(new Date().toISOString(), zone())));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return (
    <div className="gh-print-head">
      <h2>{title}</h2>
      <p>
        {keyword ? (
          <span>
            {t(words.keyword)}: {keyword}
          </span>
        ) : null}
        {conditions.map((condition) => (
          <span key={condition.name}>
            <ConditionWords of={condition} filters={filters} />
          </span>
        ))}
        <span>
          {t(words.printed)} {printed}
          {me ? ` · ${me.realName}` : ''}
        </span>
      </p>
    </div>
  );
}
