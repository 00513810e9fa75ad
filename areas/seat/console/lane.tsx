/**
 * The lane a call comes from: its car, pictures, bill and devices, and what a seat does there by the box's own calls.
 */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import type { Call } from '#kit/declare/call.ts';
import type { Fields } from '#kit/declare/field.ts';
import { plate, str } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { wallTime } from '#kit/declare/format.ts';
import { ask } from '#kit/console/ask.ts';
import { part } from '#kit/console/part.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import { useKeys } from '#kit/console/keyboard.ts';
import { LiveFrame } from '#kit/console/live-frame.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePicture } from '#kit/console/picture.tsx';
import { useWords } from '#kit/console/words.ts';
import { commandOutcome, kitToken, openByGate, speak } from '#areas/device/model/calls.ts';
import { deviceStates, deviceTones } from '#areas/device/model/park-device.ts';
import { boxPick, boxRefuse, boxRelease } from '#areas/passage/model/box-calls.ts';
import { laneKey, useLane } from './desk.ts';
import type { CallLane } from './desk.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const words = {
  here: text('车道', 'At the lane'),
  entry: text('入场', 'Entry'),
  live: text('实时画面', 'Live picture'),
  look: text('看实时画面', 'Live picture'),
  hide: text('关闭画面', 'Close the picture'),
  none: text('无图片', 'No picture'),
  empty: text('车道内没有车', 'No car in the lane'),
  unread: text('未识别', 'Not read'),
  due: text('应缴 {yuan}', '{yuan} due'),
  paid: text('已缴 {yuan}', '{yuan} paid'),
  free: text('无需缴费', 'Nothing due'),
  inTime: text('入场时间', 'Entry time'),
  release: text('放行', 'Release'),
  open: text('开闸', 'Open'),
  correct: text('改车牌', 'Correct plate'),
  refuse: text('拒绝', 'Refuse'),
  speak: text('播报', 'Speak'),
  waives: text('放行后免收 {yuan}', 'Releasing waives {yuan}'),
  done: text('已完成', 'Done'),
  delivered: text(
    '已送达，设备不报告结果，请看道闸',
    'Delivered; the device does not say what came of it: look at the barrier',
  ),
  reason: text('原因', 'Reason'),
  say: text('播报内容', 'Words'),
  plate: text('正确车牌', 'Correct plate'),
};
const reason = str(words.reason, { required: true, max: 200 });

type Lane = CallLane['lane'];
type Doing = 'release' | 'open' | 'correct' | 'refuse' | 'speak';

const OVER: ReadonlySet<Lane['phase']> = new Set(['releasing', 'granted', 'deducting'] as const);
const REFUSABLE: ReadonlySet<Lane['phase']> = new Set([
  'refused',
  'no-plate',
  'awaiting',
  'unpriced',
  'no-entry',
  'confirm',
  'stalled',
] as const);
const speaker = ({ devices }: Lane) =>
  devices.find(({ deviceType }) => deviceType === 'screen') ??
  devices.find(({ deviceType }) => deviceType === 'camera');

/**
 * What may be done now. A bare opening is for an empty lane: a car that stands there is released, so that it has its
 * cause.
 */
function doingsOf(lane: Lane, may: (code: string) => boolean): { readonly doing: Doing; readonly key: string }[] {
  const { car, phase } = lane;
  const all: [Doing, string, boolean][] = [
    ['release', 'F', car !== null && may('boxWork:release')],
    ['open', 'F', car === null && may('parkDevice:open')],
    ['correct', 'P', car !== null && !OVER.has(phase) && may('boxWork:correct')],
    ['refuse', 'X', car !== null && REFUSABLE.has(phase) && may('boxWork:refuse')],
    ['speak', 'V', speaker(lane) !== undefined && may('parkDevice:speak')],
  ];
  return all.filter(([, , is]) => is).map(([doing, key]) => ({ doing, key }));
}

/** The call of each action with its input besides the reason. */
const actions: {
  readonly [D in Doing]: {
    readonly call: Call;
    readonly fields: Fields;
    readonly input: (lane: Lane, values: Record<string, unknown>) => Record<string, unknown>;
  };
} = {
  release: {
    call: boxRelease as Call,
    fields: { reason },
    input: ({ gateId, car }, values) => ({ gateId, passing: car!.passing, ...values }),
  },
  open: {
    call: openByGate as Call,
    fields: { remark: reason },
    input: ({ gateId }, values) => ({ gateId, ...values }),
  },
  correct: {
    call: boxPick as Call,
    fields: { plateNumber: plate(words.plate, { required: true }) },
    input: ({ gateId, car }, values) => ({ gateId, passing: car!.passing, ...values }),
  },
  refuse: {
    call: boxRefuse as Call,
    fields: { reason },
    input: ({ gateId, car }, values) => ({ gateId, passing: car!.passing, ...values }),
  },
  speak: {
    call: speak as Call,
    fields: { content: str(words.say, { required: true, max: 100 }) },
    input: (lane, values) => ({ deviceId: speaker(lane)!.deviceId, ...values }),
  },
};

function Shot({ address, label, note }: { address: string | null; label: Text; note?: string }): ReactNode {
  const { t } = useWords();
  const { url, failed } = usePicture(address);
  return (
    <figure className="st-shot">
      {url && !failed ? <img src={url} alt={t(label)} /> : <div className="gh-dim">{t(words.none)}</div>}
      <figcaption>
        <b>{t(label)}</b> {note ?? ''}
      </figcaption>
    </figure>
  );
}

