import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { resetSecret } from '#areas/device/model/park-device.ts';
import deviceRecord from './device-record.tsx';
import type { IssuedSecret } from '#kit/console/secret-dialog.tsx';

const LivePicture = part(() => import('./live-picture.tsx'));
const Connect = part(() => import('./connect.tsx'));
const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  secret: text('密钥', 'Secret'),
  live: text('画面', 'Live'),
  connect: text('接入', 'Connect'),
  prompt: text('提示', 'Please confirm'),
  sure: text(
    '将生成新密钥，原密钥立即失效，设备需填入新密钥才能再次接入。确定？',
    'Create a new secret? The current one stops working at once, and the device needs the new one to reconnect.',
  ),
};

const { of: devices, detail } = deviceRecord;

const secretIn = (answer: AnyRow): string => answer['secret'] as string;
const issuedOf = (row: AnyRow, secret: string): IssuedSecret => ({
  deviceName: String(row['deviceName']),
  sn: String(row['sn']),
  secret,
});

export default function Devices(): ReactNode {
  const { t } = useWords();
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const [watched, setWatched] = useState<AnyRow | null>(null);
  const [connected, setConnected] = useState<{ of: AnyRow; secret: string | null } | null>(null);
  /** A camera of another maker is connected by its own page; every other device needs its secret alone. */
  const added = async (answer: AnyRow): Promise<void> => {
    const row = await fetchDetail(devices, answer);
    if (row['family']) setConnected({ of: row, secret: secretIn(answer) });
    else setIssued(issuedOf(row, secretIn(answer)));
  };
  const renew = async (row: AnyRow) => {
    if (!(await confirm({ title: words.prompt, body: words.sure, danger: true }))) return;
    try {
      setIssued(await ask<IssuedSecret>(resetSecret, { deviceId: row.id }, { key: newKey(), quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const extra = (row: AnyRow) => [
    ...(row['videoUrl'] ? [{ key: 'live', label: t(words.live), main: true, onPick: () => setWatched(row) }] : []),
    ...(row['family'] && allows(row, resetSecret.name)
      ? [{ key: 'connect', label: t(words.connect), main: true, onPick: () => setConnected({ of: row, secret: null }) }]
      : []),
    ...(allows(row, resetSecret.name)
      ? [{ key: 'secret', label: t(words.secret), onPick: () => void renew(row) }]
      : []),
  ];
  return (
    <>
      <ListPage
        of={devices}
        rowActions={extra}
        detail={detail!}
        onAdded={(answer) => void added(answer).catch((error: unknown) => notify.error(wordsOf(error)))}
      />
      {watched ? <LivePicture of={watched} onClose={() => setWatched(null)} /> : null}
      {connected ? <Connect {...connected} onClose={() => setConnected(null)} /> : null}
      {issued ? <SecretDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
