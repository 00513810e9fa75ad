/** Guidance home: a floor as it is now. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { relation } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Ago } from '#kit/console/ago.tsx';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { listPaths } from '#kit/declare/resource.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { deviceStates } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';
import { building } from '../model/building.ts';
import { drawSpaces } from '../model/draw-call.ts';
import { devGroup } from '../model/group.ts';
import { parkingSpace } from '../model/space.ts';
import { spaceKinds, spaceStates, spaceTones } from '../model/words.ts';
import { BoardFace } from './board-face.tsx';
import { FloorEditor } from './floor-editor.tsx';
import { FloorDay, ThenBanner, useThen } from './floor-day.tsx';
import { FloorPlan } from './floor-plan.tsx';
import { useFloor, useFloors } from './live.ts';
import type { LiveFloor } from './live.ts';
import './guidance.css';

const words = {
  home: text('引导首页', 'Guidance'),
  lot: text('车场', 'Car park'),
  floors: text('楼层', 'Floors'),
  noFloors: text('还没有楼层', 'No floors yet'),
  noSpaces: text('该楼层还没有车位', 'No spaces on this floor yet'),
  boards: text('引导屏', 'Boards'),
  gateways: text('网关', 'Gateways'),
  lost: text('失联 {n}', '{n} lost'),
  seen: text('最近通信', 'Last seen'),
  groups: text('分组', 'Groups'),
  draw: text('绘制车位', 'Draw spaces'),
  open: text('打开车位', 'Open the space'),
  since: text('自', 'Since'),
  undrawn: text(
    '{n} 个车位没有平面位置，只在列表中',
    '{n} spaces have no place on the plan and stand in the list alone',
  ),
  states: text(
    '■ 占用   ? 不明   × 停用   ⚡ 充电   ♿ 无障碍   S 短时   F 固定',
    '■ taken   ? unknown   × closed   ⚡ charging   ♿ accessible   S short stay   F fixed',
  ),
};
const lot = relation(words.lot, () => park);
const STATES = ['free', 'taken', 'unknown', 'closed'] as const;

/**
 * The first guided car park there is, where the address names none: one with spaces, for floors are also drawn for
 * doors; else one with a floor.
 */
const useFirst = (wanted: boolean) =>
  useQuery({
    queryKey: ['guidance', 'first park'],
    enabled: wanted,
    queryFn: async ({ signal }) => {
      for (const of of [parkingSpace, building]) {
        const { records } = await ask<Paged>(listPaths(of)[0]!, { size: 1 }, { signal, quiet: true });
        if (records[0]) return String(records[0]['parkId']);
      }
      return '';
    },
  }).data;

function Picked({ floor, id }: { floor: LiveFloor; id: string | null }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const space = floor.spaces.find((each) => each.id === id);
  if (!space) return null;
  return (
    <p className="gd-picked" aria-live="polite">
      <b>{space.spaceNo}</b> {t(spaceKinds[space.kind])} · {t(spaceStates[space.state])}
      {space.since ? (
        <>
          {' '}
          · {t(words.since)} <Ago instant={space.since} />
        </>
      ) : null}
      {space.closedReason ? ` · ${space.closedReason}` : null}{' '}
      <button
        type="button"
        className="gh-link"
        onClick={() => go(`${parkingSpace.route}?spaceNo=${encodeURIComponent(space.spaceNo)}`)}
      >
        {t(words.open)}
      </button>
    </p>
  );
}

