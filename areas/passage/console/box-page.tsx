import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { number } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { PageKeys } from '#kit/console/keys-help.tsx';
import type { Key } from '#kit/console/keys-help.tsx';
import { useKeys } from '#kit/console/keyboard.ts';
import { useMay, useMe } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePreference } from '#kit/console/preference.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { boxOwn } from '../model/box-calls.ts';
import { nextWaiting, paidAt, plateOf, printableAt, useBoard, waitingOf, waits } from './box-board.ts';
import type { Board, BoxLane, BoothEvent, Printable } from './box-board.ts';
import { CashDialog, DeclareDialog, ReleaseDialog, SpeakDialog } from './box-dialogs.tsx';
import { DerateDialog } from './box-derate.tsx';
import { doingsOf, LaneCard, liveCamera, Waited } from './box-lane.tsx';
import type { Doing } from './box-lane.tsx';
import { PlateDialog } from './box-plate.tsx';
import { ShiftDialog, ShiftPanel, useShift } from './box-shift.tsx';
import type { ShiftDoing } from './box-shift-parts.tsx';
import { Recent } from './box-recent.tsx';
import { actionWords, phases } from './box-words.ts';
import './passage.css';
import './box.css';

const BoxReceipt = part(() => import('./box-receipt.tsx'));

const words = {
  box: text('岗亭', 'Booth'),
  title: text('岗亭值守', 'Gate booth'),
  choose: text('请选择要值守的岗亭', 'Select the booth to work in'),
  free: text('剩余车位', 'Free spaces'),
  inside: text('在场', 'Inside'),
  waiting: text('待处理', 'Waiting'),
  beside: text('班次与最近通行', 'Shift and recent passages'),
  none: text(
    '该岗亭没有车道，请在车道管理中设置所属岗亭',
    'This booth has no lanes. Assign lanes to it under “Lanes”.',
  ),
  lane: text('选择车道', 'Select lane'),
  next: text('下一个待处理车道', 'Next lane waiting'),
  main: text('处理当前车辆', 'Handle vehicle'),
  cash: text('收现金', 'Take cash'),
  plate: text('改车牌、确认车辆', 'Correct plate'),
  release: text('放行、开闸', 'Release or open barrier'),
  declare: text('申报入场时间', 'Declare entry time'),
  speak: text('播报', 'Speak'),
  derate: text('发放优惠', 'Give a discount'),
  refuse: text('拒绝通行', 'Refuse'),
  receipt: text('打印收费或入场凭条', 'Print a receipt or entry ticket'),
  noReceipt: text('该车道近来没有可打印凭条的车', 'No car at this lane lately has a slip to print'),
  live: text('显示或关闭实时画面', 'Toggle live video'),
  noLive: text('该车道没有可显示实时画面的相机', 'No camera in this lane has live video'),
  shift: text('上班、交班', 'Start or hand over shift'),
  nobody: text('没有车辆等待处理', 'No vehicles waiting'),
  did: text('{lane}：{name} {action}', '{lane}: {name} {action}'),
};
const keys: readonly Key[] = [
  ['1 9', words.lane],
  ['N', words.next],
  ['Enter', words.main],
  ['C', words.cash],
  ['Y', words.derate],
  ['P', words.plate],
  ['F', words.release],
  ['X', words.refuse],
  ['D', words.declare],
  ['R', words.receipt],
  ['V', words.speak],
  ['L', words.live],
  ['G', words.shift],
];
const box = relation(words.box, () => parkBox);

type Above =
  | { readonly kind: Exclude<Doing, 'receipt'>; readonly gateId: string; readonly lane: BoxLane }
  | { readonly kind: 'receipt'; readonly of: Printable }
  | { readonly kind: 'shift'; readonly doing: ShiftDoing };

/**
 * The box a dialog stands over: the vehicle is the one that stood there when it was opened, whoever comes meanwhile.
 */
function Dialogs({
  above,
  board,
  boxId,
  onClose,
  onDone,
}: {
  above: Exclude<Above, { kind: 'shift' | 'receipt' }>;
  board: Board;
  boxId: string;
  onClose: () => void;
  onDone: () => Promise<void>;
}): ReactNode {
  const { lane } = above;
  const own = { lane, onClose, onDone };
  if (above.kind === 'release' || above.kind === 'refuse')
    return <ReleaseDialog {...own} refuses={above.kind === 'refuse'} />;
  if (above.kind === 'speak') return <SpeakDialog lane={lane} onClose={onClose} />;
  if (!lane.car) return null;
  if (above.kind === 'derate') return <DerateDialog {...own} car={lane.car} boxId={boxId} />;
  if (above.kind === 'cash') return <CashDialog {...own} car={lane.car} />;
  return above.kind === 'plate' ? (
    <PlateDialog {...own} car={lane.car} parkId={board.parkId} />
  ) : (
    <DeclareDialog {...own} car={lane.car} />
  );
}

