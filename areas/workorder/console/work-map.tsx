import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fill } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import MapView from '#kit/console/map.tsx';
import type { MapPoint, MapTone } from '#kit/console/map.tsx';
import type { Spot } from '#kit/console/map-view.ts';
import { PlacesBeside } from '#kit/console/map-parts.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { sampleLngLat } from '#areas/lot/model/park-calls.ts';
import { parkBerths } from '#areas/road/model/berth-calls.ts';
import { Card } from './board.tsx';
import { useOpenWork } from './open-work.ts';
import { placesOf, toneOfWork } from './work-places.ts';
import type { WorkPlace } from './work-places.ts';
import { words } from './work-words.ts';
import './board.css';

/** Of each state; how many are beyond is shown. */
const MOST = 200;

type Placed = { readonly parkId: string; readonly longitude: number; readonly latitude: number };
type Berth = { readonly berthNo: string; readonly location: Spot | null };

/** Where car parks are, by their id. */
const useSpots = () =>
  useQuery({
    queryKey: ['parkSpots'],
    queryFn: async ({ signal }) => {
      const all = await ask<Placed[]>(sampleLngLat, {}, { signal, quiet: true });
      return new Map(
        all.map(({ parkId, longitude, latitude }): [string, Spot] => [parkId, { lng: longitude, lat: latitude }]),
      );
    },
  });

/** Berths of the chosen car park that a work order is about. */
function useBerthPoints(place: WorkPlace | undefined, now: number): MapPoint[] {
  const may = useMay();
  const named = place?.orders.some((row) => row['berthNo']) === true;
  const { data } = useQuery({
    queryKey: ['workBerths', place?.parkId],
    queryFn: ({ signal }) => ask<Berth[]>(parkBerths, { parkId: place!.parkId }, { signal, quiet: true }),
    enabled: named && may(parkBerths.permission),
  });
  return useMemo(() => {
    const spots = new Map((named ? (data ?? []) : []).map(({ berthNo, location }) => [berthNo, location]));
    return (place?.orders ?? []).flatMap((row): MapPoint[] => {
      const at = spots.get(String(row['berthNo'] ?? ''));
      return at ? [{ id: row.id, label: String(row['berthNo']), tone: toneOfWork([row], now), at }] : [];
    });
  }, [data, named, place, now]);
}

const tones: readonly [MapTone, keyof typeof words][] = [
  ['bad', 'mapLate'],
  ['warn', 'mapOpen'],
  ['ok', 'mapDone'],
];

function Legend(): ReactNode {
  const { t } = useWords();
  return (
    <p className="gh-map-legend">
      {tones.map(([tone, name]) => (
        <span key={tone} className={tone}>
          <i aria-hidden="true" /> {t(words[name])}
        </span>
      ))}
    </p>
  );
}

type Opens = { readonly onOpen: (row: AnyRow) => void };

/** The work orders of one car park, and the way back to all. */
function Near({ place, now, onOpen, onBack }: Opens & { place: WorkPlace; now: number; onBack: () => void }) {
  const { t } = useWords();
  return (
    <>
      <button type="button" className="gh-link" onClick={onBack}>
        ‹ {t(words.allPlaces)}
      </button>
      <h2 className="gh-group">{place.name}</h2>
      <div className="work-board one">
        <ul>
          {place.orders.map((row) => (
            <Card key={row.id} row={row} now={now} onOpen={onOpen} />
          ))}
        </ul>
      </div>
    </>
  );
}

function MapAndPlaces({ places, now, onOpen }: Opens & { places: readonly WorkPlace[]; now: number }): ReactNode {
  const { t } = useWords();
  const [chosenId, setChosenId] = useState('');
  const { data: spots } = useSpots();
  const chosen = places.find(({ parkId }) => parkId === chosenId);
  const berths = useBerthPoints(chosen, now);
  const points = places.flatMap(({ parkId, name, orders }): MapPoint[] => {
    // The berths of the chosen one stand for it.
    const at = parkId === chosenId && berths.length > 0 ? undefined : spots?.get(parkId);
    return at ? [{ id: parkId, label: `${name} ${orders.length}`, tone: toneOfWork(orders, now), at }] : [];
  });
  const spot = spots?.get(chosenId);
  const around = chosen ? [...berths.map(({ at }) => at), ...(spot ? [spot] : [])] : [];
  const choose = (id: string): void => {
    const order = chosen?.orders.find((row) => row.id === id);
    if (order) onOpen(order);
    else setChosenId(id);
  };
  return (
    <div className="gh-map-sides">
      <MapView
        label={t(words.map)}
        points={[...berths, ...points]}
        chosen={chosenId}
        onChoose={choose}
        about={`${chosenId} ${berths.length}`}
        {...(around.length > 0 ? { around } : {})}
      />
      <div className="side">
        {chosen ? (
          <Near place={chosen} now={now} onOpen={onOpen} onBack={() => setChosenId('')} />
        ) : (
          <PlacesBeside
            title={words.places}
            all={places.map(({ parkId, name, orders }) => ({
              id: parkId,
              label: name,
              tone: toneOfWork(orders, now),
              placed: spots?.has(parkId) === true,
              note: t(fill(words.openHere, { n: orders.length })),
            }))}
            onPick={setChosenId}
          />
        )}
      </div>
    </div>
  );
}

/**
 * Open work orders where they are to be done: car parks by the most urgent of theirs, and the berths of the one that is
 * chosen.
 */
export function WorkMap({ onOpen }: Opens): ReactNode {
  const { t } = useWords();
  const [now] = useState(() => Date.now());
  const lists = useOpenWork(MOST);
  const failed = lists.find(({ error }) => error);
  const loaded = lists.every(({ data }) => data);
  const rows = lists.flatMap(({ data }) => data?.records ?? []);
  const hidden = lists.reduce((sum, { data }) => sum + Math.max(0, (data?.total ?? 0) - MOST), 0);
  const places = placesOf(rows);
  return (
    <>
      <div className="gh-tools">
        <Legend />
      </div>
      {loaded || failed ? null : <p aria-busy="true">…</p>}
      {failed ? <Trouble error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {loaded && places.length === 0 ? <Nothing /> : null}
      {places.length > 0 ? <MapAndPlaces places={places} now={now} onOpen={onOpen} /> : null}
      {hidden > 0 ? <p className="gh-dim">{t(fill(words.more, { n: hidden }))}</p> : null}
    </>
  );
}
