import { useId, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { formatFen, parseFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { instantOf, wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { commandOutcome, speak } from '#areas/device/model/calls.ts';
import { boxCash, boxDeclare, boxRefuse, boxRelease } from '../model/box-calls.ts';
import { plateOf } from './box-board.ts';
import type { BoxLane, Car } from './box-board.ts';
import { emptyReasons, refuseReasons, releaseReasons, spoken } from './box-words.ts';
import { SubmitFooter, Problem, Reason, useSubmission } from './submission.tsx';
import type { Submission } from './submission.tsx';

const words = {
  cash: text('收现金', 'Take cash'),
  due: text('应收', 'Due'),
  price: text('人工定价', 'Price set manually'),
  tendered: text('收到（元）', 'Received (CNY)'),
  change: text('找零', 'Change'),
  less: text('不足', 'Not enough'),
  exact: text('刚好', 'Exact amount'),
  taken: text('已收款，请放行', 'Payment taken'),
  rest: text('报价已过期，还需补缴', 'The quote has expired. The balance is due.'),
  take: text('收款', 'Take payment'),
  release: text('人工放行', 'Release'),
  open: text('空车道开闸', 'Open barrier (no vehicle)'),
  let: text('放行', 'Release'),
  released: text('已放行', 'Released'),
  refuse: text('拒绝通行', 'Refuse'),
  refused: text('已拒绝，车道提示倒车离开', 'Refused. The lane display asks the driver to back out.'),
  reason: text('原因', 'Reason'),
  other: text('其他原因', 'Another reason'),
  waives: text('将减免 {yuan} 元', 'CNY {yuan} will be waived'),
  declare: text('申报入场时间', 'Declare entry time'),
  inTime: text('司机所说的入场时间', 'Entry time stated by the driver'),
  word: text('司机申报', "Driver's statement"),
  priced: text('已按申报时间计价', 'Charged by the declared time'),
  ok: text('确定', 'OK'),
  bad: text('时间不正确', 'Invalid time'),
  speak: text('播报', 'Speak'),
  say: text('自行输入', 'Other text'),
  noDevice: text('该车道没有屏幕或相机', 'This lane has no display or camera'),
  sent: text('已播报', 'Announced'),
};

export type LaneProps = { lane: BoxLane; onClose: () => void; onDone: () => Promise<void> };
export type CarProps = LaneProps & { car: Car };

/** showModal focuses the marked element before the next key is handled. */
export const first = (element: HTMLInputElement | null): void => element?.setAttribute('autofocus', '');
const enters = (work: () => void) => (event: FormEvent) => {
  event.preventDefault();
  work();
};
/** Enter where nothing is to be filled in. */
const entered = (work: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key === 'Enter' && event.target instanceof HTMLParagraphElement) work();
};
export const where = (lane: BoxLane, car: Car | null): string =>
  `${lane.gateName}${car && plateOf(car) ? ` · ${plateOf(car)}` : ''}`;

type BoxProps = {
  title: string;
  submission: Submission;
  ok: string;
  ready: boolean;
  danger?: boolean;
  onOk: () => void;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};
/** A form for one action: Enter confirms, Esc cancels. */
export function SubmitDialog({
  title,
  submission,
  ok,
  ready,
  danger = false,
  onOk,
  onClose,
  className = '',
  children,
}: BoxProps): ReactNode {
  const go = () => {
    if (ready && !submission.busy) onOk();
  };
  return (
    <Dialog
      title={title}
      className={className}
      onClose={onClose}
      footer={<SubmitFooter ok={ok} ready={ready} busy={submission.busy} danger={danger} onOk={go} onClose={onClose} />}
    >
      <form className="bx-form" onSubmit={enters(go)} onKeyDown={entered(go)}>
        {children}
        <Problem message={submission.problem} />
        <button type="submit" className="gh-sr" tabIndex={-1} aria-hidden="true">
          {ok}
        </button>
      </form>
    </Dialog>
  );
}

type AmountFieldProps = {
  label: Text;
  value: string;
  placeholder?: string;
  isFirst: boolean;
  onChange: (value: string) => void;
};

function AmountField({ label, value, placeholder, isFirst, onChange }: AmountFieldProps): ReactNode {
  const { t } = useWords();
  return (
    <label className="gh-field">
      <span className="label">{t(label)}</span>
      <input
        {...(isFirst ? { ref: first } : {})}
        className="gh-input big"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

const notes = [1_000, 2_000, 5_000, 10_000];

/** Cash for what the car owes: what was handed over is typed, the change is read off. */
export function CashDialog({ lane, car, onClose, onDone }: CarProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const [typed, setTyped] = useState('');
  const [price, setPrice] = useState('');
  const byHand = car.quote === null || car.quote.unpriced !== null;
  const dueFen = byHand ? (parseFen(price) ?? 0) : car.quote!.dueFen;
  const tenderedFen = typed === '' ? dueFen : parseFen(typed);
  const ready = dueFen > 0 && tenderedFen !== null && tenderedFen >= dueFen;
  const go = () =>
    void submission.run(async (key) => {
      const { phase } = await ask<{ phase: string }>(
        boxCash,
        { gateId: lane.gateId, passing: car.passing, amountFen: dueFen, tenderedFen },
        { key, quiet: true },
      );
      return t(phase === 'awaiting' ? words.rest : words.taken);
    });
  return (
    <SubmitDialog
      title={`${t(words.cash)} · ${where(lane, car)}`}
      submission={submission}
      ok={t(words.take)}
      ready={ready}
      onOk={go}
      onClose={onClose}
      className="bx-cash"
    >
      {byHand ? (
        <AmountField label={words.price} value={price} isFirst onChange={setPrice} />
      ) : (
        <p className="due">
          <span>{t(words.due)}</span>
          <output>{formatFen(dueFen)}</output>
        </p>
      )}
      <AmountField
        label={words.tendered}
        value={typed}
        placeholder={formatFen(dueFen)}
        isFirst={!byHand}
        onChange={setTyped}
      />
      <p className="notes">
        <button type="button" className="gh-btn" onClick={() => setTyped('')}>
          {t(words.exact)}
        </button>
        {notes
          .filter((fen) => fen >= dueFen)
          .map((fen) => (
            <button key={fen} type="button" className="gh-btn" onClick={() => setTyped(formatFen(fen))}>
              {fen / 100}
            </button>
          ))}
      </p>
      <p className={`due ${ready ? '' : 'bad'}`} aria-live="polite">
        <span>{t(words.change)}</span>
        <output>
          {tenderedFen === null || tenderedFen < dueFen ? t(words.less) : formatFen(tenderedFen - dueFen)}
        </output>
      </p>
    </SubmitDialog>
  );
}

/** One of a few reasons, chosen with the arrows, or another one typed. */
function Reasons({
  among,
  value,
  onChange,
  other,
}: {
  among: readonly Text[];
  value: string;
  onChange: (value: string) => void;
  other: Text;
}): ReactNode {
  const { t } = useWords();
  const id = useId();
  const reasons = among.map(t);
  const own = !reasons.includes(value);
  return (
    <fieldset className="bx-reasons">
      {reasons.map((each, nth) => (
        <label key={each}>
          <input
            ref={nth === 0 ? first : undefined}
            type="radio"
            name={id}
            checked={value === each}
            onChange={() => onChange(each)}
          />
          {each}
        </label>
      ))}
      <label>
        <input type="radio" name={id} checked={own} onChange={() => onChange('')} />
        {t(other)}
      </label>
      {own ? (
        <input
          className="gh-input"
          aria-label={t(other)}
          maxLength={200}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : null}
    </fieldset>
  );
}

/** Lets the car go, turns it away, or opens the empty lane: who and why are kept with the camera's picture. */
export function ReleaseDialog({ lane, refuses, onClose, onDone }: LaneProps & { refuses: boolean }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const { car } = lane;
  const among = refuses ? refuseReasons : car ? releaseReasons : emptyReasons;
  const title = t(refuses ? words.refuse : car ? words.release : words.open);
  const [reason, setReason] = useState(t(among[0]!));
  const dueFen = refuses ? 0 : (car?.quote?.dueFen ?? 0);
  const go = () =>
    void submission.run(async (key) => {
      await ask(
        refuses ? boxRefuse : boxRelease,
        { gateId: lane.gateId, passing: car?.passing ?? 0, reason: reason.trim() },
        { key, quiet: true },
      );
      return t(refuses ? words.refused : words.released);
    });
  return (
    <SubmitDialog
      title={`${title} · ${where(lane, car)}`}
      submission={submission}
      ok={refuses ? title : t(words.let)}
      ready={reason.trim() !== ''}
      danger
      onOk={go}
      onClose={onClose}
    >
      {dueFen > 0 ? <p className="waives">{t(words.waives).replace('{yuan}', formatFen(dueFen))}</p> : null}
      <Reasons among={among} value={reason} onChange={setReason} other={words.other} />
    </SubmitDialog>
  );
}

/** The driver's word for when he came in, where no entry is known. */
export function DeclareDialog({ lane, car, onClose, onDone }: CarProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const [at, setAt] = useState(() =>
    wallTime(new Date(Date.parse(car.time) - 3_600_000).toISOString(), zone())
      .slice(0, 16)
      .replace(' ', 'T'),
  );
  const [reason, setReason] = useState(t(words.word));
  const inTime = instantOf(`${at.replace('T', ' ')}:00`.slice(0, 19), zone());
  const go = () =>
    void submission.run(async (key) => {
      await ask(
        boxDeclare,
        { gateId: lane.gateId, passing: car.passing, inTime, reason: reason.trim() },
        { key, quiet: true },
      );
      return t(words.priced);
    });
  return (
    <SubmitDialog
      title={`${t(words.declare)} · ${where(lane, car)}`}
      submission={submission}
      ok={t(words.ok)}
      ready={inTime !== null && reason.trim() !== ''}
      onOk={go}
      onClose={onClose}
    >
      <label className="gh-field">
        <span className="label">{t(words.inTime)}</span>
        <input
          ref={first}
          type="datetime-local"
          className="gh-input"
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
      </label>
      <Reason label={t(words.reason)} value={reason} onChange={setReason} />
    </SubmitDialog>
  );
}

/** Announces a text at the lane, by voice and on its screen. */
export function SpeakDialog({ lane, onClose }: Omit<LaneProps, 'onDone'>): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone: async () => undefined });
  const [content, setContent] = useState(t(spoken[0]!));
  const device =
    lane.devices.find(({ deviceType }) => deviceType === 'screen') ??
    lane.devices.find(({ deviceType }) => deviceType === 'camera');
  const go = () =>
    void submission.run(async (key) => {
      const { commandIds } = await ask<{ commandIds: string[] }>(
        speak,
        { deviceId: device!.deviceId, content: content.trim() },
        { key, quiet: true },
      );
      await ask(commandOutcome, { commandIds }, { quiet: true });
      return t(words.sent);
    });
  if (!device) {
    notify.info(t(words.noDevice));
    return null;
  }
  return (
    <SubmitDialog
      title={`${t(words.speak)} · ${lane.gateName}`}
      submission={submission}
      ok={t(words.speak)}
      ready={content.trim() !== ''}
      onOk={go}
      onClose={onClose}
    >
      <Reasons among={spoken} value={content} onChange={setContent} other={words.say} />
    </SubmitDialog>
  );
}