/** Who waits, the longest first; the lanes themselves stay where they are. */
function Queue({
  board,
  chosen,
  onPick,
}: {
  board: Board;
  chosen: string | undefined;
  onPick: (gateId: string) => void;
}): ReactNode {
  const { t } = useWords();
  const waiting = waitingOf(board.lanes);
  return (
    <ol className="bx-queue" aria-label={t(words.waiting)}>
      {waiting.length === 0 ? <li className="gh-dim">{t(words.nobody)}</li> : null}
      {waiting.map(({ gateId, gateName, phase, car }) => (
        <li key={gateId}>
          <button
            type="button"
            className={`gh-btn ${gateId === chosen ? 'primary' : ''}`}
            onClick={() => onPick(gateId)}
          >
            <b>{gateName}</b>
            {plateOf(car!)}
            <span>{t(phases[phase].label)}</span>
            {car!.quote && car!.quote.dueFen > 0 ? <b>{formatFen(car!.quote.dueFen)}</b> : null}
            <Waited since={car!.time} />
          </button>
        </li>
      ))}
    </ol>
  );
}

function Counters({ board }: { board: Board }): ReactNode {
  const { t } = useWords();
  const waiting = board.lanes.filter(waits).length;
  return (
    <dl className="bx-counters">
      <div className={board.free === 0 ? 'bad' : ''}>
        <dt>{t(words.free)}</dt>
        <dd>{board.free === null ? '—' : number(board.free)}</dd>
      </div>
      <div>
        <dt>{t(words.inside)}</dt>
        <dd>{number(board.inside)}</dd>
      </div>
      <div className={waiting > 0 ? 'warn' : ''}>
        <dt>{t(words.waiting)}</dt>
        <dd aria-live="polite">{waiting}</dd>
      </div>
    </dl>
  );
}

/** Which lane is chosen, whether its camera is shown live, and what keys do with it. */
function useChosenLane(board: Board, nextShift: ShiftDoing | null, onAbove: (above: Above) => void) {
  const { t } = useWords();
  const may = useMay();
  const [live, keepLive] = usePreference<boolean>('box-live');
  const [picked, setPicked] = useState<string | null>(null);
  const chosen =
    board.lanes.find(({ gateId }) => gateId === picked) ??
    board.lanes.find(({ gateId }) => gateId === nextWaiting(board.lanes, null)) ??
    board.lanes[0];
  const start = (lane: BoxLane, kind: Doing) => {
    setPicked(lane.gateId);
    if (kind !== 'receipt') return onAbove({ kind, gateId: lane.gateId, lane });
    const orderId = paidAt(lane);
    if (orderId) onAbove({ kind, of: { slip: 'receipt', orderId } });
  };
  const receipt = () => {
    if (!chosen || !may('parkingOrder:read')) return;
    const of = printableAt(chosen, board.recent);
    if (of) onAbove({ kind: 'receipt', of });
    else notify.info(t(words.noReceipt));
  };
  const press = (kind: Doing) => () => {
    if (chosen && doingsOf(chosen, may, board.cashAllowed).some(({ doing }) => doing === kind)) start(chosen, kind);
  };
  const main = () => {
    const first = chosen && waits(chosen) ? doingsOf(chosen, may, board.cashAllowed)[0] : undefined;
    if (chosen && first) start(chosen, first.doing);
  };
  const numbers = Object.fromEntries(
    board.lanes.slice(0, 9).map(({ gateId }, nth) => [String(nth + 1), () => setPicked(gateId)]),
  );
  const next = () => setPicked(nextWaiting(board.lanes, chosen?.gateId ?? null) ?? chosen?.gateId ?? null);
  /**
   * Nothing else is to be seen of an empty lane; beside a car the picture stands where it is wanted. Who has put it
   * away is not shown it again.
   */
  const isLive = live ?? (live === null && chosen?.car === null);
  const look = () => {
    if (!isLive && !(chosen && liveCamera(chosen))) notify.info(t(words.noLive));
    else keepLive(!isLive);
  };
  const shiftKey = () => {
    if (nextShift) onAbove({ kind: 'shift', doing: nextShift });
  };
  useKeys({
    ...numbers,
    n: next,
    Enter: main,
    c: press('cash'),
    y: press('derate'),
    x: press('refuse'),
    l: look,
    p: press('plate'),
    f: press('release'),
    d: press('declare'),
    r: receipt,
    v: press('speak'),
    g: shiftKey,
  });
  return { chosen, isLive, setPicked, start };
}

