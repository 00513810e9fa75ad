import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { holidaysOf } from '#domain/fee/day-plan.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { mayDiscard } from '#kit/console/leaving.ts';
import { useMay, zone as ownZone } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { ToolButton } from '#kit/console/tool-button.tsx';
import { useWords } from '#kit/console/words.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import type { DayKind } from '#areas/fee/model/holiday-date.ts';
import { park } from '#areas/lot/model/park.ts';
import { ComplexEditor } from './complex-editor.tsx';
import { ExpertEditor } from './expert-editor.tsx';
import { SimpleEditor } from './simple-editor.tsx';
import { TariffContext, firstOf } from './tariff-place.ts';
import type { CarKind, Mode, TariffPlace, VersionRow } from './tariff-place.ts';
import { Versions } from './version-list.tsx';
import './tariffs.css';

const CalendarDialog = part(() => import('./calendar-dialog.tsx'));

const words = {
  pick: text('请先选择车场', 'Choose a car park first'),
  types: text('车类', 'Car types'),
  versions: text('版本', 'Versions'),
  calendar: text('节假日', 'Holidays'),
  noTypes: text('该车场还没有车类', 'This car park has no car types yet'),
};

type CarType = { value: string; label: string; kind: string };
type CalendarDay = { day: string; dayKind: DayKind };

const editors = { simple: SimpleEditor, complex: ComplexEditor, expert: ExpertEditor };

type Model = { id: string; modelName: string; modelNo: string | null; isDefault: boolean };

/** What is known of a lot: its zone, its calendar, its areas by name, what its cars are called in tariffs. */
function useLot(parkId: string): Pick<TariffPlace, 'zone' | 'calendar' | 'areaNames' | 'kinds'> & { loading: boolean } {
  const may = useMay();
  const lot = useQuery({
    queryKey: ['park', 'zone', parkId],
    queryFn: ({ signal }) =>
      ask<{ zone: string }>('/api/updown/basePark/detail', { id: parkId }, { signal, quiet: true }),
  });
  const days = useQuery({
    queryKey: ['holidayDate', 'of', parkId],
    enabled: may('holidayDate:read'),
    queryFn: ({ signal }) =>
      ask<{ dates: CalendarDay[] }>(
        '/api/updown/parkHolidayDate/detailByParkingId',
        { parkId },
        { signal, quiet: true },
      ),
  });
  const areas = useQuery({
    queryKey: ['options', 'parkArea', 'of', parkId],
    enabled: may('parkArea:read'),
    queryFn: ({ signal }) =>
      ask<{ value: string; label: string }[]>('/api/gatehouse/options/parkArea', { parkId }, { signal, quiet: true }),
  });
  const calendar = useMemo(() => holidaysOf(days.data?.dates ?? []), [days.data]);
  const models = useQuery({
    queryKey: ['carModel', 'of', parkId],
    enabled: may('carModel:read'),
    queryFn: ({ signal }) =>
      ask<{ records: Model[] }>('/api/updown/plat/parkCarModel/list', { parkId, size: 200 }, { signal, quiet: true }),
  });
  const kinds = useMemo(
    () =>
      (models.data?.records ?? []).map(({ id, modelName, modelNo, isDefault }): CarKind => ({
        modelId: id,
        kind: modelNo || modelName,
        name: modelName,
        isDefault,
      })),
    [models.data],
  );
  const areaNames = useMemo(() => new Map((areas.data ?? []).map(({ value, label }) => [value, label])), [areas.data]);
  return {
    zone: lot.data?.zone ?? ownZone(),
    calendar,
    areaNames,
    kinds,
    loading: days.isLoading || areas.isLoading || models.isLoading,
  };
}

type LotProps = {
  parkId: string;
  mode: Mode;
  onEdited: (dirty: boolean) => void;
  /** Goes on, after asking where something is not saved. */ leave: (go: () => void) => Promise<void>;
};

/** The car types of a lot, and the versions of the chosen one. */
function useVersions(parkId: string) {
  const types = useQuery({
    queryKey: ['carTypes', parkId],
    queryFn: ({ signal }) =>
      ask<CarType[]>('/api/updown/baseSelect/getSelectCarKindType', { parkId }, { signal, quiet: true }),
  });
  const [type, setType] = useState<string | null>(null);
  const carTypeId = type ?? types.data?.[0]?.value ?? null;
  const versions = useQuery({
    queryKey: ['feeRule', 'versions', parkId, carTypeId],
    enabled: carTypeId !== null,
    queryFn: ({ signal }) =>
      ask<{ records: VersionRow[] }>(
        `${feeRule.wire.base}/list`,
        { parkId, carTypeId, size: 200, sort: '-version' },
        { signal, quiet: true },
      ),
  });
  return { types, versions, carTypeId, setType };
}

type Picked = { id: string } | { fresh: Mode } | null;

/** What the editor shows. */
function usePicked() {
  const [picked, setPicked] = useState<Picked>(null);
  /** Increments on saving and picking: the editor resets then, and never because somebody else has saved. */
  const [turn, setTurn] = useState(0);
  const show = (next: Picked) => {
    setPicked(next);
    setTurn((count) => count + 1);
  };
  return { picked, turn, show };
}

/** What editors know of the lot and the car type they write for; no place without a car type. */
function useLotPlace(
  parkId: string,
  carTypeId: string | null,
  rows: readonly VersionRow[],
  onEdited: TariffPlace['onEdited'],
) {
  const { zone, calendar, areaNames, kinds, loading } = useLot(parkId);
  const place = useMemo(
    (): TariffPlace | null =>
      carTypeId === null ? null : { parkId, carTypeId, versions: rows, zone, calendar, areaNames, kinds, onEdited },
    [parkId, carTypeId, rows, zone, calendar, areaNames, kinds, onEdited],
  );
  return { place, zone, loading };
}

