import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { DENOMINATIONS, countedFen } from '#domain/shift/till.ts';
import { formatFen, parseFen } from '#domain/money/fen.ts';
import { ask } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { confirmShift, countShift } from '#areas/shift/model/calls.ts';
import { pieceNames } from '#areas/shift/model/words.ts';
import { SubmitDialog } from './box-dialogs.tsx';
import { useSubmission } from './submission.tsx';
import { words } from './box-shift-words.ts';
import { Yuan, Figures } from './box-shift-parts.tsx';
import type { AskProps } from './box-shift-parts.tsx';

/** Enter after a number moves to the next field, as on a till: a count can be submitted only once. */
function onward(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const inputs = [...event.currentTarget.closest('form')!.querySelectorAll('input')];
  inputs[inputs.indexOf(event.target as HTMLInputElement) + 1]?.select();
}

/** The drawer counted by denomination, before anybody is shown what should be there. */
export function CountDialog({ now, onClose, onDone }: AskProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [keep, setKeep] = useState('0');
  const pieces = Object.fromEntries(
    Object.entries(typed)
      .filter(([, number]) => number !== '')
      .map(([fen, number]) => [fen, Number(number)]),
  );
  const [sum, keepFen] = [countedFen(pieces), parseFen(keep)];
  const go = () =>
    void submission.run(async (id) => {
      await ask(countShift, { shiftId: now.shift!.id, pieces, keepFen }, { key: id, quiet: true });
      return t(words.countSent);
    });
  return (
    <SubmitDialog
      title={t(words.count)}
      submission={submission}
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
    </SubmitDialog>
  );
}

/** The next person signs with his own password; what was counted stands in view of both. */
export function ConfirmDialog({ now, onClose, onDone }: AskProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [takeOver, setTakeOver] = useState(true);
  const go = () =>
    void submission.run(
      async (id) => {
        await ask(confirmShift, { shiftId: now.shift!.id, account, password, takeOver }, { key: id, quiet: true });
        return t(words.signed);
      },
      () => setPassword(''),
    );
  return (
    <SubmitDialog
      title={t(words.sign)}
      submission={submission}
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
    </SubmitDialog>
  );
}
