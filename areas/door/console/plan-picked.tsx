/** One door of the plan: how it stands, who passed last, and what may be done with it. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Field } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Ago } from '#kit/console/ago.tsx';
import { ask } from '#kit/console/ask.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { doorResults, readerSides } from '#areas/device/model/door-fields.ts';
import { doorEvent } from '../model/door-event.ts';
import { doorCommand, doorGate } from '../model/door-gate.ts';
import { doorStates, doorTones } from '../model/door-plan.ts';
import { gateModes, reasonWords } from '../model/words.ts';
import type { LiveDoor } from './doors-live.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  devices: text('设备在线 {reached} / {devices}', '{reached} of {devices} devices online'),
  noDevice: text('门上没有设备', 'No device stands at the door'),
  contact: text('门磁：{state}', 'Contact: {state}'),
  noContact: text('没有门磁上报', 'No contact reported'),
  mode: text('模式：{mode}', 'Mode: {mode}'),
  fire: text('消防报警中，门开着', 'Open for a fire alarm'),
  last: text('最近通行', 'Last passage'),
  stranger: text('未登记的人', 'Somebody unknown'),
  operate: text('开门、常开、锁定', 'Open, hold open, lock'),
  sent: text('已下发，结果见设备指令', 'Sent; device commands list what the devices did'),
  events: text('事件', 'Events'),
  place: text('放到图上', 'Place on the plan'),
  move: text('移动', 'Move'),
  stop: text('取消', 'Cancel'),
  press: text('请在图上点选位置', 'Press its place on the plan'),
  enter: text('填坐标', 'Enter coordinates'),
  takeOff: text('从图上移除', 'Take off the plan'),
};

function Facts({ door }: { door: LiveDoor }): ReactNode {
  const { t } = useWords();
  const { devices, reached, contact, contactAt, mode, fireSince, last } = door;
  const reason = last?.reason ? (reasonWords[last.reason as keyof typeof reasonWords] ?? null) : null;
  return (
    <>
      <p aria-live="polite">
        <b>{door.gateName}</b> · {t(doorStates[door.state])}
      </p>
      {fireSince ? <p>{t(words.fire)}</p> : null}
      {mode === 'normal' ? null : <p>{t(fill(words.mode, { mode: t(gateModes[mode]) }))}</p>}
      <p className="gh-dim">
        {contact ? t(fill(words.contact, { state: t(doorResults[contact]) })) : t(words.noContact)}{' '}
        {contactAt ? <Ago instant={contactAt} /> : null}
      </p>
      <p className="gh-dim">
        {devices === 0
          ? t(words.noDevice)
          : t(fill(words.devices, { reached: String(reached), devices: String(devices) }))}
      </p>
      {last ? (
        <p>
          {t(words.last)}: {last.empName ?? t(words.stranger)} ·{' '}
          {last.reader ? `${t(readerSides[last.reader])} · ` : ''}
          {t(doorResults[last.result])}
          {reason ? ` (${t(reason)})` : ''} <Ago instant={last.time} />
        </p>
      ) : null}
    </>
  );
}

/** Opens it from afar, or holds it open or locked, with the reason. */
function Operate({ door, onDone }: { door: LiveDoor; onDone: () => void }): ReactNode {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const { gateId: _, ...fields } = doorCommand.input;
  return (
    <>
      <button type="button" className="gh-btn primary" disabled={door.devices === 0} onClick={() => setAsking(true)}>
        {t(words.operate)}
      </button>
      {asking ? (
        <AskDialog
          title={`${t(doorCommand.title)} · ${door.gateName}`}
          fields={fields}
          run={async (values, key) => {
            await ask(doorCommand, { ...values, gateId: door.id }, { key, quiet: true });
            notify.ok(t(words.sent));
            onDone();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

const shown = (field: Field): Field => ({ ...field, hidden: false, required: true });
const coordinates = { x: shown(doorGate.fields.x), y: shown(doorGate.fields.y) };

/** For who cannot press the plan, or knows the place by its measures. */
function Coordinates({ door, onPut }: { door: LiveDoor; onPut: (x: number, y: number) => Promise<void> }): ReactNode {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="gh-btn" onClick={() => setAsking(true)}>
        {t(words.enter)}
      </button>
      {asking ? (
        <AskDialog
          title={`${t(words.enter)} · ${door.gateName}`}
          fields={coordinates}
          first={{ x: door.x, y: door.y }}
          run={(values) => onPut(Number(values['x']), Number(values['y']))}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

export function PickedDoor({
  door,
  placeable,
  placing,
  onPlacing,
  onPut,
  onTakeOff,
  onDone,
}: {
  door: LiveDoor;
  /** There is a floor to place it on. */
  placeable: boolean;
  placing: boolean;
  onPlacing: (placing: boolean) => void;
  /** Puts it on the floor in view, in metres; what is refused is thrown. */
  onPut: (x: number, y: number) => Promise<void>;
  onTakeOff: () => void;
  onDone: () => void;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const mayPlace = may(`${doorGate.name}:edit`);
  return (
    <div className={`dp-picked ${doorTones[door.state]}`}>
      <Facts door={door} />
      {placing ? <p>{t(words.press)}</p> : null}
      <div className="doing">
        {may(doorCommand.permission) ? <Operate door={door} onDone={onDone} /> : null}
        {may(`${doorEvent.name}:read`) ? (
          <button
            type="button"
            className="gh-btn"
            onClick={() => go(`${doorEvent.route}?gateId=${encodeURIComponent(door.id)}`)}
          >
            {t(words.events)}
          </button>
        ) : null}
        {mayPlace && placeable ? (
          <button type="button" className="gh-btn" aria-pressed={placing} onClick={() => onPlacing(!placing)}>
            {t(placing ? words.stop : door.buildingId ? words.move : words.place)}
          </button>
        ) : null}
        {placing ? <Coordinates door={door} onPut={onPut} /> : null}
        {mayPlace && door.buildingId && !placing ? (
          <button type="button" className="gh-btn" onClick={onTakeOff}>
            {t(words.takeOff)}
          </button>
        ) : null}
      </div>
    </div>
  );
}
