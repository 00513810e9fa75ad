import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import type { BillLineShown } from '#kit/console/bill.tsx';
import { Value } from '#kit/console/cells.tsx';
import { duration, wallTime } from '#kit/declare/format.ts';
import { LiveFrame } from '#kit/console/live-frame.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { ask } from '#kit/console/ask.ts';
import { kitToken } from '#areas/device/model/calls.ts';
import { doers } from '#areas/device/model/doers.ts';
import { deviceStates, deviceTones } from '#areas/device/model/park-device.ts';
import { useWords } from '#kit/console/words.ts';
import { passage } from '../model/gate-event.ts';
import { stayKinds } from '../model/words.ts';
import type { BoxLane, Car, LaneDevice } from './box-board.ts';
import { isStuck, paidAt, plateOf, waits } from './box-board.ts';
import { barriers, laneDirections, phases, stuck } from './box-words.ts';
import { ExitDebts } from './exit-debts.tsx';
import { Picture } from './pictures.tsx';

export type Doing = 'cash' | 'derate' | 'plate' | 'release' | 'refuse' | 'declare' | 'receipt' | 'speak';

const words = {
  cash: text('收现金', 'Cash'),
  derate: text('优惠', 'Discount'),
  refuse: text('拒绝', 'Reject'),
  live: text('实时画面', 'Live picture'),
  again: text('重新打开', 'Open again'),
  plate: text('改车牌', 'Correct plate'),
  release: text('放行', 'Release'),
  open: text('开闸', 'Open'),
  declare: text('申报入场', 'Declare entry'),
  receipt: text('打印凭条', 'Receipt'),
  speak: text('播报', 'Speak'),
  here: text('车道', 'At the lane'),
  entry: text('入场', 'Entry'),
  inTime: text('入场时间', 'Entry time'),
  stayed: text('停车时长', 'Parked for'),
  due: text('应缴', 'Due'),
  paid: text('已缴 {yuan}', '{yuan} paid'),
  since: text('自 {time}', 'since {time}'),
  waited: text('已等 {time}', 'waiting {time}'),
  read: text('识别为 {plate}', 'read as {plate}'),
  unread: text('未识别', 'Not read'),
  free: text('无需缴费', 'Nothing due'),
};

/** What may be done at a lane now, with its key, the most likely first. */
export function doingsOf(
  lane: BoxLane,
  may: (code: string) => boolean,
  cashAllowed: boolean,
): { readonly doing: Doing; readonly key: string }[] {
  const { phase, car, direction, devices } = lane;
  const settled = (phase === 'releasing' || phase === 'granted') && !isStuck(lane);
  const released = phase === 'releasing' || phase === 'granted';
  const all: [Doing, string, boolean][] = [
    [
      'cash',
      'C',
      direction === 'exit' &&
        cashAllowed &&
        ['awaiting', 'deducting', 'unpriced'].includes(phase) &&
        may('boxWork:pay'),
    ],
    ['derate', 'Y', phase === 'awaiting' && car?.stay !== null && may('boxWork:derate')],
    ['plate', 'P', car !== null && !released && phase !== 'deducting' && may('boxWork:correct')],
    ['release', 'F', (car === null || !settled) && may('boxWork:release')],
    [
      'refuse',
      'X',
      ['refused', 'no-plate', 'awaiting', 'unpriced', 'no-entry', 'confirm', 'stalled'].includes(phase) &&
        may('boxWork:refuse'),
    ],
    [
      'declare',
      'D',
      direction === 'exit' &&
        ['awaiting', 'no-entry', 'unpriced', 'confirm'].includes(phase) &&
        car?.stay === null &&
        may('boxWork:correct'),
    ],
    ['receipt', 'R', paidAt(lane) !== null && may('parkingOrder:read')],
    [
      'speak',
      'V',
      devices.some(({ deviceType }) => deviceType === 'screen' || deviceType === 'camera') && may('parkDevice:speak'),
    ],
  ];
  const open = all.filter(([, , is]) => is).map(([doing, key]) => ({ doing, key }));
  return phase === 'confirm' || phase === 'no-entry' || phase === 'no-plate'
    ? open.sort((a, b) => Number(b.doing === 'plate') - Number(a.doing === 'plate'))
    : open;
}