type CarTypesProps = { types: readonly CarType[]; chosen: string | null; onPick: (carTypeId: string) => void };

function CarTypes({ types, chosen, onPick }: CarTypesProps): ReactNode {
  return (
    <ul className="fr-list">
      {types.map(({ value, label }) => (
        <li key={value}>
          <button type="button" aria-pressed={value === chosen} onClick={() => onPick(value)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

function LotTariffs({ parkId, mode, onEdited, leave }: LotProps): ReactNode {
  const { t } = useWords();
  const { types, versions, carTypeId, setType } = useVersions(parkId);
  const { picked, turn, show } = usePicked();
  const rows = useMemo(() => versions.data?.records ?? [], [versions.data]);
  const { place, zone, loading } = useLotPlace(parkId, carTypeId, rows, onEdited);
  const error = types.error ?? versions.error;
  if (error)
    return (
      <section className="gh-card fr-main">
        <Trouble error={error} onRetry={() => void Promise.all([types.refetch(), versions.refetch()])} />
      </section>
    );
  if (types.data?.length === 0)
    return (
      <section className="gh-card fr-main">
        <Nothing>{t(words.noTypes)}</Nothing>
      </section>
    );
  const fresh = picked && 'fresh' in picked ? picked.fresh : null;
  const shown = fresh
    ? undefined
    : (rows.find(({ id }) => picked && 'id' in picked && id === picked.id) ?? firstOf(rows, mode));
  const writes = shown?.mode ?? fresh ?? mode;
  const Editor = editors[writes];
  return (
    <div className="fr-page">
      <section className="gh-card fr-side">
        <h2>{t(words.types)}</h2>
        <CarTypes
          types={types.data ?? []}
          chosen={carTypeId}
          onPick={(value) =>
            void leave(() => {
              setType(value);
              show(null);
            })
          }
        />
        <h2>{t(words.versions)}</h2>
        {versions.data ? (
          <Versions
            rows={rows}
            shown={shown?.id ?? null}
            zone={zone}
            mode={mode}
            fresh={shown ? null : writes}
            onPick={(id) => void leave(() => show({ id }))}
            onFresh={(way) => void leave(() => show({ fresh: way }))}
          />
        ) : (
          <span className="gh-spin" />
        )}
      </section>
      <section className="gh-card fr-main">
        {place && versions.data && !loading ? (
          <TariffContext value={place}>
            <Editor
              key={`${carTypeId} ${writes} ${shown?.id ?? 'new'} ${shown?.status ?? ''} ${turn}`}
              row={shown}
              onSaved={(id) => show(id === null ? null : { id })}
            />
          </TariffContext>
        ) : (
          <span className="gh-spin" />
        )}
      </section>
    </div>
  );
}

export type TariffPageProps = {
  title: Text;
  /** How a new rule is written here. */ mode: Mode;
  /** Which lots are offered: by a field of the lot and its value. */
  only?: { readonly field: string; readonly value: string };
  /** Shown where there is no such lot. */
  none: Text;
};

/**
 * The tariffs of a lot: pick a car type, write a version, read what it says, try it, publish it. Every version opens in
 * the way it was written.
 */
export function TariffPage({ title, mode, only, none }: TariffPageProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { search, replace } = usePlace();
  const edited = useRef(false);
  const onEdited = useCallback((dirty: boolean) => {
    edited.current = dirty;
  }, []);
  const leave = async (go: () => void) => {
    if (await mayDiscard(edited.current)) go();
  };
  const [calendar, setCalendar] = useState(false);
  const narrow = only ? { [only.field]: only.value } : {};
  const lot = useMemo(() => relation(text('车场', 'Car park'), () => park, only ? { within: only.field } : {}), [only]);
  const named = new URLSearchParams(search).get('parkId');
  const lots = useQuery({
    queryKey: ['options', 'park', 'first', narrow],
    enabled: named === null,
    queryFn: ({ signal }) => ask<{ value: string }[]>('/api/gatehouse/options/park', narrow, { signal, quiet: true }),
  });
  const parkId = named ?? lots.data?.[0]?.value ?? null;
  return (
    <Antd>
      <div className="gh-page">
        <section className="gh-card">
          <div className="gh-tools">
            <h1>{t(title)}</h1>
            <div style={{ flex: '1 1 200px', maxWidth: 320 }}>
              <RelationSelect
                field={lot}
                value={parkId}
                among={narrow}
                onChange={(id) =>
                  void leave(() => replace(new URLSearchParams(typeof id === 'string' ? { parkId: id } : {})))
                }
              />
            </div>
            <span className="gap" />
            {parkId && may('holidayDate:read') ? (
              <ToolButton icon="clock" label={t(words.calendar)} onClick={() => setCalendar(true)} />
            ) : null}
          </div>
        </section>
        {parkId ? (
          <LotTariffs key={parkId} parkId={parkId} mode={mode} onEdited={onEdited} leave={leave} />
        ) : (
          <section className="gh-card fr-main">
            {lots.isLoading ? (
              <span className="gh-spin" />
            ) : lots.data?.length === 0 ? (
              <Nothing>
                <p>{t(none)}</p>
              </Nothing>
            ) : (
              <p>{t(words.pick)}</p>
            )}
          </section>
        )}
        {calendar && parkId ? <CalendarDialog parkId={parkId} onClose={() => setCalendar(false)} /> : null}
      </div>
    </Antd>
  );
}
