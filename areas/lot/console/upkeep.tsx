import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Call } from '#kit/declare/call.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { commandOutcome, parkCommand, parkCommandVno } from '#areas/device/model/calls.ts';
import { initHistory, syncInside } from '#areas/passage/model/calls.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  go: text('执行', 'Do it'),
  prompt: text('提示', 'Please confirm'),
  sync: text(
    '在场列表或在场数与进出记录对不上时使用；没有差别则什么也不改。',
    'For when the cars inside or their count disagree with the records. Without a difference nothing changes.',
  ),
  init: text(
    '系统上线或清场后：把所选时刻之前入场、仍未离场的停车转入历史，不收费。',
    'After going live or clearing the car park: stays begun before a moment and not yet ended go to the records, without a fee.',
  ),
  command: text(
    '让该车场所有能执行的设备校时、同步名单、播报或开关补光灯。',
    'Has every device of the car park that can do it set its clock, take the lists, speak, or switch its light.',
  ),
  upgrade: text(
    '让该车场适用此固件的全部设备升级。',
    'Has every device of the car park that this firmware is for upgrade itself.',
  ),
  synced: text(
    '补上{added}条，去掉{dropped}条，更正{corrected}条；在场数 {insideBefore} → {inside}',
    '{added} added, {dropped} dropped, {corrected} put right; count {insideBefore} → {inside}',
  ),
  begun: text('已转入历史{count}条', '{count} stays went to the records'),
  finished: text('{count}台设备已完成', 'Done by {count} devices'),
  sure: text(
    '所选时刻之前入场的在场车辆都将按免费离场结束，不能撤销。确定继续？',
    'All cars inside from before that moment are ended without a fee. This cannot be undone. Go on?',
  ),
};

/** The outcome call takes no more at once. */
const atOnce = 100;

type Answer = Record<string, number> & { commandIds?: string[] };
type Task = { call: Call; note: Text; report: (answer: Answer) => Text; danger?: boolean };

const filled = ({ zh, en }: Text, values: Record<string, unknown>): Text => {
  const fill = (words_: string) => words_.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  return { zh: fill(zh), en: fill(en) };
};
const devicesDone = (answer: Answer): Text => filled(words.finished, { count: answer.commandIds?.length ?? 0 });

const tasks: readonly Task[] = [
  { call: syncInside, note: words.sync, report: (answer) => filled(words.synced, answer) },
  { call: parkCommand, note: words.command, report: devicesDone },
  { call: parkCommandVno, note: words.upgrade, report: devicesDone },
  {
    call: initHistory,
    note: words.init,
    report: (answer) => filled(words.begun, answer),
    danger: true,
  },
];

type TaskItemProps = { task: Task; busy: boolean; onStart: () => void };

function TaskItem({ task, busy, onStart }: TaskItemProps): ReactNode {
  const { t } = useWords();
  return (
    <li>
      <div>
        <strong>{t(task.call.title)}</strong>
        <p>{t(task.note)}</p>
      </div>
      <button
        type="button"
        className={`gh-btn${task.danger ? ' danger' : ''}`}
        disabled={busy}
        aria-label={`${t(words.go)} · ${t(task.call.title)}`}
        onClick={onStart}
      >
        {t(words.go)}
      </button>
    </li>
  );
}

/** Tasks on a lot as a whole, each with what it is for. */
export default function Upkeep({
  row,
  title,
  onClose,
}: {
  row: AnyRow;
  title: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [asking, setAsking] = useState<Task | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async ({ call, report }: Task, values: Record<string, unknown>, key = newKey()) => {
    const answer = await ask<Answer>(call.path, { ...values, parkId: row.id }, { method: 'POST', key, quiet: true });
    const ids = answer.commandIds ?? [];
    const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, nth) =>
      ids.slice(nth * atOnce, (nth + 1) * atOnce),
    );
    await Promise.all(parts.map((commandIds) => ask(commandOutcome, { commandIds }, { quiet: true })));
    notify.ok(t(report(answer)));
  };
  const begin = async (task: Task) => {
    if (Object.keys(task.call.input).length > 1) return setAsking(task);
    setBusy(true);
    try {
      await run(task, {});
    } catch (error) {
      notify.error(wordsOf(error));
    }
    setBusy(false);
  };
  const agreed = async (task: Task, values: Record<string, unknown>, key: string) => {
    if (task.danger && !(await confirm({ title: words.prompt, body: words.sure, danger: true }))) return false;
    return run(task, values, key);
  };
  /** The lot is this row's, and the firmware is chosen by name. */
  const fields = ({ call: { input } }: Task): Fields =>
    Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'parkId' && name !== 'versionNo'));
  return (
    <>
      <Dialog width={640} title={title} onClose={onClose}>
        <ul className="lt-upkeep">
          {tasks
            .filter(({ call }) => may(call.permission))
            .map((task) => (
              <TaskItem key={task.call.name} task={task} busy={busy} onStart={() => void begin(task)} />
            ))}
        </ul>
      </Dialog>
      {asking ? (
        <AskDialog
          title={t(asking.call.title)}
          fields={fields(asking)}
          danger={asking.danger ?? false}
          run={(values, key) => agreed(asking, values, key)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