function Pictures({ lane }: { lane: Lane }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [isLive, setLive] = useState(lane.car === null);
  const camera = may('parkDevice:read') ? lane.devices.find(({ live }) => live) : undefined;
  return (
    <>
      <div className="st-shots">
        {camera && isLive ? (
          <figure className="st-shot">
            <LiveFrame
              id={camera.deviceId}
              open={() => ask(kitToken, { deviceId: camera.deviceId }, { quiet: true })}
            />
            <figcaption>
              <b>{t(words.live)}</b>
            </figcaption>
          </figure>
        ) : null}
        {lane.car ? (
          <Shot address={lane.car.picture} label={words.here} note={wallTime(lane.car.time, zone()).slice(11)} />
        ) : null}
        {lane.car?.stay ? (
          <Shot
            address={lane.car.stay.inPicture}
            label={words.entry}
            note={wallTime(lane.car.stay.inTime, zone()).slice(5, 16)}
          />
        ) : null}
      </div>
      {camera ? (
        <button type="button" className="gh-link" onClick={() => setLive(!isLive)}>
          {t(isLive ? words.hide : words.look)}
        </button>
      ) : null}
    </>
  );
}

function Standing({ car }: { car: NonNullable<Lane['car']> }): ReactNode {
  const { t } = useWords();
  const { quote, stay } = car;
  const known = stay?.plateNumber ?? car.plateNumber;
  return (
    <p className="st-car">
      <b>{known || t(words.unread)}</b>
      {stay ? (
        <span>
          {t(words.inTime)} {wallTime(stay.inTime, zone())}
        </span>
      ) : null}
      {quote ? (
        <output>
          {quote.dueFen > 0 ? t(fill(words.due, { yuan: formatFen(quote.dueFen) })) : t(words.free)}
          {quote.paidFen > 0 ? ` · ${t(fill(words.paid, { yuan: formatFen(quote.paidFen) }))}` : ''}
        </output>
      ) : null}
    </p>
  );
}

type Came = { readonly commands: readonly { readonly status: string }[] };

/** The passage that was open when the dialog was opened: an action never reaches the next car. */
function ActionDialog({ lane, doing, onClose }: { lane: Lane; doing: Doing; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const client = useQueryClient();
  const { call, fields, input } = actions[doing];
  const dueFen = doing === 'release' ? (lane.car?.quote?.dueFen ?? 0) : 0;
  const run = async (values: Record<string, unknown>, key: string) => {
    const answer = await ask<{ commandIds?: string[] } | null>(call, input(lane, values), { key, quiet: true });
    const came = answer?.commandIds
      ? await ask<Came>(commandOutcome, { commandIds: answer.commandIds }, { quiet: true })
      : null;
    notify.ok(t(came?.commands.some(({ status }) => status === 'delivered') ? words.delivered : words.done));
    await client.invalidateQueries({ queryKey: laneKey(lane.gateId) });
  };
  return (
    <AskDialog
      title={`${t(words[doing])} · ${lane.gateName}`}
      fields={fields}
      danger={doing === 'release' || doing === 'open' || doing === 'refuse'}
      {...(dueFen > 0 ? { note: () => t(fill(words.waives, { yuan: formatFen(dueFen) })) } : {})}
      run={run}
      onClose={onClose}
    />
  );
}

function Shown({ lane }: { lane: Lane }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [above, setAbove] = useState<{ doing: Doing; lane: Lane } | null>(null);
  const doings = doingsOf(lane, may);
  const press = (...wanted: Doing[]) => {
    const found = doings.find(({ doing }) => wanted.includes(doing));
    if (found) setAbove({ doing: found.doing, lane });
  };
  useKeys({
    f: () => press('release', 'open'),
    p: () => press('correct'),
    x: () => press('refuse'),
    v: () => press('speak'),
  });
  return (
    <>
      <Pictures key={lane.gateId} lane={lane} />
      {lane.car ? <Standing car={lane.car} /> : <p className="gh-dim">{t(words.empty)}</p>}
      <ul className="st-devices">
        {lane.devices
          .filter(({ status }) => status !== 'online')
          .map(({ deviceId, deviceName, status }) => (
            <li key={deviceId}>
              <span className={`gh-tag ${deviceTones[status as keyof typeof deviceTones] ?? 'muted'}`}>
                {t(deviceStates[status as keyof typeof deviceStates] ?? deviceStates.offline)}
              </span>{' '}
              {deviceName}
            </li>
          ))}
      </ul>
      <p className="st-actions">
        {doings.map(({ doing, key }) => (
          <button key={doing} type="button" className="gh-btn" onClick={() => setAbove({ doing, lane })}>
            {t(words[doing])}
            <kbd>{key}</kbd>
          </button>
        ))}
      </p>
      {above ? <ActionDialog {...above} onClose={() => setAbove(null)} /> : null}
    </>
  );
}

export function CallingLane({ gateId }: { gateId: string }): ReactNode {
  const { data, error, refetch } = useLane(gateId);
  if (!data) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <span className="gh-spin" />;
  return <Shown lane={data.lane} />;
}
