import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Ago } from '#kit/console/ago.tsx';
import { confirm, notify } from '#kit/console/notices.ts';
import { usePicture } from '#kit/console/picture.tsx';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { useWords } from '#kit/console/words.ts';
import { boughtConnection } from '#areas/device/model/bought-calls.ts';
import { commandOutcome, openBySn, resetSecret } from '#areas/device/model/calls.ts';
import { contacts, families, trusts } from '#areas/device/model/families.ts';
import type { Contact, FamilyName, Trust } from '#areas/device/model/families.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { ConnectDrawing } from './connect-drawing.tsx';
import './connect.css';

const words = {
  title: text('接入设备', 'Connect the device'),
  type: text('在设备自己的网页填写', 'Type into its own page'),
  copy: text('复制', 'Copy'),
  secret: text('密钥', 'secret'),
  renew: text('生成密钥以显示完整路径', 'Make a secret to see the whole path'),
  renewNote: text('原密钥立即失效。', 'The current one stops working at once.'),
  once: text('密钥只在此显示一次。', 'The secret is shown here only, once.'),
  wait: text('等待第一条消息', 'Wait for its first message'),
  none: text(
    '还没有消息。填好后让一辆车驶过，或在相机网页点“测试”。',
    'Nothing yet. Drive a car past it, or press “test” on its page.',
  ),
  trust: text('可信程度', 'Trust'),
  nativeId: text('机内编号', 'Its own id'),
  unread: text('未识别到车牌', 'No plate read'),
  clock: text('相机时间与本系统相差', 'Its clock differs by'),
  seconds: text('秒', 's'),
  problems: text('没有收下的消息', 'Messages that were not taken'),
  where: text('确认来源与车道', 'Confirm where it stands'),
  claimed: text(
    '消息来自 {from}。确认这就是该相机后，才按它的消息放行。',
    'Its messages come from {from}. Nothing opens for it until you confirm that this is the camera.',
  ),
  isIt: text('就是它', 'This is it'),
  lane: text('车道', 'Lane'),
  save: text('保存', 'Save'),
  test: text('试开一次', 'Open it once'),
  open: text('开闸', 'Open'),
  sure: text(
    '道闸将真的升起。车道上没有人和车？',
    'The barrier will really rise. Is the lane clear of people and cars?',
  ),
  opened: text(
    '相机答复：已开闸。请看道闸是否升起。',
    'The camera reports that it has opened. Look whether the barrier rose.',
  ),
  poll: text(
    '该相机在下一次心跳时开闸，最多等几秒。',
    'This camera opens at its next sign of life, some seconds at most.',
  ),
  blind: text(
    '该设备看不到车辆驶过：开闸后按“视为通过（秒）”推定。',
    'This device does not see whether a car has passed: it is assumed some seconds after the opening.',
  ),
  reads: text(
    '它只识别、不开闸：由同一车道的道闸或继电器开闸，请在那台设备上试开。',
    'It reads and opens nothing: the barrier or relay of the same lane opens. Try it there.',
  ),
  reached: text('看它是否应答', 'See whether it answers'),
  there: text('已应答', 'It answers'),
  away: text(
    '没有应答（每 20 秒问一次）。核对 IP 地址、端口、登录，以及它在 GATEHOUSE_CAMERA_NETWORKS 之内。',
    'No answer (checked every 20 seconds). Check its address, port and login, and that it lies within GATEHOUSE_CAMERA_NETWORKS.',
  ),
  noAddress: text('未填 IP 地址', 'No address is entered'),
  contacts: text('看触点', 'Watch its contacts'),
  contactsNote: text(
    '接了触点才需要：抬落一次杆，再让车驶过杆后地感，看哪一项变化。',
    'Only where contacts are wired: raise and lower the barrier once, drive over the loop behind it, and see which one changes.',
  ),
  never: text('还没有变化', 'No change yet'),
  unsure: text(
    '触点的消息只显示、不采用：先在“来源网段”填设备的地址。',
    'What its contacts report is not used until “Comes from” has the address of the device.',
  ),
  place: text('确认车道', 'Confirm the lane'),
  done: text('完成', 'Done'),
};

