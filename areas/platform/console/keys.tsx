import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { platBaseInterface, rotateKey } from '../model/open-platform.ts';

const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  rotate: text('更换密钥', 'Another secret'),
  sure: text('生成新密钥？旧密钥24小时后失效。', 'Make another secret? The former one ends in 24 hours.'),
};

type Made = { readonly appKey: string; readonly appSecret: string | null };

/** Rotating a secret happens here, because the response is shown only once. */
const keys: Resource = { ...platBaseInterface, actions: [] };

/** Keys of other systems; the secret of one is shown when it is made. */
export default function Keys(): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(keys);
  const [issued, setIssued] = useState<(Made & { readonly name: string }) | null>(null);
  const rotate = async (row: AnyRow) => {
    if (!(await confirm({ title: words.rotate, body: words.sure, danger: true }))) return;
    try {
      const made = await ask<Made>(rotateKey, { PKID: row.id }, { key: newKey(), quiet: true });
      setIssued({ ...made, name: String(row['name']) });
      await refresh();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const rowActions = (row: AnyRow): RowAction[] =>
    allows(row, rotateKey.name) ? [{ key: 'rotate', label: t(words.rotate), onPick: () => void rotate(row) }] : [];
  const added = (row: AnyRow) =>
    setIssued({ appKey: String(row['appKey']), appSecret: (row['appSecret'] as string | null) ?? null, name: '' });
  return (
    <>
      <ListPage of={keys} rowActions={rowActions} onAdded={added} />
      {issued ? (
        <SecretDialog
          issued={{ deviceName: issued.name, sn: issued.appKey, secret: issued.appSecret, of: 'program' }}
          onClose={() => setIssued(null)}
        />
      ) : null}
    </>
  );
}
