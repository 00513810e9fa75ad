import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Failed, ask } from '#kit/console/ask.ts';
import { Value } from '#kit/console/cells.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { useLater } from '#kit/console/later.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { correct } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { SubmitFooter, Problem, useSubmission } from './submission.tsx';
import { useMates } from './mates.ts';
import { Picture } from './pictures.tsx';
import { PlatePad } from './plate-pad.tsx';
import './passage.css';

const words = {
  title: text('更正车牌', 'Correct plate'),
  now: text('当前识别', 'Read as'),
  to: text('正确车牌', 'Correct plate'),
  reason: text('原因（选填）', 'Reason (optional)'),
  ok: text('更正', 'Correct'),
  merge: text('合并为一条', 'Merge records'),
  entry: text('入场图片', 'Entry picture'),
  other: text('已在场的另一条', 'Existing record'),
  done: text('车牌已更正为 {plate}', 'Plate corrected to {plate}'),
  merged: text('两条记录已合并，保留最早入场', 'Records merged, earliest entry kept'),
  inside: text(
    '该车牌已有在场记录。若为同一辆车，可合并为一条：保留最早入场时间，已缴金额一并计入。',
    'This plate is already inside. If it is the same vehicle, merge the records: the earliest entry and all payments are kept.',
  ),
  sure: text('确认是同一辆车', 'Same vehicle'),
};

const seen = (row: AnyRow): string => `${wallTime(String(row['inTime']), zone())} · ${row.labels?.['inGateId'] ?? '—'}`;

/** The right plate is inside already: the other car, and the question whether it is the same. */
function Clash({
  mate,
  isSame,
  onSame,
}: {
  mate: AnyRow | undefined;
  isSame: boolean;
  onSame: (isSame: boolean) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <div className={`ps-mate ${mate ? '' : 'alone'}`} role="alert">
      {mate ? (
        <Picture address={(mate['inPicture'] as string | null) ?? null} label={t(words.other)} note={seen(mate)} />
      ) : null}
      <div>
        <p>{t(words.inside)}</p>
        <label>
          <input type="checkbox" checked={isSame} onChange={(event) => onSame(event.target.checked)} /> {t(words.sure)}
        </label>
      </div>
    </div>
  );
}

/** The entry as the lane's camera saw and read it. */
function Entry({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  return (
    <div>
      <Picture
        address={(row['inPicture'] as string | null) ?? null}
        label={t(words.entry)}
        note={
          <>
            {row.labels?.['parkId']} · {seen(row)}
          </>
        }
      />
      <p className="ps-now">
        <span className="gh-dim">{t(words.now)}</span>{' '}
        <Value name="plateNumber" field={carInside.fields.plateNumber} row={row} />
      </p>
    </div>
  );
}

function Remark({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const { t } = useWords();
  return (
    <input
      className="gh-input"
      aria-label={t(words.reason)}
      placeholder={t(words.reason)}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type CorrectDialogProps = { row: AnyRow; onClose: () => void; onDone: () => Promise<void> };

/**
 * Puts a misread plate right with the picture in view. Where the right plate is inside already, offers to make the two
 * one.
 */
export function CorrectDialog({ row, onClose, onDone }: CorrectDialogProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const old = String(row['plateNumber'] ?? '');
  /** Whoever may not see whole plates starts with an empty box. */
  const [plate, setPlate] = useState(old.includes('*') ? '' : old);
  const [remark, setRemark] = useState('');
  const [isSame, setSame] = useState(false);
  const { busy, problem, forget, run } = useSubmission({ onClose, onDone });
  /** A plate that the server found inside already. */
  const [taken, setTaken] = useState<string | null>(null);
  const settled = useLater(plate, 250);
  const { data: mates = [], refetch } = useMates(row, settled === old ? '' : settled);
  const mate = settled === plate ? mates[0] : undefined;
  const merges = mate !== undefined || taken === plate;
  const ready = !busy && plate !== old && plate.length >= 6 && settled === plate && (!merges || isSame);
  const put = (next: string) => {
    setPlate(next);
    setSame(false);
    forget();
  };
  const go = () => {
    if (ready)
      void run(
        async (key) => {
          await ask(
            correct,
            {
              recordId: row.id,
              plateNumber: plate,
              ...(merges ? { merge: true } : {}),
              ...(remark.trim() ? { remark: remark.trim() } : {}),
            },
            { key, quiet: true },
          );
          return merges ? t(words.merged) : t(words.done).replace('{plate}', plate);
        },
        (error) => {
          if (!(error instanceof Failed && error.error === 'already_exists')) return;
          setTaken(plate);
          void refetch();
        },
      );
  };
  const footer = (
    <SubmitFooter ok={t(merges ? words.merge : words.ok)} ready={ready} busy={busy} onOk={go} onClose={onClose} />
  );
  return (
    <Dialog title={`${t(words.title)} · ${old}`} className="wide ps-correct" onClose={onClose} footer={footer}>
      <div className="ps-two">
        <Entry row={row} />
        <div>
          <label htmlFor={id} className="gh-dim">
            {t(words.to)}
          </label>
          <PlatePad id={id} value={plate} onChange={put} onEnter={go} />
        </div>
      </div>
      {merges ? <Clash mate={mate} isSame={isSame} onSame={setSame} /> : null}
      <Remark value={remark} onChange={setRemark} />
      <Problem message={problem} />
    </Dialog>
  );
}
