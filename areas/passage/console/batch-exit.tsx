import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Value } from '#kit/console/cells.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { closeMany } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { SubmitFooter, Problem, Reason, useSubmission } from './submission.tsx';
import './passage.css';

const words = {
  title: text('批量离场', 'Batch exit'),
  note: text(
    '以下 {n} 辆车将标记为已离场：不收费，列入异常放行，在场数减少 {n}。',
    'These {n} vehicles will be marked as left: no fee is charged, they are listed under abnormal releases, and the count inside falls by {n}.',
  ),
  reason: text('原因', 'Reason'),
  count: text('请输入车辆数 {n} 以确认', 'Type {n} to confirm'),
  ok: text('确认离场 {n} 辆', 'Mark {n} as left'),
  done: text('已将 {n} 辆车标记为离场', '{n} vehicles marked as left'),
  common: text('后台核对，车辆已不在场', 'Checked in the office, vehicles no longer inside'),
};
const shownAtOnce = 60;

/** Marks cars as gone in bulk; requires the reason and the number of cars, because their fees are lost. */
export function BatchExit({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly AnyRow[];
  onClose: () => void;
  onDone: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const [remark, setRemark] = useState(t(words.common));
  const [typed, setTyped] = useState('');
  const { busy, problem, run } = useSubmission({ onClose, onDone });
  const n = String(rows.length);
  const ready = !busy && remark.trim() !== '' && typed.trim() === n;
  const go = () => {
    if (ready)
      void run(async (key) => {
        const { count } = await ask<{ count: number }>(
          closeMany,
          { ids: rows.map((row) => row.id).join(','), remark: remark.trim() },
          { key, quiet: true },
        );
        return t(words.done).replace('{n}', String(count));
      });
  };
  const footer = (
    <SubmitFooter ok={t(words.ok).replace('{n}', n)} ready={ready} busy={busy} danger onOk={go} onClose={onClose} />
  );
  return (
    <Dialog title={t(words.title)} onClose={onClose} footer={footer}>
      <p>{t(words.note).replaceAll('{n}', n)}</p>
      <p className="ps-plates">
        {rows.slice(0, shownAtOnce).map((row) => (
          <Value key={row.id} name="plateNumber" field={carInside.fields.plateNumber} row={row} />
        ))}
        {rows.length > shownAtOnce ? '…' : null}
      </p>
      <Reason label={t(words.reason)} value={remark} onChange={setRemark} />
      <label className="gh-field">
        <span className="label">
          <span className="must" aria-hidden="true">
            *
          </span>
          {t(words.count).replace('{n}', n)}
        </span>
        <input
          className="gh-input"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go();
          }}
        />
      </label>
      <Problem message={problem} />
    </Dialog>
  );
}
