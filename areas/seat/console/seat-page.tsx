/** The seat's desk: who waits, the call that rings or is talked to with its lane, and what is still to be noted. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Call } from '#kit/declare/call.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { part } from '#kit/console/part.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import { useKeys } from '#kit/console/keyboard.ts';
import { PageKeys } from '#kit/console/keys-help.tsx';
import type { Key } from '#kit/console/keys-help.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { acceptCall, endCall, transferCall, noteCall, seatPresence } from '../model/calls.ts';
import { presences, presenceTones } from '../model/words.ts';
import { useDesk, useRingingTitle, useRingingTone } from './desk.ts';
import type { OtherSeat, SeatDesk, ShownCall } from './desk.ts';
import { CallingLane } from './lane.tsx';
import { transferVoice, useVoice } from './voice.ts';
import type { Voice } from './voice.ts';
import { TalkButtons, VoiceBar } from './voice-bar.tsx';
import './seat.css';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const words = {
  title: text('坐席工作台', 'Seat desk'),
  lots: text('可接 {n} 个车场', 'Answers {n} car parks'),
  allLots: text('可接全部车场', 'Answers all car parks'),
  ready: text('空闲', 'Ready'),
  break: text('小休', 'Break'),
  offline: text('下线', 'Go offline'),
  queue: text('排队', 'Waiting'),
  nobody: text('没有人求助', 'Nobody calls'),
  notes: text('待登记', 'To be noted'),
  others: text('其他坐席', 'Other seats'),
  accept: text('接听', 'Answer'),
  end: text('结束', 'End'),
  handOver: text('转接', 'Hand over'),
  note: text('登记原因', 'Note why'),
  exit: text('出口', 'Exit'),
  overflowed: text('转自{group}', 'From {group}'),
  waits: text('已等 {time}', 'waits {time}'),
  talking: text('已通话 {time}', 'talks {time}'),
  talks: text('{name} 通话中', '{name} talks'),
  rings: text('【求助】{lane}', '[Help] {lane}'),
  waiting: text('没有通话。有人求助时会在这里振铃。', 'No call. It rings here once somebody calls.'),
  none: text(
    '您没有坐席账号，不能接听求助。请在“坐席账号”中添加。',
    'You have no seat account and cannot answer calls. Add one under “Seat accounts”.',
  ),
  away: text(
    '服务器没有应答，正在重新连接。通话中的求助会保留，请不要关闭页面。',
    'The server does not answer; reconnecting. The call you are in is kept: leave this page open.',
  ),
  idle: text(
    '没有通话。置为空闲后，求助会按等待时间振铃到这里。',
    'No call. Once you are ready, calls ring here by their wait.',
  ),
};
const keys: readonly Key[] = [
  ['A', words.accept],
  ['E', words.end],
  ['H', words.handOver],
  ['N', words.note],
  ['R', words.ready],
  ['B', words.break],
  ['O', text('保持、取消保持', 'Hold, resume')],
  ['U', text('静音、取消静音', 'Mute, unmute')],
  ['F', text('放行、开闸', 'Release or open')],
  ['P', text('改车牌', 'Correct plate')],
  ['X', text('拒绝', 'Refuse')],
  ['V', text('播报', 'Speak')],
];

/** How long somebody waits or talks, second by second. */
function Waits({ since, says = words.waits }: { since: string; says?: Text }): ReactNode {
  const { t } = useWords();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(beat);
  }, []);
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1_000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span className="gh-num">{t(fill(says, { time }))}</span>;
}

const where = ({ parkName, gateName }: ShownCall): string => `${parkName} · ${gateName}`;

type Doing = 'note' | 'handOver';
type SeatActions = {
  readonly send: (call: Call, input: Record<string, unknown>) => Promise<void>;
  readonly open: (doing: Doing, call: ShownCall) => void;
  readonly end: (call: ShownCall) => void;
};

/** The group a call belongs to, marked where it has gone on to another. */
function Group({ call: { group, overflowed } }: { call: ShownCall }): ReactNode {
  const { t } = useWords();
  if (group === null) return null;
  return overflowed ? (
    <span className="gh-tag info">{t(fill(words.overflowed, { group }))}</span>
  ) : (
    <span className="gh-dim">{group}</span>
  );
}

