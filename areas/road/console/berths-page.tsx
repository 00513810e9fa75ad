import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import berthRecord from './berth-record.tsx';
import { rdBerth } from '../model/rd-berth.ts';
import { Strips } from './strips.tsx';
import './road.css';

const words = {
  list: text('列表', 'List'),
  strip: text('泊位带', 'Strip'),
  lot: text('路内车场', 'Roadside car park'),
};
const lot = relation(words.lot, () => curbPark);

/** The first roadside car park there is, where the address names none. */
const useFirst = (wanted: boolean) =>
  useQuery({
    queryKey: ['options', curbPark.name, 'first'],
    enabled: wanted,
    queryFn: ({ signal }) =>
      ask<{ value: string }[]>(`/api/gatehouse/options/${curbPark.name}`, {}, { signal, quiet: true }),
  }).data?.[0]?.value;

function StripPage({ views }: { views: ReactNode }): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const requested = new URLSearchParams(search).get('parkId');
  const first = useFirst(requested === null);
  const parkId = requested ?? first ?? null;
  return (
    <div className="gh-page">
      <section className="gh-card main">
        <div className="gh-tools">
          <h1>{t(rdBerth.many)}</h1>
          {views}
          <div className="rd-lot">
            <Antd>
              <RelationSelect
                field={lot}
                value={parkId}
                among={{}}
                onChange={(id) => replace(new URLSearchParams(typeof id === 'string' ? { parkId: id } : {}))}
              />
            </Antd>
          </div>
        </div>
        <div className="rd-strips">{parkId ? <Strips parkId={parkId} /> : null}</div>
      </section>
    </div>
  );
}

/** Berths as a register, or as they lie along their streets. */
export default function Berths(): ReactNode {
  const { t } = useWords();
  const [strip, setStrip] = useState(false);
  const views = (
    <div className="gh-quick views" role="group">
      {([false, true] as const).map((each) => (
        <button
          key={String(each)}
          type="button"
          className="gh-link"
          aria-pressed={strip === each}
          onClick={() => setStrip(each)}
        >
          {t(each ? words.strip : words.list)}
        </button>
      ))}
    </div>
  );
  const { of, detail } = berthRecord;
  return strip ? <StripPage views={views} /> : <ListPage of={of} actions={views} {...(detail ? { detail } : {})} />;
}
