import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { useWords } from '#kit/console/words.ts';
import { rdBerth } from '../model/rd-berth.ts';
import { countsOf, useBerths, useSections } from './berths.ts';
import { Strip } from './strip.tsx';

const words = {
  counts: text(
    '空闲 {free} · 占用 {occupied} · 不明 {unknown} · 停用 {closed}',
    '{free} free · {occupied} occupied · {unknown} unknown · {closed} closed',
  ),
  other: text('其他泊位', 'Other berths'),
  noBerths: text('还没有泊位', 'No berths yet'),
};

/** The sections of one car park, each as a strip in street order. */
export function Strips({ parkId }: { parkId: string }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { data: berths, error, refetch } = useBerths(parkId);
  const { data: sections = [] } = useSections(parkId);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (berths?.length === 0) return <Nothing>{t(words.noBerths)}</Nothing>;
  const ids = [...new Set((berths ?? []).map(({ sectionId }) => sectionId))];
  const order = new Map(sections.map(({ id }, nth) => [id, nth]));
  const place = (id: string): number => order.get(id) ?? sections.length;
  return (
    <div className="rd-sections" aria-busy={!berths}>
      {ids
        .toSorted((a, b) => place(a) - place(b))
        .map((id) => {
          const own = (berths ?? []).filter(({ sectionId }) => sectionId === id);
          const name = String(sections.find((section) => section.id === id)?.['areaName'] ?? t(words.other));
          return (
            <section key={id}>
              <h3>
                {name} <span className="gh-dim">{t(fill(words.counts, countsOf(own)))}</span>
              </h3>
              <Strip berths={own} label={name} onOpen={(berth) => go(recordAddress(rdBerth.name, berth.id))} />
            </section>
          );
        })}
    </div>
  );
}
