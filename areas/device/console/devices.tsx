import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/deeds.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { confirm, tell } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { resetSecret } from '#areas/device/model/park-device.ts';
import deviceRecord from './device-record.tsx';
import type { Told } from '#kit/console/secret-dialog.tsx';

const LivePicture = part(() => import('./live-picture.tsx'));
const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  secret: text('密钥', 'Secret'),
  live: text('画面', 'Live'),
  prompt: text('提示', 'Please confirm'),
  sure: text(
    '将生成新密钥，原密钥立即失效，设备需填入新密钥才能再次接入。确定？',
    'Create a new secret? The current one stops working at once, and the device needs the new one to reconnect.',
  ),
};

const { of: devices, detail } = deviceRecord;

async function toldOf(answer: AnyRow): Promise<Told> {
  const { deviceName, sn } = await fetchDetail(devices, answer);
  return { deviceName: String(deviceName), sn: String(sn), secret: answer['secret'] as string };
}

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
  const extra = (row: AnyRow) => [
    ...(row['videoUrl'] ? [{ key: 'live', label: t(words.live), main: true, onPick: () => setWatched(row) }] : []),
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
        onAdded={(answer) => void toldOf(answer).then(setTold, (error: unknown) => tell.error(wordsOf(error)))}
      />
      {watched ? <LivePicture of={watched} onClose={() => setWatched(null)} /> : null}
      {told ? <SecretDialog told={told} onClose={() => setTold(null)} /> : null}
    </>
  );
}
