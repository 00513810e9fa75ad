/**
 * A community as it is now: its car parks and lanes with live pictures, doors, calls for help and what is wrong with
 * devices.
 */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Phase } from '#domain/lane/types.ts';
import { relation, str } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Ago } from '#kit/console/ago.tsx';
import { ask } from '#kit/console/ask.ts';
import { part } from '#kit/console/part.tsx';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { LiveFrame } from '#kit/console/live-frame.tsx';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePicture } from '#kit/console/picture.tsx';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { commandOutcome, kitToken, openByGate } from '#areas/device/model/calls.ts';
import { deviceIncident } from '#areas/device/model/incident.ts';
import { gateModes } from '#areas/door/model/words.ts';
import { monitorVillages } from '#areas/lot/model/park-calls.ts';
import { village } from '#areas/lot/model/village.ts';
import { villageNow } from '../model/calls.ts';
import { callStates } from '../model/words.ts';
import './seat.css';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const words = {
  title: text('小区监控', 'Community monitor'),
  village: text('小区', 'Community'),
  choose: text('请选择小区', 'Choose a community'),
  lots: text('车场', 'Car parks'),
  inside: text('在场 {n}', '{n} inside'),
  free: text('余位 {n}', '{n} free'),
  doors: text('门', 'Doors'),
  calls: text('求助', 'Calls for help'),
  alerts: text('设备异常', 'Device incidents'),
  look: text('看画面', 'Live picture'),
  hide: text('关闭画面', 'Close the picture'),
  open: text('开闸', 'Open'),
  opened: text('已开闸', 'Opened'),
  idle: text('空闲', 'Idle'),
  car: text('有车', 'A car'),
  most: text('最多同时看 {n} 路画面', 'At most {n} pictures at a time'),
  reason: text('原因', 'Reason'),
};
const field = relation(words.village, () => village);
const remark = str(words.reason, { required: true, max: 200 });
const EVERY_MS = 5_000;
/** Pictures at a time. */
const MOST = 9;

type Lane = {
  readonly gateId: string;
  readonly gateName: string;
  readonly phase: Phase['name'];
  readonly plate: string | null;
  readonly picture: string | null;
  readonly cameraId: string | null;
};
type Lot = {
  readonly parkId: string;
  readonly parkName: string;
  readonly inside: number;
  readonly free: number | null;
  readonly lanes: readonly Lane[];
};
type Monitor = {
  readonly lots: readonly Lot[];
  readonly doors: readonly { readonly id: string; readonly name: string; readonly mode: string | null }[];
  readonly calls: readonly {
    readonly id: string;
    readonly gateId: string;
    readonly status: keyof typeof callStates;
    readonly queuedTime: string;
  }[];
  readonly alerts: readonly {
    readonly id: string;
    readonly kind: string;
    readonly sn: string | null;
    readonly time: string;
  }[];
};

const useMonitor = (vid: string) =>
  useQuery({
    queryKey: ['seat', 'village', vid],
    queryFn: ({ signal }) => ask<Monitor>(villageNow, { vid }, { signal, quiet: true }),
    enabled: vid !== '',
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });

/** The first community there is, where the address names none. */
const useFirst = (wanted: boolean) =>
  useQuery({
    queryKey: ['seat', 'villages'],
    queryFn: ({ signal }) => ask<{ id: string; parks: number }[]>(monitorVillages, {}, { signal, quiet: true }),
    enabled: wanted,
  }).data?.toSorted((a, b) => b.parks - a.parks)[0]?.id;

/** What the camera saw of the car that stands there. */
function Shot({ address }: { address: string }): ReactNode {
  const { t } = useWords();
  const { url, failed } = usePicture(address);
  return url && !failed ? <img className="vm-shot" src={url} alt={t(words.car)} /> : null;
}

