/** Lists of what connects by a secret of its own: it is shown once, right after it was made. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { lockDevice, rdLed, rdSensor } from '#areas/road/model/devices.ts';
import { lorawanKey, lorawanNetwork } from '#areas/road/model/lorawan.ts';

const words = {
  once: text('只显示这一次，请立即填好。', 'Shown only this once: enter it now.'),
  close: text('已填好', 'Done'),
  secret: text('设备密钥', 'Device secret'),
  sn: text('序列号（用户名）', 'Serial number (user name)'),
  value: text('密钥（密码）', 'Secret (password)'),
  key: text('密钥', 'Key'),
  address: text('推送地址', 'Address to post to'),
  header: text('请求头', 'Header'),
  prompt: text('提示', 'Please confirm'),
  sure: text(
    '将生成新密钥，原密钥立即失效，网络服务器需填入新密钥。确定？',
    'Make a new key? The former one stops working at once, and the network server needs the new one.',
  ),
};

type IssuedLines = { readonly title: string; readonly lines: readonly (readonly [Text, string])[] };

/** Closing it is the last anyone sees of it. */
function ShownOnce({ issued, onClose }: { issued: IssuedLines; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog
      once
      title={issued.title}
      onClose={onClose}
      buttons={[{ label: t(words.close), kind: 'primary', onPress: onClose }]}
    >
      <p>{t(words.once)}</p>
      <dl>
        {issued.lines.map(([name, value]) => (
          <div key={name.en}>
            <dt>{t(name)}</dt>
            <dd>
              <code data-secret style={{ userSelect: 'all', wordBreak: 'break-all' }}>
                {value}
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function DeviceList({ of }: { of: Resource }): ReactNode {
  const { t } = useWords();
  const [issued, setIssued] = useState<IssuedLines | null>(null);
  const added = async (answer: AnyRow): Promise<void> => {
    if (typeof answer['secret'] !== 'string') return;
    const row = await fetchDetail(of, answer);
    setIssued({
      title: t(words.secret),
      lines: [
        [words.sn, String(row['sn'])],
        [words.value, answer['secret']],
      ],
    });
  };
  return (
    <>
      <ListPage
        of={of}
        onAdded={(answer) => void added(answer).catch((error: unknown) => notify.error(wordsOf(error)))}
      />
      {issued ? <ShownOnce issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}

export const Sensors = (): ReactNode => <DeviceList of={rdSensor} />;
export const Locks = (): ReactNode => <DeviceList of={lockDevice} />;
export const GuidanceScreens = (): ReactNode => <DeviceList of={rdLed} />;

type Key = { networkName: string; path: string; header: string; key: string };

export function LorawanNetworks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [issued, setIssued] = useState<IssuedLines | null>(null);
  const renew = async (row: AnyRow): Promise<void> => {
    if (row['keyTime'] && !(await confirm({ title: words.prompt, body: words.sure, danger: true }))) return;
    try {
      const { networkName, path, header, key } = await ask<Key>(
        lorawanKey,
        { networkId: row.id },
        { key: newKey(), quiet: true },
      );
      setIssued({
        title: networkName,
        lines: [
          [words.address, location.origin + path],
          [words.header, header],
          [words.key, key],
        ],
      });
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const extra = (row: AnyRow) =>
    may(lorawanKey.permission) ? [{ key: 'key', label: t(words.key), main: true, onPick: () => void renew(row) }] : [];
  return (
    <>
      <ListPage of={lorawanNetwork} rowActions={extra} />
      {issued ? <ShownOnce issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
