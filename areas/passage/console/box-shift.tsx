import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DENOMINATIONS, countedFen } from '#domain/shift/till.ts';
import { formatFen, parseFen } from '#domain/money/fen.ts';
import type { Call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { wallTime } from '#kit/console/format.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import {
  askVoid,
  confirmShift,
  countShift,
  dropCash,
  handOver,
  openShift,
  resumeShift,
  shiftNow,
} from '#areas/shift/model/calls.ts';
import { pieceNames, shiftStates, shiftTones } from '#areas/shift/model/words.ts';
import { DeedBox } from './box-dialogs.tsx';
import { Reason, useDeed } from './deed.tsx';

const words = {
  title: text('班次', 'Shift'),
  none: text('岗亭无人当班', 'No one on duty'),
  open: text('上班', 'Start shift'),
  float: text('备用金（元）', 'Float (CNY)'),
  opened: text('已上班', 'Shift started'),
  since: text('{name} 自 {time} 起', '{name} since {time}'),
  floatOf: text('备用金 {yuan}', 'float {yuan}'),
  hand: text('交班', 'Hand over shift'),
  going: text(
    '回到当班，其间收的现金计入本班。',
    'Returns to duty. Cash taken in the meantime counts towards this shift.',
  ),
  handing: text(
    '截止后开始清点；此后收的现金计入下一班。',
    'Closes the shift for counting. Cash taken afterwards counts towards the next shift.',
  ),
  cut: text('已截止，请清点', 'Shift closed. Please count the cash.'),
  drop: text('投库', 'Cash drop'),
  amount: text('金额（元）', 'Amount (CNY)'),
  remark: text('说明', 'Remark'),
  dropped: text('已投库', 'Cash drop recorded'),
  count: text('清点', 'Count'),
  back: text('继续当班', 'Resume shift'),
  keep: text('留作备用金（元）', 'Float for next shift (CNY)'),
  sum: text('清点合计', 'Counted'),
  told: text('已提交清点', 'Count submitted'),
  resumed: text('已继续当班', 'Shift resumed'),
  once: text(
    '只能提交一次，提交后显示应有现金。',
    'Can be submitted only once. The expected cash is shown afterwards.',
  ),
  sign: text('接班确认', 'Confirm takeover'),
  account: text('接班人账号', "Incoming person's account"),
  password: text('接班人密码', 'Password'),
  take: text('接班，备用金转入下一班', 'Start the next shift with this float'),
  signed: text('已交班，请接班人登录', 'Handed over. The incoming person can log in now.'),
  expected: text('应有现金', 'Expected'),
  counted: text('清点现金', 'Counted'),
  difference: text('长短款', 'Difference'),
  handIn: text('上缴', 'Cash handed in'),
  receipts: text('最近收据', 'Recent receipts'),
  void: text('作废', 'Void'),
  why: text('原因', 'Reason'),
  asked: text('已申请作废，待他人审批', 'Void requested, pending approval'),
};

type Shift = {
  id: string;
  status: keyof typeof shiftStates;
  operator: string;
  mine: boolean;
  openedTime: string;
  floatFen: number;
  expectedFen: number | null;
  countedFen: number | null;
  differenceFen: number | null;
  handInFen: number | null;
};
type Receipt = { id: string; receiptNo: number; plateNumber: string | null; amountFen: number; time: string };
type Now = { boxId: string; lastReceipt: number; shift: Shift | null; receipts: Receipt[] };
export type ShiftDoing = 'open' | 'drop' | 'handover' | 'resume' | 'count' | 'confirm' | { readonly receipt: Receipt };
type AskProps = { now: Now; onClose: () => void; onDone: () => Promise<void> };

const key = (boxId: string) => [shiftNow.name, boxId];

const Yuan = ({
  label,
  value,
  onChange,
  focus,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  focus?: boolean;
}): ReactNode => (
  <label className="gh-field">
    <span className="label">{label}</span>
    <input
      ref={(element) => {
        if (focus) element?.setAttribute('autofocus', '');
      }}
      className="gh-input"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);