type Message = {
  at: string | null;
  receivedAt: string;
  plate: string;
  colour: PlateColour;
  picture: string | null;
  from: string | null;
  counts: boolean;
  live: boolean;
};
type Connection = {
  family: FamilyName;
  path: string;
  steps: { label: Text; value: string | Text }[];
  can: { open: string[]; seesPassage: boolean; contacts?: 'push' | 'poll' } | null;
  reports: boolean;
  contacts: { contact: Contact; at: string | null }[] | null;
  online: boolean;
  address: string | null;
  host: string | null;
  trust: Trust | null;
  nativeId: string | null;
  networks: string | null;
  gateId: string | null;
  messages: Message[];
  problems: { time: string; reason: string }[];
};
type Look = { of: AnyRow; now: Connection; again: () => void };

const LOOK_MS = 2_000;

export default function Connect({
  of,
  secret,
  onClose,
}: {
  of: AnyRow;
  secret: string | null;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['connection', of.id],
    queryFn: ({ signal }) => ask<Connection>(boughtConnection, { deviceId: of.id }, { signal, quiet: true }),
    refetchInterval: LOOK_MS,
  });
  const look = data ? { of, now: data, again: () => void refetch() } : null;
  return (
    <Dialog
      width={760}
      once
      title={`${t(words.title)} · ${String(of['deviceName'])}`}
      onClose={onClose}
      buttons={[{ label: t(words.done), kind: 'primary', onPress: onClose }]}
    >
      {error && !look ? <p role="alert">{wordsOf(error)}</p> : null}
      {look ? (
        <div className="gh-connect">
          <ConnectDrawing host={location.hostname} open={look.now.can?.open ?? []} reports={look.now.reports} />
          <ol>
            <Typed {...look} given={secret} />
            {look.now.reports ? <LastContact {...look} /> : <Reached {...look} />}
            {look.now.contacts ? <Contacts {...look} contacts={look.now.contacts} /> : null}
            <Where {...look} />
            <Tried {...look} />
          </ol>
        </div>
      ) : null}
    </Dialog>
  );
}

