import { Suspense, lazy, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Modal } from 'antd';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/deeds.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { confirm, tell } from '#kit/console/notices.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { parkDevice, resetSecret } from '#areas/device/model/park-device.ts';
import { LivePicture } from './live-picture.tsx';
import './devices.css';

const DeviceDetail = lazy(() => import('./device-detail.tsx'));

const words = {
  secret: text('密钥', 'Secret'), title: text('设备密钥', 'Device secret'), sn: text('序列号（用户名）', 'Serial number (user name)'), value: text('密钥（密码）', 'Secret (password)'),
  once: text('密钥只显示这一次，请立即填入设备。', 'The secret is shown this once. Enter it in the device now.'),
  sure: text('将生成新密钥，原密钥立即失效，设备需填入新密钥才能再次接入。确定？', 'A new secret is made and the present one stops working at once; the device needs the new one to connect again. Go on?'),
  copy: text('复制', 'Copy'), copied: text('已复制', 'Copied'), byHand: text('浏览器不允许自动复制，密钥已选中，请按 Ctrl+C', 'The browser does not let pages copy here; the secret is marked, press Ctrl+C'), close: text('关闭', 'Close'), live: text('画面', 'Live'), prompt: text('提示', 'Please confirm'),
};

/** The secret is told in a dialog of its own, which the plain row action has not. */
const devices: Resource = { ...(parkDevice as unknown as Resource), actions: parkDevice.actions.filter(({ call }) => call.name !== resetSecret.name) };

type Told = { deviceName: string; sn: string; secret: string | null };

async function toldOf(answer: AnyRow): Promise<Told> {
  const { deviceName, sn } = await fetchDetail(devices, answer);
  return { deviceName: String(deviceName), sn: String(sn), secret: answer['secret'] as string };
}

function SecretDialog({ told, onClose }: { told: Told; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const value = useRef<HTMLElement>(null);
  /** The clipboard is closed to pages that came over plain http: there the secret is marked, to be copied by hand. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(told.secret ?? '');
      tell.ok(t(words.copied));
    } catch {
      getSelection()?.selectAllChildren(value.current!);
      tell.error(t(words.byHand));
    }
  };
  return (
    <Antd>
      <Modal open mask={{ closable: false }} title={`${t(words.title)} · ${told.deviceName}`} okText={t(words.copy)} cancelText={t(words.close)} onOk={() => void copy()} onCancel={onClose}>
        <p>{t(words.once)}</p>
        <dl>
          <dt>{t(words.sn)}</dt><dd><code>{told.sn}</code></dd>
          <dt>{t(words.value)}</dt><dd><code ref={value} data-secret>{told.secret}</code></dd>
        </dl>
      </Modal>
    </Antd>
  );
}

const detail = (row: AnyRow): ReactNode => <Suspense fallback={<span className="gh-spin" />}><DeviceDetail row={row} /></Suspense>;

export default function Devices(): ReactNode {
  const { t } = useWords();
  const [told, setTold] = useState<Told | null>(null);
  const [watched, setWatched] = useState<AnyRow | null>(null);
  const renew = async (row: AnyRow) => {
    if (!(await confirm({ title: words.prompt, body: words.sure, danger: true }))) return;
    try {
      setTold(await ask<Told>(resetSecret, { deviceId: row.id }, { key: newKey(), quiet: true }));
    } catch (error) {
      tell.error(wordsOf(error));
    }
  };
  const button = (label: Text, run: () => void) => <button type="button" className="gh-link" onClick={(event) => { event.stopPropagation(); run(); }}>{t(label)}</button>;
  const extra = (row: AnyRow) => (
    <>
      {row['videoUrl'] ? button(words.live, () => setWatched(row)) : null}
      {allows(row, resetSecret.name) ? button(words.secret, () => void renew(row)) : null}
    </>
  );
  return (
    <>
      <ListPage of={devices} rowActions={extra} detail={detail} onAdded={(answer) => void toldOf(answer).then(setTold, (error: unknown) => tell.error(wordsOf(error)))} />
      {watched ? <LivePicture of={watched} onClose={() => setWatched(null)} /> : null}
      {told ? <SecretDialog told={told} onClose={() => setTold(null)} /> : null}
    </>
  );
}