/** How long a car has waited, a beat each second. */
export function Waited({ since }: { since: string }): ReactNode {
  const { t, lang } = useWords();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(beat);
  }, []);
  return (
    <span className="gh-num">
      {t(words.waited).replace('{time}', duration(Math.max(0, Math.round((now - Date.parse(since)) / 1000)), lang))}
    </span>
  );
}

/** The bill in short: what for, from when to when, how much. */
function Lines({ lines }: { lines: readonly BillLineShown[] }): ReactNode {
  const { t } = useWords();
  const at = (time: string | number) => wallTime(new Date(time).toISOString(), zone()).slice(5, 16);
  return (
    <ul className="bx-bill">
      {lines.map((line, nth) => (
        <li key={nth}>
          <span>{typeof line.clause === 'object' ? t(line.clause) : (line.clause ?? line.text ?? '')}</span>
          {at(line.from) === at(line.to) ? (
            <time />
          ) : (
            <time>
              {at(line.from)} –{' '}
              {at(line.to).slice(0, 5) === at(line.from).slice(0, 5) ? at(line.to).slice(6) : at(line.to)}
            </time>
          )}
          <b className={line.amountFen < 0 ? 'gh-minus' : ''}>{formatFen(line.amountFen)}</b>
        </li>
      ))}
    </ul>
  );
}

function Money({ car }: { car: Car }): ReactNode {
  const { t } = useWords();
  const { quote } = car;
  if (!quote) return null;
  if (quote.unpriced) return <p className="bx-due bad">{t(quote.unpriced)}</p>;
  return (
    <>
      <p className="bx-due">
        <span>{quote.dueFen > 0 ? t(words.due) : t(words.free)}</span>
        {quote.dueFen > 0 ? <output>{formatFen(quote.dueFen)}</output> : null}
        {quote.paidFen > 0 ? <small>{t(words.paid).replace('{yuan}', formatFen(quote.paidFen))}</small> : null}
      </p>
      {quote.lines.length > 0 ? <Lines lines={quote.lines} /> : null}
    </>
  );
}

/**
 * A camera's live picture; after it has ended (no stream is kept for longer than five minutes) a person opens it again.
 */
function Live({ deviceId }: { deviceId: string }): ReactNode {
  const { t } = useWords();
  const [tries, setTries] = useState(0);
  return (
    <figure className="ps-picture bx-live">
      <LiveFrame key={tries} id={`${deviceId} ${tries}`} open={() => ask(kitToken, { deviceId }, { quiet: true })} />
      <figcaption>
        <b>{t(words.live)}</b>
        <button type="button" className="gh-link" onClick={() => setTries(tries + 1)}>
          {t(words.again)}
        </button>
      </figcaption>
    </figure>
  );
}

/** The lane as it is this moment where that is wanted, beside what its camera read and the picture of the entry. */
function Pictures({ car, camera }: { car: Car | null; camera: LaneDevice | undefined }): ReactNode {
  const { t } = useWords();
  return (
    <div className={car?.stay ? 'bx-pictures two' : camera && car ? 'bx-pictures even' : 'bx-pictures'}>
      {camera ? <Live key={camera.deviceId} deviceId={camera.deviceId} /> : null}
      {car ? <Picture address={car.picture} label={t(words.here)} note={wallTime(car.time, zone()).slice(11)} /> : null}
      {car?.stay ? (
        <Picture
          address={car.stay.inPicture}
          label={t(words.entry)}
          note={wallTime(car.stay.inTime, zone()).slice(5, 16)}
        />
      ) : null}
    </div>
  );
}

/** The vehicle that stands there: its plate, its stay and its bill. */
function Standing({ lane, car }: { lane: BoxLane; car: Car }): ReactNode {
  const { t, lang } = useWords();
  const known = plateOf(car);
  const plate = { id: lane.gateId, plateNumber: known, plateColour: car.plateColour };
  return (
    <>
      <p className="bx-plate">
        {known ? (
          <Value name="plateNumber" field={passage.fields.plateNumber} row={plate} />
        ) : (
          <span className="gh-tag warn">{t(words.unread)}</span>
        )}
        {known === car.plateNumber ? null : (
          <small>{t(words.read).replace('{plate}', car.plateNumber || t(words.unread))}</small>
        )}
        {waits(lane) ? <Waited since={car.time} /> : null}
      </p>
      {car.stay ? (
        <p className="bx-stay">
          <span>{t(stayKinds[car.stay.kind as keyof typeof stayKinds] ?? stayKinds.temp)}</span>
          <span>
            {t(words.inTime)} {wallTime(car.stay.inTime, zone())}
          </span>
          <span>
            {t(words.stayed)} {duration((Date.parse(car.time) - Date.parse(car.stay.inTime)) / 1000, lang)}
          </span>
        </p>
      ) : null}
      {car.reasons.length > 0 ? (
        <p className="bx-stay">
          {car.reasons.map((reason) => (
            <span key={reason.en}>{t(reason)}</span>
          ))}
        </p>
      ) : null}
      <Money car={car} />
      {lane.direction === 'exit' && known ? <ExitDebts gateId={lane.gateId} plate={known} /> : null}
    </>
  );
}