/** Asks for one amount (float, drop) or nothing (hand over, back) and does it. */
function Plain({
  now,
  doing,
  onClose,
  onDone,
}: AskProps & { doing: 'open' | 'drop' | 'handover' | 'resume' }): ReactNode {
  const { t } = useWords();
  const deed = useDeed({ onClose, onDone });
  const [amount, setAmount] = useState('');
  const [remark, setRemark] = useState('');
  const fen = parseFen(amount);
  const shiftId = now.shift?.id;
  const forms = {
    open: { call: openShift, title: words.open, done: words.opened, input: { boxId: now.boxId, floatFen: fen } },
    drop: {
      call: dropCash,
      title: words.drop,
      done: words.dropped,
      input: { shiftId, amountFen: fen, remark: remark || null },
    },
    handover: { call: handOver, title: words.hand, done: words.cut, input: { shiftId } },
    resume: { call: resumeShift, title: words.back, done: words.resumed, input: { shiftId } },
  } as const;
  const form = forms[doing];
  const asks = doing === 'open' || doing === 'drop';
  const go = () =>
    void deed.run(async (id) => {
      await ask(form.call as unknown as Call, form.input, { key: id, quiet: true });
      return t(form.done);
    });
  return (
    <DeedBox
      title={t(form.title)}
      deed={deed}
      ok={t(form.title)}
      ready={!asks || fen !== null}
      onOk={go}
      onClose={onClose}
    >
      {asks ? (
        <Yuan focus label={t(doing === 'open' ? words.float : words.amount)} value={amount} onChange={setAmount} />
      ) : null}
      {doing === 'drop' ? (
        <label className="gh-field">
          <span className="label">{t(words.remark)}</span>
          <input
            className="gh-input"
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </label>
      ) : null}
      {asks ? null : (
        <p ref={(element) => element?.setAttribute('autofocus', '')} className="bx-told" tabIndex={-1}>
          {t(doing === 'handover' ? words.handing : words.going)}
        </p>
      )}
    </DeedBox>
  );
}

/** Enter behind a number leads to what comes next, as on a till: a count can be told only once. */
function onward(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const inputs = [...event.currentTarget.closest('form')!.querySelectorAll('input')];
  inputs[inputs.indexOf(event.target as HTMLInputElement) + 1]?.select();
}

/** The drawer counted by denomination, before anybody is shown what should be there. */
function CountDialog({ now, onClose, onDone }: AskProps): ReactNode {
  const { t } = useWords();
  const deed = useDeed({ onClose, onDone });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [keep, setKeep] = useState('0');
  const pieces = Object.fromEntries(
    Object.entries(typed)
      .filter(([, number]) => number !== '')
      .map(([fen, number]) => [fen, Number(number)]),
  );
  const [sum, keepFen] = [countedFen(pieces), parseFen(keep)];
  const go = () =>
    void deed.run(async (id) => {
      await ask(countShift as unknown as Call, { shiftId: now.shift!.id, pieces, keepFen }, { key: id, quiet: true });
      return t(words.told);
    });
  return (
    <DeedBox
      title={t(words.count)}
      deed={deed}
      ok={t(words.count)}
      ready={sum !== null && keepFen !== null && keepFen <= sum}
      onOk={go}
      onClose={onClose}
    >
      <div className="bx-pieces" onKeyDown={onward}>
        {DENOMINATIONS.map((fen, nth) => (
          <label key={fen}>
            <span>{t(pieceNames[fen]!)}</span>
            <input
              ref={(element) => {
                if (nth === 0) element?.setAttribute('autofocus', '');
              }}
              className="gh-input"
              inputMode="numeric"
              autoComplete="off"
              value={typed[fen] ?? ''}
              onChange={(event) => setTyped({ ...typed, [fen]: event.target.value.replace(/\D/g, '') })}
            />
          </label>
        ))}
      </div>
      <p className="due">
        <span>{t(words.sum)}</span>
        <output>{sum === null ? '—' : formatFen(sum)}</output>
      </p>
      <Yuan label={t(words.keep)} value={keep} onChange={setKeep} />
      <p className="gh-dim">{t(words.once)}</p>
    </DeedBox>
  );
}

