import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fill, text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { useWords } from '#kit/console/words.ts';
import { boughtConnection } from '#areas/device/model/bought-calls.ts';
import { commandOutcome, openBySn, printTest, resetSecret } from '#areas/device/model/calls.ts';
import { cameraFamilies, families, listFamilies } from '#areas/device/model/families.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { ConnectDrawing } from './connect-drawing.tsx';
import { MappingStep } from './connect-mapping.tsx';
import { Contacts, LastContact, Reached } from './connect-reports.tsx';
import type { Connection, Look } from './connect-reports.tsx';
import './connect.css';

const words = {
  title: text('接入设备', 'Connect the device'),
  type: text('在设备自己的网页填写', 'Enter on the page of the device'),
  copy: text('复制', 'Copy'),
  secret: text('密钥', 'secret'),
  renew: text('生成密钥以显示完整路径', 'Make a secret to see the whole path'),
  renewNote: text('原密钥立即失效。', 'The current one stops working at once.'),
  once: text('密钥只在此显示一次。', 'The secret is shown here only, once.'),
  page: text('打印测试页', 'Print a test page'),
  printed: text(
    '已打印。请看小票是否完整、汉字是否正确。',
    'Printed. Look whether the page is whole and its characters are right.',
  ),
  booth: text(
    '岗亭“最近通行”与订单的凭条可选这台打印机。',
    'Receipts at the booth and slips of orders can be printed on this printer.',
  ),
  atLane: text('在车道上', 'At the lane'),
  charged: text(
    '只有车道上有车待缴费时才扣款：出口的车报价后，请司机出示付款码；付清即开闸，未成功的原因显示在屏上。',
    'A code is charged only while a car waits to pay: once the exit shows the sum, the driver holds up the code; the barrier opens when it is paid, and the screen says why it is not.',
  ),
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
    'This camera opens with its next heartbeat, within a few seconds.',
  ),
  blind: text(
    '该设备看不到车辆驶过：开闸后按“视为通过（秒）”推定。',
    'This device does not see whether a car has passed: it is assumed some seconds after the opening.',
  ),
  reads: text(
    '它只识别、不开闸：由同一车道的道闸或继电器开闸，请在那台设备上试开。',
    'It reads and opens nothing: the barrier or relay of the same lane opens. Try it there.',
  ),
  cutOff: text('断网时', 'While it is cut off'),
  listRead: text(
    '平台把白名单与月租车写入相机并回读核对；断网时按名单放行，撤下的车牌最迟在车场参数“脱机名单时限”后失效。在设备行尾“同步名单”开始，相机上不是平台下发的车牌会被删除，包括直接在相机里录入的。机型各异：请断网实测一次。',
    'The server writes the white list and the passes to the camera and reads them back. Cut off, it lets in by them, and a plate that was taken off stops at the latest after the limit among the parameters of the car park. Begin with “Sync lists” at the row of the device: plates on the camera that the server did not send are deleted, including those entered on the camera itself. Models differ: unplug the network once and try.',
  ),
  listSent: text(
    '平台把白名单与月租车随心跳的应答写入相机，每次五个；该相机不能回读，只显示“已送达”。断网时按名单放行，撤下的车牌最迟在车场参数“脱机名单时限”后失效。在设备行尾“同步名单”开始。机型各异：请断网实测一次。',
    'The server writes the white list and the passes to the camera, five with each answer to a heartbeat; it cannot be read back and only shows “sent”. Cut off, it lets in by them, and a plate that was taken off stops at the latest after the limit among the parameters of the car park. Begin with “Sync lists” at the row of the device. Models differ: unplug the network once and try.',
  ),
  listNone: text(
    '平台不向该协议的相机写入名单（写法尚未证实，或它没有名单）：断网时由相机自己的设置决定，请在其网页上处理。',
    'The server sends cameras of this protocol no list (how to write it is not sure, or they have none): cut off, their own settings decide. See to them on its own page.',
  ),
  place: text('确认车道', 'Confirm the lane'),
  unknown: text(
    '收到它的消息并确认来源后才能试开。',
    'Available once a message has come from it and its source is confirmed.',
  ),
  away: text('它应答后才能试开。', 'Available once it answers.'),
  laneless: text('选好车道后才能试开。', 'Available once its lane is chosen.'),
  loopback: text(
    '{host} 只指服务器自己：相机填的应是它能连到的服务器地址（设置 GATEHOUSE_URL 后显示在此）。',
    '{host} is only the server itself: the device needs an address at which it reaches the server (shown here once GATEHOUSE_URL is set).',
  ),
  done: text('完成', 'Done'),
};

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
          <ConnectDrawing
            host={location.hostname}
            open={look.now.can?.open ?? []}
            reports={look.now.reports}
            scans={look.now.can?.payCodes !== undefined}
            prints={look.now.can?.prints ?? false}
          />
          <ol>
            <Typed {...look} given={secret} />
            {look.now.can?.mapping ? <MappingStep {...look} /> : null}
            {look.now.reports ? <LastContact {...look} /> : <Reached {...look} />}
            {look.now.can?.payCodes === 'read' ? <Reached {...look} /> : null}
            {look.now.contacts ? <Contacts {...look} contacts={look.now.contacts} /> : null}
            {look.now.can?.prints ? null : <Where {...look} />}
            <Tried {...look} />
            {cameraFamilies.includes(look.now.family) ? <CutOff {...look} /> : null}
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
  const needsSecret = now.steps.some(({ value }) => typeof value === 'string' && value.includes('{secret}'));
  const loopback = now.steps
    .map(({ value }) => (typeof value === 'string' ? /^(?:https?:\/\/)?(127\.0\.0\.1|localhost)\b/.exec(value) : null))
    .find(Boolean)?.[1];
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
      {loopback === undefined ? null : <p className="gh-connect-note">{t(fill(words.loopback, { host: loopback }))}</p>}
      {!needsSecret ? null : secret ? (
        <p className="gh-connect-note">{t(words.once)}</p>
      ) : (
        <button type="button" className="gh-btn" onClick={() => void renew()}>
          {t(words.renew)}
        </button>
      )}
    </li>
  );
}