function Beside({ floor }: { floor: LiveFloor }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  return (
    <aside className="gd-beside">
      <h2 className="gh-group">{t(words.boards)}</h2>
      <div className="gd-boards">
        {floor.boards.map((board) => (
          <BoardFace key={board.id} board={board} />
        ))}
        {floor.boards.length === 0 ? <span className="gh-dim">—</span> : null}
      </div>
      <h2 className="gh-group">{t(words.groups)}</h2>
      <ul>
        {floor.groups.map(({ id, groupName, free, taken, unknown, closed }) => (
          <li key={id}>
            <button
              type="button"
              className="gh-link"
              onClick={() => go(`${devGroup.route}?groupName=${encodeURIComponent(groupName)}`)}
            >
              {groupName}
            </button>{' '}
            {STATES.map((state) => `${t(spaceStates[state])} ${{ free, taken, unknown, closed }[state] ?? 0}`).join(
              ' · ',
            )}
          </li>
        ))}
      </ul>
      <h2 className="gh-group">{t(words.gateways)}</h2>
      <ul>
        {floor.gateways.map(({ id, deviceName, status, lost, lastSeenAt }) => (
          <li key={id}>
            {deviceName} · {t(deviceStates[status as keyof typeof deviceStates])} ·{' '}
            {t(fill(words.lost, { n: String(lost ?? 0) }))}
            {lastSeenAt ? (
              <>
                {' '}
                · {t(words.seen)} <Ago instant={lastSeenAt} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Floor({
  buildingId,
  drawing,
  onDraw,
}: {
  buildingId: string;
  drawing: boolean;
  onDraw: (drawing: boolean) => void;
}): ReactNode {
  const { t } = useWords();
  const [picked, setPicked] = useState<string | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const { data, error, refetch } = useFloor(buildingId);
  const then = useThen(data, buildingId, at);
  const may = useMay();
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  if (drawing) return <FloorEditor floor={data} onDone={() => onDraw(false)} />;
  const shown = then ?? data;
  const undrawn = shown.spaces.filter(({ x, y }) => x === null || y === null).length;
  return (
    <div className="gd-floor">
      <div>
        {then ? <ThenBanner at={then.at} /> : null}
        <p className="gd-counts">
          {STATES.map((state) => (
            <span key={state} className={spaceTones[state]}>
              {t(spaceStates[state])} <b>{shown.counts[state]}</b>
            </span>
          ))}
          {may(drawSpaces.permission) ? (
            <button
              type="button"
              className="gh-btn gd-draw"
              onClick={() => {
                setAt(null);
                onDraw(true);
              }}
            >
              {t(words.draw)}
            </button>
          ) : null}
        </p>
        {shown.spaces.length === 0 ? (
          <Nothing>{t(words.noSpaces)}</Nothing>
        ) : (
          <FloorPlan floor={shown} picked={picked} onPick={setPicked} />
        )}
        <p className="gh-dim gd-legend">{t(words.states)}</p>
        {undrawn > 0 ? <p className="gh-dim">{t(fill(words.undrawn, { n: String(undrawn) }))}</p> : null}
        <Picked floor={shown} id={picked} />
        <FloorDay buildingId={buildingId} at={at} onAt={setAt} />
      </div>
      {then ? null : <Beside floor={data} />}
    </div>
  );
}

export default function GuidanceHome(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { search, replace } = usePlace();
  const query = new URLSearchParams(search);
  const requestedPark = query.get('parkId');
  const first = useFirst(requestedPark === null && may(`${building.name}:read`));
  const parkId = requestedPark ?? first ?? '';
  const { data: floors } = useFloors(parkId);
  // What is drawn and not saved belongs to this floor: another is chosen when drawing is over.
  const [drawing, setDrawing] = useState(false);
  // Floors are also drawn for doors: one with spaces comes first.
  const firstFloor = floors?.find(({ spaces }) => spaces > 0) ?? floors?.[0];
  const floorId = query.get('buildingId') ?? firstFloor?.value ?? '';
  return (
    <div className="gh-page">
      <section className="gh-card main">
        <div className="gh-tools">
          <h1>{t(words.home)}</h1>
          <div className="gd-lot" hidden={drawing}>
            <Antd>
              <RelationSelect
                field={lot}
                value={parkId || null}
                among={{}}
                onChange={(id) => replace(new URLSearchParams(typeof id === 'string' ? { parkId: id } : {}))}
              />
            </Antd>
          </div>
          <div className="gh-quick" role="group" aria-label={t(words.floors)}>
            {(floors ?? [])
              .filter(({ value }) => !drawing || value === floorId)
              .map(({ value, label }) => (
                <button
                  key={value}
                  type="button"
                  className="gh-link"
                  aria-pressed={value === floorId}
                  onClick={() => replace(new URLSearchParams({ parkId, buildingId: value }))}
                >
                  {label}
                </button>
              ))}
          </div>
        </div>
        {floorId ? <Floor key={floorId} buildingId={floorId} drawing={drawing} onDraw={setDrawing} /> : null}
        {floors?.length === 0 || first === '' ? <Nothing>{t(words.noFloors)}</Nothing> : null}
      </section>
    </div>
  );
}