function Queue({ desk, actions }: { desk: SeatDesk; actions: SeatActions }): ReactNode {
  const { t } = useWords();
  const others = desk.queue.filter(({ callId }) => callId !== desk.own?.callId);
  return (
    <section className="gh-card" aria-label={t(words.queue)}>
      <h2>{t(words.queue)}</h2>
      {others.length === 0 ? <p className="gh-dim">{t(words.nobody)}</p> : null}
      <ol className="st-queue">
        {others.map((call) => (
          <li key={call.callId}>
            <b>{where(call)}</b>
            {call.exit ? <span className="gh-tag warn">{t(words.exit)}</span> : null}
            <Group call={call} />
            <span>{call.plate}</span>
            {call.state === 'talking' ? (
              <span className="gh-dim">{t(fill(words.talks, { name: call.seat ?? '' }))}</span>
            ) : (
              <>
                <Waits since={call.queuedAt} />
                {desk.seat.state === 'ready' && call.takable ? (
                  <button
                    type="button"
                    className="gh-btn"
                    onClick={() => void actions.send(acceptCall as Call, { callId: call.callId })}
                  >
                    {t(words.accept)}
                  </button>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Beside({ desk, actions }: { desk: SeatDesk; actions: SeatActions }): ReactNode {
  const { t } = useWords();
  return (
    <aside>
      <Queue desk={desk} actions={actions} />
      {desk.notes.length > 0 ? (
        <section className="gh-card" aria-label={t(words.notes)}>
          <h2>{t(words.notes)}</h2>
          <ol className="st-queue">
            {desk.notes.map((call) => (
              <li key={call.callId}>
                <b>{where(call)}</b>
                <span>{call.plate}</span>
                <button type="button" className="gh-btn" onClick={() => actions.open('note', call)}>
                  {t(words.note)}
                </button>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {desk.others.length > 0 ? (
        <section className="gh-card" aria-label={t(words.others)}>
          <h2>{t(words.others)}</h2>
          <ul className="st-queue">
            {desk.others.map(({ seatId, name, state }) => (
              <li key={seatId}>
                <span>{name}</span>
                <span className={`gh-tag ${presenceTones[state]}`}>{t(presences[state])}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </aside>
  );
}

const isFree = ({ state }: OtherSeat): boolean => state === 'ready';

/** The call that rings here or is talked to. */
type OwnProps = { desk: SeatDesk; call: ShownCall; actions: SeatActions; voice: Voice };

function Own({ desk, call, actions, voice }: OwnProps): ReactNode {
  const { t } = useWords();
  const rings = call.state === 'queued';
  return (
    <section className={`gh-card st-own ${rings ? 'rings' : ''}`} aria-label={where(call)}>
      <header>
        <h2>{where(call)}</h2>
        {call.exit ? <span className="gh-tag warn">{t(words.exit)}</span> : null}
        <Group call={call} />
        {rings || !call.answeredAt ? (
          <Waits since={call.queuedAt} />
        ) : (
          <Waits since={call.answeredAt} says={words.talking} />
        )}
        {rings ? (
          <button
            type="button"
            className="gh-btn primary"
            onClick={() => void actions.send(acceptCall as Call, { callId: call.callId })}
          >
            {t(words.accept)}
            <kbd>A</kbd>
          </button>
        ) : (
          <>
            <TalkButtons voice={voice} gateId={call.gateId} />
            {desk.others.some(isFree) ? (
              <button type="button" className="gh-btn" onClick={() => actions.open('handOver', call)}>
                {t(words.handOver)}
                <kbd>H</kbd>
              </button>
            ) : null}
            <button type="button" className="gh-btn primary" onClick={() => actions.end(call)}>
              {t(words.end)}
              <kbd>E</kbd>
            </button>
          </>
        )}
      </header>
      {rings ? null : <CallingLane gateId={call.gateId} />}
    </section>
  );
}

function Presence({ desk, actions }: { desk: SeatDesk; actions: SeatActions }): ReactNode {
  const { t } = useWords();
  const { state, lots, groups } = desk.seat;
  const go = (to: 'ready' | 'break' | 'offline') => void actions.send(seatPresence as Call, { to });
  return (
    <>
      <span className={`gh-tag ${presenceTones[state]}`} aria-live="polite">
        {t(presences[state])}
      </span>
      <span className="gh-dim">{lots === null ? t(words.allLots) : t(fill(words.lots, { n: String(lots) }))}</span>
      {groups.length > 0 ? <span className="gh-dim">{groups.join('、')}</span> : null}
      {state === 'talking' ? null : (
        <>
          {state === 'ready' || state === 'ringing' ? null : (
            <button type="button" className="gh-btn primary" onClick={() => go('ready')}>
              {t(words.ready)}
            </button>
          )}
          {state === 'break' ? null : (
            <button type="button" className="gh-btn" onClick={() => go('break')}>
              {t(words.break)}
            </button>
          )}
          {state === 'offline' ? null : (
            <button type="button" className="gh-btn" onClick={() => go('offline')}>
              {t(words.offline)}
            </button>
          )}
        </>
      )}
    </>
  );
}

/** The page's own bar, with what its seat is doing. */
function Head({ children }: { children?: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <section className="gh-card">
      <div className="gh-tools">
        <h1>{t(words.title)}</h1>
        {children}
        <span className="gap" />
        <PageKeys page={keys} />
      </div>
    </section>
  );
}

const { callId: _note, ...noteFields } = noteCall.input;
const { callId: _over, ...handOverFields } = transferCall.input;

function Desk({ desk, keep }: { desk: SeatDesk; keep: (desk: SeatDesk) => void }): ReactNode {
  const { t } = useWords();
  const [above, setAbove] = useState<{ doing: Doing; call: ShownCall } | null>(null);
  const voice = useVoice(desk, keep);
  const send = async (call: Call, input: Record<string, unknown>): Promise<void> => {
    try {
      keep(await ask<SeatDesk>(call, input, { quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const end = ({ callId }: ShownCall): void => {
    voice.phone()?.hangUp(callId);
    void send(endCall as Call, { callId });
  };
  const actions: SeatActions = { send, end, open: (doing, call) => setAbove({ doing, call }) };
  const { own, notes } = desk;
  const rings = own?.state === 'queued';
  useRingingTone(rings);
  useRingingTitle(rings ? t(fill(words.rings, { lane: where(own) })) : null);
  useKeys({
    a: () => (rings ? void send(acceptCall as Call, { callId: own.callId }) : undefined),
    e: () => (own?.state === 'talking' ? end(own) : undefined),
    h: () => (own?.state === 'talking' && desk.others.some(isFree) ? actions.open('handOver', own) : undefined),
    n: () => (notes[0] ? actions.open('note', notes[0]) : undefined),
    r: () => void send(seatPresence as Call, { to: 'ready' }),
    o: () => voice.phone()?.hold(),
    u: () => voice.phone()?.mute(),
    b: () => (own?.state === 'talking' ? undefined : void send(seatPresence as Call, { to: 'break' })),
  });
  const run = async (call: Call, values: Record<string, unknown>, key: string) => {
    const { callId } = above!.call;
    keep(await ask<SeatDesk>(call, { callId, ...values }, { key, quiet: true }));
    if (call === transferCall) transferVoice(voice, callId);
  };
  return (
    <>
      <Head>
        <Presence desk={desk} actions={actions} />
      </Head>
      <VoiceBar voice={voice} />
      <div className="st-body">
        {own ? (
          <Own desk={desk} call={own} actions={actions} voice={voice} />
        ) : (
          <p className="gh-card gh-dim st-idle">{t(desk.seat.state === 'ready' ? words.waiting : words.idle)}</p>
        )}
        <Beside desk={desk} actions={actions} />
      </div>
      {above ? (
        <AskDialog
          title={`${t(words[above.doing])} · ${where(above.call)}`}
          fields={above.doing === 'note' ? noteFields : handOverFields}
          run={(values, key) => run((above.doing === 'note' ? noteCall : transferCall) as Call, values, key)}
          onClose={() => setAbove(null)}
        />
      ) : null}
    </>
  );
}

/** Instead of the desk: while it loads, where that failed, and for a person without a seat. */
function Without({ error, none, onRetry }: { error: Error | null; none: boolean; onRetry: () => void }): ReactNode {
  const { t } = useWords();
  if (error) return <Trouble error={error} onRetry={onRetry} />;
  return none ? <p className="gh-card gh-dim st-idle">{t(words.none)}</p> : <span className="gh-spin" />;
}

export default function SeatPage(): ReactNode {
  const { t } = useWords();
  const { data, error, refetch, keep } = useDesk();
  if (data)
    return (
      <div className="gh-page st-page">
        {error ? (
          <p className="gh-card st-away" role="alert">
            {t(words.away)}
          </p>
        ) : null}
        <Desk desk={data} keep={keep} />
      </div>
    );
  return (
    <div className="gh-page st-page">
      <Head />
      <Without error={error} none={data === null} onRetry={() => void refetch()} />
    </div>
  );
}
