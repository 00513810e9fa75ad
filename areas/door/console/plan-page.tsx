/** The doors of a community, live: on the plan of a floor, and as a list. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { pathOf } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { building } from '#areas/guidance/model/building.ts';
import { village } from '#areas/lot/model/village.ts';
import { doorGate } from '../model/door-gate.ts';
import { doorPlan, doorStates, doorTones } from '../model/door-plan.ts';
import { useDoors } from './doors-live.ts';
import type { LiveDoor, LiveDoors } from './doors-live.ts';
import { useFirstVillage } from './first-village.ts';
import { DoorsOnPlan, SIGNS } from './plan-doors.tsx';
import { PickedDoor } from './plan-picked.tsx';
import './plan.css';

const words = {
  village: text('小区', 'Community'),
  floors: text('楼层', 'Floors'),
  noFloors: text(
    '还没有楼层图：在“楼宇楼层”中新增一层，填尺寸或上传平面图',
    'No floor plan yet: add a floor under buildings and floors, with its size or a picture',
  ),
  toFloors: text('楼宇楼层', 'Buildings and floors'),
  noDoors: text('该小区还没有门', 'No doors in this community yet'),
  here: text('本层的门', 'Doors on this floor'),
  others: text('其他楼层的门', 'Doors on other floors'),
  unplaced: text('不在图上的门', 'Doors on no plan'),
};
const community = relation(words.village, () => village);
const STATES = Object.keys(doorStates) as (keyof typeof doorStates)[];

function Counts({ doors }: { doors: readonly LiveDoor[] }): ReactNode {
  const { t } = useWords();
  return (
    <p className="dp-counts">
      {STATES.map((state) => (
        <span key={state} className={doorTones[state]}>
          {SIGNS[state]} {t(doorStates[state])} <b>{doors.filter((door) => door.state === state).length}</b>
        </span>
      ))}
    </p>
  );
}

function DoorList({
  title,
  doors,
  picked,
  onPick,
}: {
  title: string;
  doors: readonly LiveDoor[];
  picked: string | null;
  onPick: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  if (doors.length === 0) return null;
  return (
    <>
      <h2 className="gh-group">{title}</h2>
      <ul className="dp-list">
        {doors.map(({ id, gateName, state }) => (
          <li key={id} className={doorTones[state]}>
            <button type="button" aria-pressed={picked === id} onClick={() => onPick(id)}>
              <span>{gateName}</span>
              <i>
                {SIGNS[state]} {t(doorStates[state])}
              </i>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** To a tenth of a metre. */
const metres = (length: number): number => Math.round(length * 10) / 10;

function Doors({ data, onChanged }: { data: LiveDoors; onChanged: () => Promise<unknown> }): ReactNode {
  const { t } = useWords();
  const [picked, setPicked] = useState<string | null>(null);
  const [placing, setPlacing] = useState(false);
  const { floor, doors } = data;
  const door = doors.find(({ id }) => id === picked);
  const pick = (id: string): void => {
    setPicked(id);
    setPlacing(false);
  };
  const put = async (buildingId: string | null, x: number | null, y: number | null): Promise<void> => {
    const place = { id: door!.id, buildingId, x, y };
    await ask(pathOf(doorGate, 'submit'), place, { method: 'POST', quiet: true });
    setPlacing(false);
    await onChanged();
  };
  const tryPut = (...place: Parameters<typeof put>): void =>
    void put(...place).catch((failed: unknown) => notify.error(wordsOf(failed)));
  const isHere = ({ buildingId }: LiveDoor): boolean => floor !== null && buildingId === floor.id;
  const lists = [
    [words.here, doors.filter(isHere)],
    [words.unplaced, doors.filter(({ buildingId }) => buildingId === null)],
    [words.others, doors.filter((each) => each.buildingId !== null && !isHere(each))],
  ] as const;
  return (
    <div className="dp-body">
      <div>
        <Counts doors={doors} />
        {floor ? (
          <DoorsOnPlan
            floor={floor}
            doors={doors}
            picked={picked}
            onPick={pick}
            {...(placing && door ? { onPlace: (x, y) => tryPut(floor.id, metres(x), metres(y)) } : {})}
          />
        ) : (
          <NoFloors />
        )}
      </div>
      <aside>
        {door ? (
          <PickedDoor
            key={door.id}
            door={door}
            placeable={floor !== null}
            placing={placing}
            onPlacing={setPlacing}
            onPut={(x, y) => put(floor?.id ?? null, x, y)}
            onTakeOff={() => tryPut(null, null, null)}
            onDone={() => void onChanged()}
          />
        ) : null}
        {doors.length === 0 ? <Nothing>{t(words.noDoors)}</Nothing> : null}
        {lists.map(([title, some]) => (
          <DoorList key={title.en} title={t(title)} doors={some} picked={picked} onPick={pick} />
        ))}
      </aside>
    </div>
  );
}

function NoFloors(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const { name, route } = building;
  return (
    <Nothing>
      {t(words.noFloors)}{' '}
      {route && may(`${name}:read`) ? (
        <button type="button" className="gh-link" onClick={() => go(route)}>
          {t(words.toFloors)}
        </button>
      ) : null}
    </Nothing>
  );
}

export default function DoorPlanPage(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const query = new URLSearchParams(search);
  const requested = query.get('villageId');
  const first = useFirstVillage(requested === null);
  const villageId = requested ?? first ?? '';
  const { data, error, refetch } = useDoors(villageId, query.get('buildingId'));
  return (
    <div className="gh-page">
      <section className="gh-card main">
        <div className="gh-tools">
          <h1>{t(doorPlan.title)}</h1>
          <div className="dp-village">
            <Antd>
              <RelationSelect
                field={community}
                value={villageId || null}
                among={{}}
                onChange={(id) => replace(new URLSearchParams(typeof id === 'string' ? { villageId: id } : {}))}
              />
            </Antd>
          </div>
          <div className="gh-quick" role="group" aria-label={t(words.floors)}>
            {(data?.floors ?? []).map(({ value, label, parkName }) => (
              <button
                key={value}
                type="button"
                className="gh-link"
                title={parkName}
                aria-pressed={value === data?.floor?.id}
                onClick={() => replace(new URLSearchParams({ villageId, buildingId: value }))}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
        {error && !data ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
        {data ? <Doors key={villageId} data={data} onChanged={refetch} /> : null}
        {first === '' ? <Nothing>{t(words.noDoors)}</Nothing> : null}
      </section>
    </div>
  );
}
