import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import MapView from '#kit/console/map.tsx';
import type { MapLine, MapPoint } from '#kit/console/map.tsx';
import { toneOfFree } from '#kit/console/map-view.ts';
import { FreeLegend, PlacesBeside } from '#kit/console/map-parts.tsx';
import type { Spot } from '#kit/console/map-view.ts';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { useWords } from '#kit/console/words.ts';
import { allRoadPark, roadParkLngLat } from '#areas/lot/model/park-calls.ts';
import { parkBerths } from '../model/berth-calls.ts';
import { rdBerth } from '../model/rd-berth.ts';
import { berthTones } from '../model/words.ts';
import { countsOf, everyMs, lineOf, useBerths, useSections } from './berths.ts';
import { Strips } from './strips.tsx';

const words = {
  title: text('路内车场地图', 'Roadside map'),
  legend: text('空闲泊位', 'Free berths'),
  unsure: text('两成以上不明，或没有泊位', 'over 20 % unknown, or no berths'),
  lots: text('路内车场', 'Roadside car parks'),
  back: text('全部车场', 'All car parks'),
  counts: text(
    '空闲 {free} · 占用 {occupied} · 不明 {unknown}',
    '{free} free · {occupied} occupied · {unknown} unknown',
  ),
  unread: text('未登记车牌 {n}', '{n} unread'),
  noBerths: text('还没有泊位', 'No berths yet'),
};

type Lot = {
  readonly id: string;
  readonly label: string;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly total: number;
  readonly free: number;
  readonly occupied: number;
  readonly unknown: number;
  readonly unread: number;
};

const toneOf = ({ free, occupied, unknown }: Pick<Lot, 'free' | 'occupied' | 'unknown'>) =>
  toneOfFree(free, occupied, unknown);
const countsIn = ({ free, occupied, unknown }: Lot) => ({ free, occupied, unknown });
const spotOf = ({ lng, lat }: Lot): Spot[] => (lng === null || lat === null ? [] : [{ lng, lat }]);

/** Car parks on the map, and those that the selects name and the map cannot place. */
const useLots = () =>
  useQuery({
    queryKey: ['roadLots'],
    queryFn: async ({ signal }) => {
      const [placed, named] = await Promise.all([
        ask<Lot[]>(roadParkLngLat, {}, { signal, quiet: true }),
        ask<Lot[]>(allRoadPark, {}, { signal, quiet: true }),
      ]);
      return [...placed, ...named.filter(({ lng }) => lng === null)];
    },
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });

/** One car park from near, and the way back to all. */
function Near({ lot, onBack }: { lot: Lot; onBack: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <button type="button" className="gh-link" onClick={onBack}>
        ‹ {t(words.back)}
      </button>
      <h2 className="gh-group">{lot.label}</h2>
      <Strips parkId={lot.id} />
    </>
  );
}

/** What the map draws of the chosen car park: its sections by their free share, its berths by their state. */
function useNear(parkId: string): { lines: MapLine[]; points: MapPoint[] } {
  const { data: berths } = useBerths(parkId);
  const { data: sections } = useSections(parkId);
  return useMemo(() => {
    if (parkId === '') return { lines: [], points: [] };
    const lines = (sections ?? []).map((section): MapLine => {
      const counts = countsOf((berths ?? []).filter(({ sectionId }) => sectionId === section.id));
      return {
        id: section.id,
        label: String(section['areaName']),
        tone: toneOf(counts),
        line: lineOf(section),
      };
    });
    const points = (berths ?? []).flatMap(({ id, berthNo, location, state }): MapPoint[] =>
      location ? [{ id, label: berthNo, tone: berthTones[state], at: location, small: true }] : [],
    );
    return { lines, points };
  }, [parkId, berths, sections]);
}

function MapAndStrips({ lots }: { lots: readonly Lot[] }): ReactNode {
  const { t } = useWords();
  const { search, replace, go } = usePlace();
  const may = useMay();
  const parkId = new URLSearchParams(search).get('parkId') ?? '';
  const chosen = lots.find(({ id }) => id === parkId);
  const pick = (id: string) => replace(new URLSearchParams(id ? { parkId: id } : {}));
  const mayOpen = may(parkBerths.permission);
  const near = useNear(mayOpen && chosen ? chosen.id : '');
  const beside = (lot: Lot) => ({
    id: lot.id,
    label: lot.label,
    tone: toneOf(lot),
    placed: lot.lng !== null,
    note: [
      t(lot.total === 0 ? words.noBerths : fill(words.counts, countsIn(lot))),
      ...(lot.unread > 0 ? [t(fill(words.unread, { n: lot.unread }))] : []),
    ].join(' · '),
  });
  const points = lots.flatMap((lot) =>
    spotOf(lot).map((at): MapPoint => ({
      id: lot.id,
      label: `${lot.label} ${lot.free}/${lot.total}`,
      tone: toneOf(lot),
      at,
    })),
  );
  const around = chosen
    ? [...near.lines.flatMap(({ line }) => line), ...near.points.map(({ at }) => at), ...spotOf(chosen)]
    : [];
  return (
    <div className="gh-map-sides">
      <MapView
        label={t(words.title)}
        points={[...near.points, ...points]}
        lines={near.lines}
        chosen={parkId}
        onChoose={(id) => {
          if (near.points.some((berth) => berth.id === id)) go(recordAddress(rdBerth.name, id));
          else if (mayOpen && lots.some((lot) => lot.id === id)) pick(id);
        }}
        about={`${chosen?.id ?? ''} ${near.lines.length}`}
        {...(around.length > 0 ? { around } : {})}
      />
      <div className="side">
        {chosen && mayOpen ? (
          <Near lot={chosen} onBack={() => pick('')} />
        ) : (
          <PlacesBeside title={words.lots} all={lots.map(beside)} onPick={mayOpen ? pick : () => undefined} />
        )}
      </div>
    </div>
  );
}

/** Roadside car parks at their positions, coloured by their free share; the selected one with its strips. */
export default function ParkMap(): ReactNode {
  const { t } = useWords();
  const { data: lots, error, refetch } = useLots();
  return (
    <div className="gh-page fill gh-map-page">
      <section className="gh-card main" aria-busy={!lots}>
        <div className="gh-tools">
          <h1>{t(words.title)}</h1>
          <FreeLegend of={words.legend} unsure={words.unsure} />
        </div>
        {error && !lots ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
        {lots?.length === 0 ? <Nothing /> : null}
        {lots && lots.length > 0 ? <MapAndStrips lots={lots} /> : null}
      </section>
    </div>
  );
}