/** What to type, with the secret where it was made just now. */
function Typed({ of, now, given }: Look & { given: string | null }): ReactNode {
  const { t } = useWords();
  const [secret, setSecret] = useState(given);
  const renew = async () => {
    if (!(await confirm({ title: words.renew, body: words.renewNote, danger: true }))) return;
    try {
      setSecret(
        (await ask<{ secret: string }>(resetSecret, { deviceId: of.id }, { key: newKey(), quiet: true })).secret,
      );
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const copy = (value: string) => navigator.clipboard?.writeText(value).catch(() => undefined);
  return (
    <li>
      <h4>
        {t(words.type)} · {t(families[now.family])}
      </h4>
      <table>
        <tbody>
          {now.steps.map(({ label, value }) => {
            const shown = (typeof value === 'string' ? value : t(value)).replace(
              '{secret}',
              secret ?? `‹${t(words.secret)}›`,
            );
            return (
              <tr key={label.en}>
                <td>{t(label)}</td>
                <td>{typeof value === 'string' ? <code>{shown}</code> : shown}</td>
                <td>
                  {typeof value === 'string' ? (
                    <button type="button" className="gh-btn" onClick={() => void copy(shown)}>
                      {t(words.copy)}
                    </button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {!now.reports && now.can?.contacts !== 'push' ? null : secret ? (
        <p className="gh-connect-note">{t(words.once)}</p>
      ) : (
        <button type="button" className="gh-btn" onClick={() => void renew()}>
          {t(words.renew)}
        </button>
      )}
    </li>
  );
}

function LastContact({ now }: Look): ReactNode {
  const { t } = useWords();
  const last = now.messages[0];
  const { url } = usePicture(last?.picture ?? null);
  const off = last?.at && last.live ? Math.round((Date.parse(last.at) - Date.parse(last.receivedAt)) / 1_000) : 0;
  return (
    <li>
      <h4>{t(words.wait)}</h4>
      {last ? (
        <>
          <p>
            <strong>{last.plate || t(words.unread)}</strong> {t(PLATE_COLOURS[last.colour])}
          </p>
          {url ? <img className="gh-connect-shot" src={url} alt={last.plate || t(words.unread)} /> : null}
          {Math.abs(off) > 5 ? (
            <p className="gh-connect-note">
              {t(words.clock)} {off} {t(words.seconds)}
            </p>
          ) : null}
        </>
      ) : (
        <p className="gh-connect-note">{t(words.none)}</p>
      )}
      {now.trust ? (
        <p>
          {t(words.trust)} · {t(trusts[now.trust])}
          {now.nativeId ? ` · ${t(words.nativeId)} ${now.nativeId}` : ''}
        </p>
      ) : null}
      {now.problems.length > 0 ? (
        <>
          <p>{t(words.problems)}</p>
          <ul>
            {now.problems.map(({ time, reason }) => (
              <li key={time + reason}>{reason}</li>
            ))}
          </ul>
        </>
      ) : null}
    </li>
  );
}

/** A device that sends nothing shows by its answer that it is there. */
function Reached({ now }: Look): ReactNode {
  const { t } = useWords();
  return (
    <li>
      <h4>{t(words.reached)}</h4>
      <p>{now.address ?? t(words.noAddress)}</p>
      <p className={now.online ? undefined : 'gh-connect-note'} role="status">
        {t(now.online ? words.there : words.away)}
      </p>
    </li>
  );
}

function Contacts({ now, contacts: all }: Look & { contacts: NonNullable<Connection['contacts']> }): ReactNode {
  const { t } = useWords();
  return (
    <li>
      <h4>{t(words.contacts)}</h4>
      <p className="gh-connect-note">{t(words.contactsNote)}</p>
      <table>
        <tbody>
          {all.map(({ contact, at }) => (
            <tr key={contact}>
              <td>{t(contacts[contact])}</td>
              <td aria-live="polite">{at === null ? t(words.never) : <Ago instant={at} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {now.trust === 'claimed' ? <p className="gh-connect-note">{t(words.unsure)}</p> : null}
    </li>
  );
}

function Where({ of, now, again }: Look): ReactNode {
  const { t } = useWords();
  const [gate, setGate] = useState<string | null>(null);
  const from = now.messages.find(({ counts }) => !counts)?.from ?? (now.contacts === null ? null : now.host);
  const save = async (change: Record<string, unknown>) => {
    try {
      await ask(
        `${parkDevice.wire.base}/submit`,
        { id: of.id, ...change },
        { method: 'POST', key: newKey(), quiet: true },
      );
      again();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  return (
    <li>
      <h4>{t(now.reports ? words.where : words.place)}</h4>
      {now.trust === 'claimed' && from !== null && !now.networks ? (
        <p>
          {t(words.claimed).replace('{from}', from)}{' '}
          <button type="button" className="gh-btn primary" onClick={() => void save({ sourceNetworks: from })}>
            {t(words.isIt)}
          </button>
        </p>
      ) : null}
      <RelationSelect
        field={{ ...parkDevice.fields.gateId, label: words.lane }}
        value={gate ?? now.gateId}
        among={{ parkId: of['parkId'] }}
        onChange={(value) => setGate(typeof value === 'string' ? value : null)}
      />{' '}
      <button
        type="button"
        className="gh-btn"
        disabled={gate === null || gate === now.gateId}
        onClick={() => void save({ gateId: gate })}
      >
        {t(words.save)}
      </button>
    </li>
  );
}

function Tried({ of, now }: Look): ReactNode {
  const { t } = useWords();
  const [message, setMessage] = useState<string | null>(null);
  const open = async () => {
    if (!(await confirm({ title: words.test, body: words.sure }))) return;
    try {
      const { commandIds } = await ask<{ commandIds: string[] }>(
        openBySn,
        { sn: of['sn'], remark: t(words.test) },
        { key: newKey(), quiet: true },
      );
      await ask(commandOutcome, { commandIds }, { quiet: true });
      setMessage(t(words.opened));
    } catch (error) {
      setMessage(wordsOf(error));
    }
  };
  const known = now.reports ? now.trust === 'placed' || now.trust === 'proven' : now.online;
  const loop = now.contacts?.some(({ contact, at }) => contact === 'passed' && at !== null) ?? false;
  const ways = now.can?.open ?? [];
  if (ways.length === 0)
    return (
      <li>
        <h4>{t(words.test)}</h4>
        <p className="gh-connect-note">{t(words.reads)}</p>
      </li>
    );
  return (
    <li>
      <h4>{t(words.test)}</h4>
      {!ways.includes('call') ? <p className="gh-connect-note">{t(words.poll)}</p> : null}
      {now.can && !now.can.seesPassage && !loop ? <p className="gh-connect-note">{t(words.blind)}</p> : null}
      <button type="button" className="gh-btn" disabled={!known || now.gateId === null} onClick={() => void open()}>
        {t(words.open)}
      </button>
      {message === null ? null : <p role="status">{message}</p>}
    </li>
  );
}