function LaneShown({
  lane,
  isLive,
  onLook,
  onOpen,
}: {
  lane: Lane;
  isLive: boolean;
  onLook: () => void;
  onOpen: () => void;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { cameraId, picture } = lane;
  return (
    <section className="gh-card vm-lane" aria-label={lane.gateName}>
      <p>
        <b>{lane.gateName}</b>{' '}
        <span className={`gh-tag ${lane.phase === 'idle' ? 'muted' : 'info'}`}>
          {t(lane.phase === 'idle' ? words.idle : words.car)}
        </span>{' '}
        {lane.plate ?? ''}
      </p>
      {picture && !isLive ? <Shot address={picture} /> : null}
      {isLive && cameraId ? (
        <LiveFrame id={cameraId} open={() => ask(kitToken, { deviceId: cameraId }, { quiet: true })} />
      ) : null}
      <p>
        {cameraId && may('parkDevice:read') ? (
          <button type="button" className="gh-link" aria-pressed={isLive} onClick={onLook}>
            {t(isLive ? words.hide : words.look)}
          </button>
        ) : null}{' '}
        {lane.phase === 'idle' && may('parkDevice:open') ? (
          <button type="button" className="gh-link" onClick={onOpen}>
            {t(words.open)}
          </button>
        ) : null}
      </p>
    </section>
  );
}

function Tree({ data }: { data: Monitor }): ReactNode {
  const { t } = useWords();
  const names = new Map(data.lots.flatMap(({ lanes }) => lanes.map(({ gateId, gateName }) => [gateId, gateName])));
  const kinds = deviceIncident.fields.kind.options!;
  return (
    <aside className="gh-card vm-side">
      <h2 className="gh-group">{t(words.lots)}</h2>
      <ul className="vm-tree">
        {data.lots.map((lot) => (
          <li key={lot.parkId}>
            <b>{lot.parkName}</b> {t(fill(words.inside, { n: String(lot.inside) }))}
            {lot.free === null ? null : ` · ${t(fill(words.free, { n: String(lot.free) }))}`}
            <ul>
              {lot.lanes.map(({ gateId, gateName }) => (
                <li key={gateId}>{gateName}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {data.doors.length > 0 ? (
        <>
          <h2 className="gh-group">{t(words.doors)}</h2>
          <ul className="vm-tree">
            {data.doors.map(({ id, name, mode }) => (
              <li key={id}>
                {name}{' '}
                {mode && mode !== 'normal' ? (
                  <span className={`gh-tag ${mode === 'open' ? 'warn' : 'bad'}`}>
                    {t(gateModes[mode as keyof typeof gateModes])}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {data.calls.length > 0 ? (
        <>
          <h2 className="gh-group">{t(words.calls)}</h2>
          <ul className="vm-tree">
            {data.calls.map(({ id, gateId, status, queuedTime }) => (
              <li key={id}>
                {names.get(gateId) ?? ''} · {t(callStates[status])} <Ago instant={queuedTime} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {data.alerts.length > 0 ? (
        <>
          <h2 className="gh-group">{t(words.alerts)}</h2>
          <ul className="vm-tree">
            {data.alerts.map(({ id, kind, sn, time }) => (
              <li key={id}>
                {kinds[kind] ? t(kinds[kind]) : kind} {sn ?? ''} <Ago instant={time} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </aside>
  );
}

function Watched({ vid }: { vid: string }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useMonitor(vid);
  const [looked, setLooked] = useState<readonly string[]>([]);
  const [opening, setOpening] = useState<Lane | null>(null);
  if (!data) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <span className="gh-spin" />;
  const look = (gateId: string) => {
    if (looked.includes(gateId)) setLooked(looked.filter((each) => each !== gateId));
    else if (looked.length >= MOST) notify.info(t(fill(words.most, { n: String(MOST) })));
    else setLooked([...looked, gateId]);
  };
  const open = async (values: Record<string, unknown>, key: string) => {
    const { commandIds } = await ask<{ commandIds: string[] }>(
      openByGate,
      { gateId: opening!.gateId, ...values },
      { key, quiet: true },
    );
    await ask(commandOutcome, { commandIds }, { quiet: true });
    notify.ok(t(words.opened));
    await refetch();
  };
  return (
    <div className="vm-body">
      <Tree data={data} />
      <div>
        {data.lots.map((lot) => (
          <section key={lot.parkId}>
            <h2 className="gh-group">{lot.parkName}</h2>
            <div className="vm-grid">
              {lot.lanes.map((lane) => (
                <LaneShown
                  key={lane.gateId}
                  lane={lane}
                  isLive={looked.includes(lane.gateId)}
                  onLook={() => look(lane.gateId)}
                  onOpen={() => setOpening(lane)}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      {opening ? (
        <AskDialog
          title={`${t(words.open)} · ${opening.gateName}`}
          fields={{ remark }}
          danger
          run={open}
          onClose={() => setOpening(null)}
        />
      ) : null}
    </div>
  );
}

export default function VillagePage(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const requestedVillage = new URLSearchParams(search).get('vid');
  const first = useFirst(requestedVillage === null);
  const vid = requestedVillage ?? first ?? '';
  return (
    <div className="gh-page">
      <section className="gh-card">
        <div className="gh-tools">
          <h1>{t(words.title)}</h1>
          <div className="vm-village">
            <Antd>
              <RelationSelect
                field={field}
                value={vid || null}
                among={{}}
                onChange={(id) => replace(new URLSearchParams(typeof id === 'string' ? { vid: id } : {}))}
              />
            </Antd>
          </div>
        </div>
      </section>
      {vid ? <Watched key={vid} vid={vid} /> : <Nothing>{t(words.choose)}</Nothing>}
    </div>
  );
}
