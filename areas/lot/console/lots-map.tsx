import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import MapView from '#kit/console/map.tsx';
import type { MapPoint } from '#kit/console/map.tsx';
import { toneOfFree } from '#kit/console/map-view.ts';
import { FreeLegend, PlacesBeside } from '#kit/console/map-parts.tsx';
import type { Spot } from '#kit/console/map-view.ts';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { useWords } from '#kit/console/words.ts';
import { allLngLat, monitorParks, roadParkLngLat } from '#areas/lot/model/park-calls.ts';
import { park } from '#areas/lot/model/park.ts';

const words = {
  legend: text('空车位', 'Free spaces'),
  unsure: text('不明，或没有填车位数', 'unknown, or no spaces entered'),
  placed: text('车场', 'Car parks'),
  counts: text('在场 {inside} · 空 {free} · 共 {total}', '{inside} inside · {free} free · {total} in all'),
  offline: text('离线设备 {n}', 'devices offline: {n}'),
};
const everyMs = 30_000;

type Watched = {
  readonly id: string;
  readonly parkName: string;
  readonly totalStall: number | null;
  readonly inside: number;
  readonly remainStall: number | null;
  readonly offline: number;
};
type Placed = { readonly id: string; readonly longitude: number; readonly latitude: number };
type Kerb = { readonly id: string; readonly free: number; readonly occupied: number; readonly unknown: number };
type Lot = Watched & { readonly at: Spot | null; readonly tone: ReturnType<typeof toneOfFree> };

/**
 * All car parks with how full they are: behind barriers by what was counted in and out, at the roadside by what is
 * known of the berths.
 */
const useLots = () =>
  useQuery({
    queryKey: [park.name, 'map'],
    queryFn: async ({ signal }): Promise<Lot[]> => {
      const quietly = { signal, quiet: true };
      const [watched, placed, kerbs] = await Promise.all([
        ask<Watched[]>(monitorParks, {}, quietly),
        ask<Placed[]>(allLngLat, {}, quietly),
        ask<Kerb[]>(roadParkLngLat, {}, quietly),
      ]);
      const spots = new Map(placed.map(({ id, longitude: lng, latitude: lat }) => [id, { lng, lat }]));
      const berths = new Map(kerbs.map((kerb) => [kerb.id, kerb]));
      return watched.map((lot) => {
        const kerb = berths.get(lot.id);
        const tone = kerb
          ? toneOfFree(kerb.free, kerb.occupied, kerb.unknown)
          : toneOfFree(lot.remainStall ?? 0, Math.max(0, (lot.totalStall ?? 0) - (lot.remainStall ?? 0)));
        return { ...lot, at: spots.get(lot.id) ?? null, tone };
      });
    },
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });

/** Car parks on a map, coloured by how full they are; a click opens one. `views` leads back to the list. */
export default function LotsMap({ views }: { views: ReactNode }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { data: lots, error, refetch } = useLots();
  const open = (id: string) => go(recordAddress(park.name, id));
  const beside = (lot: Lot) => ({
    id: lot.id,
    label: lot.parkName,
    tone: lot.tone,
    placed: lot.at !== null,
    note: [
      t(fill(words.counts, { inside: lot.inside, free: lot.remainStall ?? '—', total: lot.totalStall ?? '—' })),
      ...(lot.offline > 0 ? [t(fill(words.offline, { n: lot.offline }))] : []),
    ].join(' · '),
  });
  const points = (lots ?? []).flatMap(({ id, parkName, at, tone, remainStall, totalStall }): MapPoint[] =>
    at ? [{ id, at, tone, label: `${parkName} ${remainStall ?? '—'}/${totalStall ?? '—'}` }] : [],
  );
  return (
    <div className="gh-page fill gh-map-page">
      <section className="gh-card main" aria-busy={!lots}>
        <div className="gh-tools">
          <h1>{t(park.many)}</h1>
          {views}
          <FreeLegend of={words.legend} unsure={words.unsure} />
        </div>
        {error && !lots ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
        {lots?.length === 0 ? <Nothing /> : null}
        {lots && lots.length > 0 ? (
          <div className="gh-map-sides">
            <MapView label={t(park.many)} points={points} onChoose={open} />
            <div className="side">
              <PlacesBeside title={words.placed} all={lots.map(beside)} onPick={open} />
            </div>
          </div>
        ) : null}
      </section>
    </div>
  );
}