const Figures = ({ shift }: { shift: Shift }): ReactNode => {
  const { t } = useWords();
  const rows = [
    ['expected', shift.expectedFen],
    ['counted', shift.countedFen],
    ['difference', shift.differenceFen],
    ['handIn', shift.handInFen],
  ] as const;
  return (
    <dl className="gh-tiles">
      {rows.map(([name, fen]) => (
        <div key={name} className={name === 'difference' && fen !== 0 ? 'bad' : ''}>
          <dt>{t(words[name])}</dt>
          <dd data-figure={name}>{fen === null ? '—' : formatFen(fen)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The next person signs with his own password; what was counted stands in view of both. */
function ConfirmDialog({ now, onClose, onDone }: AskProps): ReactNode {
  const { t } = useWords();
  const deed = useDeed({ onClose, onDone });
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [takeOver, setTakeOver] = useState(true);
  const go = () =>
    void deed.run(
      async (id) => {
        await ask(
          confirmShift as unknown as Call,
          { shiftId: now.shift!.id, account, password, takeOver },
          { key: id, quiet: true },
        );
        return t(words.signed);
      },
      () => setPassword(''),
    );
  return (
    <DeedBox
      title={t(words.sign)}
      deed={deed}
      ok={t(words.sign)}
      ready={account !== '' && password !== ''}
      onOk={go}
      onClose={onClose}
    >
      <Figures shift={now.shift!} />
      <label className="gh-field">
        <span className="label">{t(words.account)}</span>
        <input
          ref={(element) => element?.setAttribute('autofocus', '')}
          className="gh-input"
          autoComplete="off"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
      </label>
      <label className="gh-field">
        <span className="label">{t(words.password)}</span>
        <input
          type="password"
          className="gh-input"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <label>
        <input type="checkbox" checked={takeOver} onChange={(event) => setTakeOver(event.target.checked)} />{' '}
        {t(words.take)}
      </label>
    </DeedBox>
  );
}

function VoidDialog({
  receipt,
  onClose,
  onDone,
}: {
  receipt: Receipt;
  onClose: () => void;
  onDone: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const deed = useDeed({ onClose, onDone });
  const [remark, setRemark] = useState('');
  const go = () =>
    void deed.run(async (id) => {
      await ask(askVoid as unknown as Call, { entryId: receipt.id, remark: remark.trim() }, { key: id, quiet: true });
      return t(words.asked);
    });
  return (
    <DeedBox
      title={`${t(words.void)} · ${receipt.receiptNo} · ${formatFen(receipt.amountFen)}`}
      deed={deed}
      ok={t(words.void)}
      ready={remark.trim() !== ''}
      danger
      onOk={go}
      onClose={onClose}
    >
      <Reason label={t(words.why)} value={remark} onChange={setRemark} />
    </DeedBox>
  );
}

/** The deed that the shift of a box waits for next, for the key that leads to it. */
const nextOf = ({ shift }: Now): ShiftDoing | null =>
  shift === null
    ? 'open'
    : !shift.mine
      ? null
      : shift.status === 'open'
        ? 'handover'
        : shift.status === 'counting'
          ? 'count'
          : shift.status === 'counted'
            ? 'confirm'
            : null;

export function useShift(boxId: string): {
  now: Now | undefined;
  error: unknown;
  again: () => Promise<void>;
  next: ShiftDoing | null;
} {
  const client = useQueryClient();
  const may = useMay()('shift:read');
  const { data, error } = useQuery<Now>({
    queryKey: key(boxId),
    queryFn: ({ signal }) => ask<Now>(shiftNow, { boxId }, { signal, quiet: true }),
    refetchInterval: 15_000,
    enabled: may,
  });
  return {
    now: data,
    error,
    again: () => client.invalidateQueries({ queryKey: key(boxId) }),
    next: data ? nextOf(data) : null,
  };
}

export function ShiftDialog({ doing, now, onClose, onDone }: AskProps & { doing: ShiftDoing }): ReactNode {
  const own = { now, onClose, onDone };
  if (typeof doing === 'object') return <VoidDialog receipt={doing.receipt} onClose={onClose} onDone={onDone} />;
  if (doing === 'count') return <CountDialog {...own} />;
  return doing === 'confirm' ? <ConfirmDialog {...own} /> : <Plain {...own} doing={doing} />;
}

/** Who works the box, and what he can do about his shift. */
export function ShiftPanel({
  now,
  error,
  onDo,
  onRetry,
}: {
  now: Now | undefined;
  error: unknown;
  onDo: (doing: ShiftDoing) => void;
  onRetry: () => void;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const button = (doing: ShiftDoing & string, label: { zh: string; en: string }, primary = false) => (
    <button type="button" className={`gh-btn ${primary ? 'primary' : ''}`} onClick={() => onDo(doing)}>
      {t(label)}
      {primary ? <kbd>G</kbd> : null}
    </button>
  );
  const { shift } = now ?? { shift: null };
  return (
    <section className="gh-card bx-shift">
      <header>
        <h2>{t(words.title)}</h2>
        {shift ? <span className={`gh-tag ${shiftTones[shift.status]}`}>{t(shiftStates[shift.status])}</span> : null}
      </header>
      {error && !now ? <Trouble error={error} onRetry={onRetry} /> : null}
      {shift ? (
        <p>
          {t(words.since)
            .replace('{name}', shift.operator)
            .replace('{time}', wallTime(shift.openedTime, zone()).slice(5, 16))}{' '}
          · {t(words.floatOf).replace('{yuan}', formatFen(shift.floatFen))}
        </p>
      ) : now ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : null}
      {shift?.status === 'counted' ? <Figures shift={shift} /> : null}
      <p className="doing">
        {now && !shift && may('shift:add') ? button('open', words.open, true) : null}
        {shift?.mine && shift.status === 'open' ? (
          <>
            {may('shift:handover') ? button('handover', words.hand, true) : null}
            {may('shift:drop') ? button('drop', words.drop) : null}
          </>
        ) : null}
        {shift?.mine && shift.status === 'counting' ? (
          <>
            {button('count', words.count, true)}
            {button('resume', words.back)}
          </>
        ) : null}
        {shift?.mine && shift.status === 'counted' ? button('confirm', words.sign, true) : null}
      </p>
      {now && now.receipts.length > 0 ? (
        <>
          <h3>{t(words.receipts)}</h3>
          <ul>
            {now.receipts.map((receipt) => (
              <li key={receipt.id}>
                <span className="gh-num">№ {receipt.receiptNo}</span>
                <span>{receipt.plateNumber}</span>
                <b className="gh-num">{formatFen(receipt.amountFen)}</b>
                {may('shiftVoid:add') ? (
                  <button type="button" className="gh-link" onClick={() => onDo({ receipt })}>
                    {t(words.void)}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