function Where({ of, now, again }: Look): ReactNode {
  const { t } = useWords();
  const [gate, setGate] = useState<string | null>(null);
  const from =
    now.messages.find(({ counts }) => !counts)?.from ?? now.beat?.from ?? (now.contacts === null ? null : now.host);
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

/** Whether the server keeps the list it lets cars in by while it is cut off. */
function CutOff({ now: { family } }: Look): ReactNode {
  const { t } = useWords();
  const kept = listFamilies[family];
  return (
    <li>
      <h4>{t(words.cutOff)}</h4>
      <p className="gh-connect-note">{t(kept ? (kept.readsBack ? words.listRead : words.listSent) : words.listNone)}</p>
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
  const why = !known ? (now.reports ? words.unknown : words.away) : now.gateId === null ? words.laneless : null;
  const loop = now.contacts?.some(({ contact, at }) => contact === 'passed' && at !== null) ?? false;
  const ways = now.can?.open ?? [];
  if (now.can?.payCodes)
    return (
      <li>
        <h4>{t(words.atLane)}</h4>
        <p className="gh-connect-note">{t(words.charged)}</p>
      </li>
    );
  if (now.can?.prints) return <TestPage of={of} />;
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
      {why === null ? null : <p className="gh-connect-note">{t(why)}</p>}
      <button type="button" className="gh-btn" disabled={why !== null} onClick={() => void open()}>
        {t(words.open)}
      </button>
      {message === null ? null : <p role="status">{message}</p>}
    </li>
  );
}

/** Every booth and order can print there once the page is right: nothing is tied to a lane. */
function TestPage({ of }: { of: AnyRow }): ReactNode {
  const { t } = useWords();
  const [message, setMessage] = useState<string | null>(null);
  const print = async () => {
    setMessage(null);
    try {
      const { commandIds } = await ask<{ commandIds: string[] }>(
        printTest,
        { deviceId: of.id },
        { key: newKey(), quiet: true },
      );
      await ask(commandOutcome, { commandIds }, { quiet: true });
      setMessage(t(words.printed));
    } catch (error) {
      setMessage(wordsOf(error));
    }
  };
  return (
    <li>
      <h4>{t(words.page)}</h4>
      <p className="gh-connect-note">{t(words.booth)}</p>
      <button type="button" className="gh-btn" onClick={() => void print()}>
        {t(words.page)}
      </button>
      {message === null ? null : <p role="status">{message}</p>}
    </li>
  );
}