const OPENERS: readonly string[] = doers.open;

/** What to do about a barrier that has not moved. */
function Stuck({ lane }: { lane: BoxLane }): ReactNode {
  const { t } = useWords();
  const away = lane.devices.find(({ deviceType, status }) => OPENERS.includes(deviceType) && status === 'offline');
  return (
    <p className="bx-stuck" role="alert">
      {away ? t(stuck.offline).replace('{device}', away.deviceName) : t(stuck.online)}
    </p>
  );
}

/** The devices of a lane that stands empty, and of any other those that are not there. */
function DeviceStates({ lane }: { lane: BoxLane }): ReactNode {
  const { t } = useWords();
  const shown = lane.devices.filter(({ status }) => lane.car === null || status !== 'online');
  if (shown.length === 0) return null;
  return (
    <ul className="bx-devices">
      {shown.map(({ deviceId, deviceName, status, seenTime }) => (
        <li key={deviceId}>
          <span className={`gh-tag ${deviceTones[status as keyof typeof deviceTones] ?? 'muted'}`}>
            {t(deviceStates[status as keyof typeof deviceStates] ?? deviceStates.offline)}
          </span>{' '}
          {deviceName}
          {status !== 'online' && seenTime ? (
            <small> {t(words.since).replace('{time}', wallTime(seenTime, zone()).slice(5, 16))}</small>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The camera of a lane whose live picture can be shown. */
export const liveCamera = ({ devices }: BoxLane): LaneDevice | undefined =>
  devices.find(({ deviceType, live }) => live && deviceType === 'camera') ?? devices.find(({ live }) => live);

type CardProps = {
  lane: BoxLane;
  nth: number;
  chosen: boolean;
  live: boolean;
  cashAllowed: boolean;
  onChoose: () => void;
  onDo: (doing: Doing) => void;
};

/** One lane with what stands in it and what can be done about it. */
export function LaneCard({ lane, nth, chosen, live, cashAllowed, onChoose, onDo }: CardProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) box.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { label, tone } = isStuck(lane) ? stuck : phases[lane.phase];
  const camera = live && may('parkDevice:read') ? liveCamera(lane) : undefined;
  return (
    <section
      ref={box}
      className={`gh-card bx-lane ${waits(lane) ? 'waits' : ''} ${chosen ? 'chosen' : ''}`}
      aria-label={lane.gateName}
      data-lane={lane.gateId}
      data-phase={lane.phase}
      onFocus={onChoose}
    >
      <header>
        <button type="button" className="gh-link" aria-pressed={chosen} onClick={onChoose}>
          <kbd>{nth}</kbd> <b>{lane.gateName}</b>
        </button>
        <span className="gh-dim">
          {t(laneDirections[lane.direction])} · {t(barriers[lane.barrier])}
        </span>
        <span className={`gh-tag ${tone}`}>{t(label)}</span>
      </header>
      {camera || lane.car ? <Pictures car={lane.car} camera={camera} /> : null}
      {isStuck(lane) ? <Stuck lane={lane} /> : null}
      {lane.car ? <Standing lane={lane} car={lane.car} /> : <p className="bx-empty">{t(phases.idle.label)}</p>}
      <DeviceStates lane={lane} />
      <footer>
        {doingsOf(lane, may, cashAllowed).map(({ doing, key }, at) => (
          <button
            key={doing}
            type="button"
            className={`gh-btn ${at === 0 && waits(lane) ? 'primary' : ''}`}
            onClick={() => onDo(doing)}
          >
            {t(doing === 'release' && !lane.car ? words.open : words[doing])}
            <kbd>{key}</kbd>
          </button>
        ))}
      </footer>
    </section>
  );
}