/** The lanes of one booth, controlled by keyboard: which lane is selected and which dialog is open. */
function Lanes({ board, boxId, again }: { board: Board; boxId: string; again: () => Promise<unknown> }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const shift = useShift(boxId);
  const [above, setAbove] = useState<Above | null>(null);
  const { chosen, isLive, setPicked, start } = useChosenLane(board, shift.next, setAbove);
  const done = async () => {
    await Promise.all([again(), shift.again()]);
  };
  const close = () => setAbove(null);
  return (
    <div className="bx-body">
      {board.lanes.length === 0 ? <p className="gh-dim">{t(words.none)}</p> : null}
      <Queue board={board} chosen={chosen?.gateId} onPick={setPicked} />
      <div className="bx-lanes">
        {board.lanes.map((lane, nth) => (
          <LaneCard
            key={lane.gateId}
            lane={lane}
            nth={nth + 1}
            chosen={lane.gateId === chosen?.gateId}
            live={isLive && lane.gateId === chosen?.gateId}
            cashAllowed={board.cashAllowed}
            onChoose={() => setPicked(lane.gateId)}
            onDo={(kind) => start(lane, kind)}
          />
        ))}
      </div>
      <aside aria-label={t(words.beside)}>
        {may('shift:read') ? (
          <ShiftPanel
            now={shift.now}
            error={shift.error}
            onDo={(doing) => setAbove({ kind: 'shift', doing })}
            onRetry={() => void shift.again()}
          />
        ) : null}
        <Recent board={board} onPrint={(of) => setAbove({ kind: 'receipt', of })} />
      </aside>
      {above?.kind === 'shift' ? (
        shift.now ? (
          <ShiftDialog doing={above.doing} now={shift.now} onClose={close} onDone={done} />
        ) : null
      ) : above?.kind === 'receipt' ? (
        <BoxReceipt of={above.of} onClose={close} />
      ) : above ? (
        <Dialogs above={above} board={board} boxId={boxId} onClose={close} onDone={done} />
      ) : null}
    </div>
  );
}

function Watched({ boxId }: { boxId: string }): ReactNode {
  const { t } = useWords();
  const me = useMe((state) => state.me);
  const announce = ({ lane, by, byId, action, amountFen }: BoothEvent) => {
    if (byId === me?.userId) return;
    notify.info(
      t(words.did)
        .replace('{lane}', lane)
        .replace('{name}', by)
        .replace(
          '{action}',
          `${t(actionWords[action] ?? words.main)}${amountFen === null ? '' : ` ${formatFen(amountFen)}`}`,
        ),
    );
  };
  const { data, error, refetch } = useBoard(boxId, announce);
  if (!data)
    return error ? (
      <Trouble error={error} onRetry={() => void refetch()} />
    ) : (
      <p aria-busy="true">
        <span className="gh-spin" />
      </p>
    );
  return (
    <>
      <p className="bx-where">
        <b>{data.parkName}</b> · {data.boxName}
      </p>
      <Counters board={data} />
      <Lanes board={data} boxId={boxId} again={refetch} />
    </>
  );
}

/**
 * The guard's screen: the lanes of his box, what stands at them, and what he does about it, by the keyboard alone where
 * he likes.
 */
export default function BoxPage(): ReactNode {
  const { t } = useWords();
  const [kept, keep] = usePreference<{ boxId: string | null }>('box');
  const [boxId, setBoxId] = useState<string | null>(null);
  // His own comes before the one he watched last.
  const { data: own, isPending } = useQuery({
    queryKey: [boxOwn.name],
    queryFn: ({ signal }) => ask<{ boxId: string | null }>(boxOwn, {}, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  });
  useEffect(() => {
    const first = own?.boxId ?? kept?.boxId;
    if (own && first) setBoxId((held) => held ?? first);
  }, [own, kept]);
  const choose = (value: string | null) => {
    setBoxId(value);
    keep({ boxId: value });
    // The next key is for the lanes.
    if (value) setTimeout(() => (document.activeElement as HTMLElement | null)?.blur());
  };
  return (
    <div className="gh-page bx-page">
      <header className="bx-head gh-no-print">
        <h1>{t(words.title)}</h1>
        <Antd>
          <span className="box">
            <RelationSelect field={box} value={boxId} among={{}} onChange={(value) => choose(value as string | null)} />
          </span>
        </Antd>
        <PageKeys page={keys} />
      </header>
      {boxId !== null ? (
        <Watched key={boxId} boxId={boxId} />
      ) : isPending ? (
        <p aria-busy="true">
          <span className="gh-spin" />
        </p>
      ) : (
        <div className="gh-card gh-void">
          <Icon name="gate" />
          <span>{t(words.choose)}</span>
        </div>
      )}
    </div>
  );
}
