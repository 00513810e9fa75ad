import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Value } from '#kit/console/cells.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { resolve } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { SubmitFooter, Problem, Reason, useSubmission } from './submission.tsx';
import { useMates } from './mates.ts';
import { Picture } from './pictures.tsx';
import { PlatePad } from './plate-pad.tsx';
import './passage.css';

type Verdict = 'missed-exit' | 'clone' | 'misread';

const words = {
  title: text('处理疑似记录', 'Resolve suspected exit'),
  why: text(
    '同一车牌再次入场，前一次入场未见出场。请对照两张图片判定。',
    'The same plate entered again without an exit in between. Compare the two pictures and decide.',
  ),
  older: text('前一次入场（有疑问）', 'Earlier entry (suspected)'),
  newer: text('后一次入场', 'Later entry'),
  reason: text('原因', 'Reason'),
  ok: text('确定', 'OK'),
  gone: text('未找到后一次入场', 'Later entry not found'),
  right: text('前一次入场的正确车牌', 'Correct plate of the earlier entry'),
  done: text('疑似记录已处理', 'Record resolved'),
};
const verdicts: readonly { key: Verdict; label: Text; outcome: Text }[] = [
  {
    key: 'missed-exit',
    label: text('漏拍出场', 'Missed exit'),
    outcome: text(
      '同一辆车：前一次按推定离场结束，不计费；后一次保留在场。',
      'One vehicle: the earlier stay is closed as an inferred exit without a fee; the later one stays inside.',
    ),
  },
  {
    key: 'clone',
    label: text('套牌车', 'Cloned plate'),
    outcome: text(
      '两辆车：两条记录都保留在场，均标为套牌。',
      'Two vehicles: both stay inside, both marked as cloned plates.',
    ),
  },
  {
    key: 'misread',
    label: text('识别错误', 'Misread'),
    outcome: text(
      '前一次入场的车牌识别错误：改为正确车牌，两条都保留在场。',
      'The earlier plate was misread: it is corrected and both stay inside.',
    ),
  },
];

const picture = (of: AnyRow) => (of['inPicture'] as string | null) ?? null;

/** When and where it entered, and as what it stands there. */
function Seen({ row }: { row: AnyRow }): ReactNode {
  return (
    <>
      {wallTime(String(row['inTime']), zone())} · {row.labels?.['inGateId'] ?? '—'} ·{' '}
      <Value name="status" field={carInside.fields.status} row={row} />
    </>
  );
}

function Verdicts({ verdict, onChoose }: { verdict: Verdict | null; onChoose: (verdict: Verdict) => void }): ReactNode {
  const { t } = useWords();
  const id = useId();
  return (
    <fieldset className="ps-verdicts">
      {verdicts.map(({ key: each, label, outcome }) => (
        <label key={each} className={verdict === each ? 'on' : ''}>
          <input type="radio" name={`${id}-verdict`} checked={verdict === each} onChange={() => onChoose(each)} />
          <span>
            <b>{t(label)}</b>
            {t(outcome)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type ResolveDialogProps = { row: AnyRow; onClose: () => void; onDone: () => Promise<void> };

/** Decides about a plate that entered twice, both pictures side by side. */
export function ResolveDialog({ row, onClose, onDone }: ResolveDialogProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [plate, setPlate] = useState(String(row['plateNumber'] ?? ''));
  const [remark, setRemark] = useState('');
  const { busy, problem, run } = useSubmission({ onClose, onDone });
  const { data: mates, error, refetch } = useMates(row, String(row['plateNumber'] ?? ''));
  const mate = mates?.find((other) => String(other['inTime']) >= String(row['inTime']));
  const ready =
    !busy &&
    verdict !== null &&
    remark.trim() !== '' &&
    (verdict !== 'misread' || (plate.length >= 6 && plate !== row['plateNumber']));
  const go = () => {
    if (ready)
      void run(async (key) => {
        await ask(
          resolve,
          {
            recordId: row.id,
            verdict,
            remark: remark.trim(),
            ...(verdict === 'misread' ? { plateNumber: plate } : {}),
          },
          { key, quiet: true },
        );
        return t(words.done);
      });
  };
  const footer = <SubmitFooter ok={t(words.ok)} ready={ready} busy={busy} onOk={go} onClose={onClose} />;
  return (
    <Dialog
      title={`${t(words.title)} · ${String(row['plateNumber'])}`}
      className="wide ps-correct"
      onClose={onClose}
      footer={footer}
    >
      <p className="ps-why">{t(words.why)}</p>
      <div className="ps-pictures">
        <Picture address={picture(row)} label={t(words.older)} note={<Seen row={row} />} />
        {mate ? (
          <Picture address={picture(mate)} label={t(words.newer)} note={<Seen row={mate} />} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="ps-picture">
            <div className="none">{mates ? t(words.gone) : <span className="gh-spin" />}</div>
          </div>
        )}
      </div>
      <Verdicts verdict={verdict} onChoose={setVerdict} />
      {verdict === 'misread' ? (
        <div>
          <label htmlFor={id} className="gh-dim">
            {t(words.right)}
          </label>
          <PlatePad id={id} value={plate} onChange={setPlate} />
        </div>
      ) : null}
      <Reason label={t(words.reason)} value={remark} onChange={setRemark} />
      <Problem message={problem} />
    </Dialog>
  );
}
