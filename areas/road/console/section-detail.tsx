import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import MapView from '#kit/console/map.tsx';
import type { MapPoint } from '#kit/console/map.tsx';
import { toneOfFree } from '#kit/console/map-view.ts';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { useWords } from '#kit/console/words.ts';
import { parkBerths } from '../model/berth-calls.ts';
import { rdBerth } from '../model/rd-berth.ts';
import { berthTones } from '../model/words.ts';
import { countsOf, lineOf, useBerths } from './berths.ts';
import { Strip } from './strip.tsx';

const words = {
  berths: text('泊位', 'Berths'),
  line: text('走向', 'Line'),
  counts: text(
    '空闲 {free} · 占用 {occupied} · 不明 {unknown} · 停用 {closed}',
    '{free} free · {occupied} occupied · {unknown} unknown · {closed} closed',
  ),
  none: text('还没有泊位；填了号码范围后“生成泊位”。', 'No berths yet: enter a range of numbers, then “Make berths”.'),
  notDrawn: text('还没有画走向', 'Not drawn yet'),
};

/** A section from near: where it runs, and the strip of its berths. */
export default function SectionDetail({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const mayOpen = useMay()(parkBerths.permission);
  const { data: berths = [] } = useBerths(mayOpen ? String(row['parkId']) : '', row.id);
  const counts = countsOf(berths);
  const line = lineOf(row);
  const name = String(row['areaName']);
  const points = berths.flatMap(({ id, berthNo, location, state }): MapPoint[] =>
    location ? [{ id, label: berthNo, tone: berthTones[state], at: location, small: true }] : [],
  );
  const open = (id: string) => go(recordAddress(rdBerth.name, id));
  return (
    <>
      <section>
        <h2 className="gh-group">{t(words.line)}</h2>
        {line.length === 0 ? (
          <p className="gh-dim">{t(words.notDrawn)}</p>
        ) : (
          <div className="rd-draw">
            <MapView
              label={name}
              points={points}
              lines={[
                { id: row.id, label: name, tone: toneOfFree(counts.free, counts.occupied, counts.unknown), line },
              ]}
              around={line}
              onChoose={(id) => {
                if (id !== row.id) open(id);
              }}
            />
          </div>
        )}
      </section>
      {mayOpen ? (
        <section>
          <h2 className="gh-group">
            {t(words.berths)} <span className="gh-dim">{t(fill(words.counts, counts))}</span>
          </h2>
          {berths.length === 0 ? (
            <p className="gh-dim">{t(words.none)}</p>
          ) : (
            <Strip berths={berths} label={name} onOpen={({ id }) => open(id)} />
          )}
        </section>
      ) : null}
    </>
  );
}
