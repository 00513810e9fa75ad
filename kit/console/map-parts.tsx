/**
 * Shown beside a map of car parks: the meaning of its colours, and all of them as a list, those without a position too.
 */
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { MapTone } from './map.tsx';
import { useWords } from './words.ts';

const words = {
  plenty: text('三成以上', '30 % and more'),
  some: text('一至三成', '10 to 30 %'),
  few: text('不足一成', 'under 10 %'),
  nowhere: text('未填位置', 'Without a position'),
};

/** The colours of `toneOfFree`, in words. */
export function FreeLegend({ of, unsure }: { of: Text; unsure: Text }): ReactNode {
  const { t } = useWords();
  const line = (tone: MapTone, label: Text) => (
    <span className={tone}>
      <i aria-hidden="true" /> {t(label)}
    </span>
  );
  return (
    <p className="gh-map-legend">
      {t(of)}
      {line('ok', words.plenty)}
      {line('warn', words.some)}
      {line('bad', words.few)}
      {line('muted', unsure)}
    </p>
  );
}

export type Beside = {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly tone: MapTone;
  readonly placed: boolean;
};

export function PlacesBeside({
  title,
  all,
  onPick,
}: {
  title: Text;
  all: readonly Beside[];
  onPick: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  const parts = [
    { title, shown: all.filter(({ placed }) => placed) },
    { title: words.nowhere, shown: all.filter(({ placed }) => !placed) },
  ].filter(({ shown }) => shown.length > 0);
  return parts.map(({ title: head, shown }) => (
    <section key={head.en}>
      <h2 className="gh-group">{t(head)}</h2>
      <ul className="gh-map-list">
        {shown.map(({ id, label, note, tone }) => (
          <li key={id}>
            <button type="button" className={tone} onClick={() => onPick(id)}>
              <b>{label}</b>
              <span className="gh-dim">{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}
