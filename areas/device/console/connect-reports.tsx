/** What has come of a device so far: its last message, its answer, its contacts. */
import type { ReactNode } from 'react';
import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Ago } from '#kit/console/ago.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { usePicture } from '#kit/console/picture.tsx';
import { useWords } from '#kit/console/words.ts';
import { contacts, trusts } from '#areas/device/model/families.ts';
import type { Contact, FamilyName, Trust } from '#areas/device/model/families.ts';

const words = {
  wait: text('等待第一条消息', 'Wait for its first message'),
  none: text(
    '还没有消息。填好后让一辆车驶过，或在相机网页点“测试”。',
    'Nothing yet. Drive a car past it, or press “test” on its page.',
  ),
  noneScanned: text(
    '还没有消息。填好后把手机付款码放在扫码窗前。',
    'Nothing yet. Hold a pay code of a phone before it.',
  ),
  scanned: text('读到一个码', 'It read a code'),
  code: text('开头两位', 'Its first two digits'),
  beat: text('已连通：收到心跳，还没有车。', 'Connected: a heartbeat has come, no car yet.'),
  normal: text(
    '心跳不带车牌和图片，这是正常的；有车驶过时才有。',
    'A heartbeat brings no plate and no picture, and need not: they come with a car.',
  ),
  received: text('收到', 'Received'),
  from: text('来自', 'From'),
  firmware: text('固件', 'Firmware'),
  next: text('下一步', 'Next'),
  confirmFirst: text(
    '在下面确认来源，再让一辆车驶过（或在其网页点“测试”），这里会显示车牌和图片。',
    'Confirm below where it comes from, then drive a car past it (or press “test” on its page): plate and picture appear here.',
  ),
  carNext: text(
    '让一辆车驶过，或在其网页点“测试”：这里会显示车牌和图片，然后试开一次。',
    'Drive a car past it, or press “test” on its page: plate and picture appear here. Then open it once.',
  ),
  codeNext: text(
    '把手机付款码放在扫码窗前：这里会显示开头两位。',
    'Hold a pay code before it: its first two digits appear here.',
  ),
  trust: text('可信程度', 'Trust'),
  nativeId: text('机内编号', 'Own device ID'),
  unread: text('未识别到车牌', 'No plate read'),
  clock: text('相机时间与本系统相差', 'Its clock differs by'),
  seconds: text('秒', 's'),
  problems: text('没有收下的消息', 'Messages that were not taken'),
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
    'What its contacts report is not used until “Source networks” has the address of the device.',
  ),
};

type Message = {
  at: string | null;
  receivedAt: string;
  plate: string;
  payCode: string | null;
  colour: PlateColour;
  picture: string | null;
  from: string | null;
  counts: boolean;
  live: boolean;
};
export type Connection = {
  family: FamilyName;
  path: string;
  steps: { label: Text; value: string | Text }[];
  can: {
    open: string[];
    seesPassage: boolean;
    contacts?: 'push' | 'poll';
    payCodes?: 'push' | 'read';
    prints?: true;
    mapping?: true;
  } | null;
  reports: boolean;
  contacts: { contact: Contact; at: string | null }[] | null;
  mapping: string | null;
  sample: string | null;
  online: boolean;
  fault: string | null;
  address: string | null;
  host: string | null;
  trust: Trust | null;
  beat: { at: string; from: string | null; nativeId: string | null; firmware: string | null } | null;
  nativeId: string | null;
  networks: string | null;
  gateId: string | null;
  messages: Message[];
  problems: { time: string; reason: string }[];
};
export type Look = { of: AnyRow; now: Connection; again: () => void };

/** A device that has sent a sign of life and no car: what is known of it, and what comes next. */
function OnlyBeat({ now, beat }: { now: Connection; beat: NonNullable<Connection['beat']> }): ReactNode {
  const { t } = useWords();
  const scans = now.can?.payCodes !== undefined;
  const next = scans ? words.codeNext : now.trust === 'claimed' ? words.confirmFirst : words.carNext;
  const facts = [
    [words.from, beat.from],
    [words.nativeId, beat.nativeId],
    [words.firmware, beat.firmware],
  ] as const;
  return (
    <div role="status">
      <p>
        <strong>{t(words.beat)}</strong>
      </p>
      <table>
        <tbody>
          <tr>
            <td>{t(words.received)}</td>
            <td>
              <Ago instant={beat.at} />
            </td>
          </tr>
          {facts.map(([label, value]) =>
            value === null ? null : (
              <tr key={label.en}>
                <td>{t(label)}</td>
                <td>
                  <code>{value}</code>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {scans ? null : <p className="gh-connect-note">{t(words.normal)}</p>}
      <p>
        {t(words.next)} · {t(next)}
      </p>
    </div>
  );
}

export function LastContact({ now }: Look): ReactNode {
  const { t } = useWords();
  const last = now.messages[0];
  const { url } = usePicture(last?.picture ?? null);
  const off = last?.at && last.live ? Math.round((Date.parse(last.at) - Date.parse(last.receivedAt)) / 1_000) : 0;
  return (
    <li>
      <h4>{t(words.wait)}</h4>
      {last ? (
        <>
          {last.payCode === null ? (
            <p>
              <strong>{last.plate || t(words.unread)}</strong> {t(PLATE_COLOURS[last.colour])} ·{' '}
              <Ago instant={last.receivedAt} />
              {last.from ? ` · ${t(words.from)} ${last.from}` : ''}
            </p>
          ) : (
            <p>
              <strong>{t(words.scanned)}</strong> · {t(words.code)} {last.payCode} · <Ago instant={last.receivedAt} />
            </p>
          )}
          {url ? <img className="gh-connect-shot" src={url} alt={last.plate || t(words.unread)} /> : null}
          {Math.abs(off) > 5 ? (
            <p className="gh-connect-note">
              {t(words.clock)} {off} {t(words.seconds)}
            </p>
          ) : null}
        </>
      ) : now.beat ? (
        <OnlyBeat now={now} beat={now.beat} />
      ) : (
        <p className="gh-connect-note">{t(now.can?.payCodes ? words.noneScanned : words.none)}</p>
      )}
      {now.trust ? (
        <p>
          {t(words.trust)} · {t(trusts[now.trust])}
          {now.nativeId && (last || !now.beat) ? ` · ${t(words.nativeId)} ${now.nativeId}` : ''}
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
export function Reached({ now }: Look): ReactNode {
  const { t } = useWords();
  return (
    <li>
      <h4>{t(words.reached)}</h4>
      <p>{now.address ?? t(words.noAddress)}</p>
      <p className={now.online ? undefined : 'gh-connect-note'} role="status">
        {now.fault ?? t(now.online ? words.there : words.away)}
      </p>
    </li>
  );
}

export function Contacts({ now, contacts: all }: Look & { contacts: NonNullable<Connection['contacts']> }): ReactNode {
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
