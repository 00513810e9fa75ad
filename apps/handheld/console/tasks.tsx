import { useState } from 'react';
import type { ReactNode } from 'react';
import { priorities, workStates, workTypes } from '#areas/workorder/model/words.ts';
import type { Text } from '#kit/declare/text.ts';
import { now } from '../clock.ts';
import type { Shot } from '../picture.ts';
import { act } from '../state.ts';
import type { Snapshot, SnapshotNotice, SnapshotTask } from '../street.ts';
import { noticesNow, tasksNow } from '../tasks.ts';
import { words } from '../words.ts';
import { Camera } from './camera.tsx';
import { Button, clockTime, useApp, useSay } from './parts.tsx';

const named = (all: object, name: string): Text | undefined => (all as Readonly<Record<string, Text>>)[name];

/** What was done about an order, with a picture where there is one. */
function Deal({ workId }: { readonly workId: string }): ReactNode {
  const say = useSay();
  const [remark, setRemark] = useState('');
  const [shot, setShot] = useState<Shot | null>(null);
  return (
    <>
      <label>
        {say(words.whatWasDone)}
        <textarea name="remark" rows={3} value={remark} onChange={(event) => setRemark(event.target.value)} />
      </label>
      <Camera shot={shot} onShot={setShot} />
      <Button
        kind="main"
        disabled={remark.trim() === ''}
        onPress={() => void act('task', { workId, do: 'deal', remark: remark.trim(), images: shot ? [shot.hash] : [] })}
      >
        {say(words.taskDone)}
      </Button>
    </>
  );
}

function Task({ task, snapshot }: { readonly task: SnapshotTask; readonly snapshot: Snapshot }): ReactNode {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const { workId, workNo, status, workType, priority, berthNo, parkName, text, solveDue } = task;
  const due = Date.parse(solveDue);
  const [type, state, level] = [named(workTypes, workType), named(workStates, status), named(priorities, priority)];
  return (
    <li className={due < now() ? 'late' : ''} data-task={workNo}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <b>{type ? say(type) : workType}</b>
        <span>
          {berthNo} {state ? say(state) : status}
        </span>
        <i>{say(words.doneBy, { time: clockTime(due, snapshot.lots[0]?.zone) })}</i>
      </button>
      {open ? (
        <section>
          <p className="hint">
            {workNo} · {parkName} {level ? say(level) : ''}
          </p>
          <p className="notice">{text}</p>
          {status === 'allocated' && snapshot.may['rdrwork:accept'] ? (
            <Button kind="main" onPress={() => void act('task', { workId, do: 'accept' })}>
              {say(words.accept)}
            </Button>
          ) : null}
          {status === 'doing' && snapshot.may['rdrwork:deal'] ? <Deal workId={workId} /> : null}
          {status === 'paused' ? <p className="hint">{say(words.pausedTask)}</p> : null}
        </section>
      ) : null}
    </li>
  );
}

function Notice({ notice, zone }: { readonly notice: SnapshotNotice; readonly zone: string | undefined }): ReactNode {
  const [open, setOpen] = useState(false);
  const { id, title, subtitle, content, releaseTime, read } = notice;
  const turn = (): void => {
    setOpen(!open);
    if (!open && !read) void act('read', { noticeId: id });
  };
  return (
    <li className={read ? '' : 'unread'} data-notice={read ? 'read' : 'unread'}>
      <button type="button" aria-expanded={open} onClick={turn}>
        <b>{title}</b>
        <i>{clockTime(Date.parse(releaseTime), zone)}</i>
      </button>
      {open ? (
        <section>
          {subtitle ? <p className="hint">{subtitle}</p> : null}
          <p className="notice">{content}</p>
        </section>
      ) : null}
    </li>
  );
}

/** Work orders that are this person's, and notices from the office. Both work without a network as well. */
export function Tasks({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const say = useSay();
  const { events } = useApp();
  const [tasks, notices] = [tasksNow(snapshot, events), noticesNow(snapshot, events)];
  return (
    <>
      <h2>{say(words.myTasks)}</h2>
      {tasks.length === 0 ? <p className="hint">{say(words.noTasks)}</p> : null}
      <ul className="things">
        {tasks.map((task) => (
          <Task key={task.workId} task={task} snapshot={snapshot} />
        ))}
      </ul>
      <h2>{say(words.notices)}</h2>
      {notices.length === 0 ? <p className="hint">{say(words.noNotices)}</p> : null}
      <ul className="things">
        {notices.map((notice) => (
          <Notice key={notice.id} notice={notice} zone={snapshot.lots[0]?.zone} />
        ))}
      </ul>
    </>
  );
}
