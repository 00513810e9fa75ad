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
import { client, rotateClient } from '../model/client.ts';

const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  rotate: text('更换密钥', 'Another secret'),
  sure: text('生成新密钥？旧密钥随即失效。', 'Rotate the secret? The previous one stops working at once.'),
};

type Made = { readonly clientId: string; readonly clientSecret: string | null };

/** Making another secret is confirmed here, for the answer is shown once. */
const programs: Resource = { ...client, actions: [] };

/** Programs that people log in with; the secret of one is shown when it is made. */
export default function Clients(): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(programs);
  const [issued, setIssued] = useState<(Made & { readonly name: string }) | null>(null);
  const rotate = async (row: AnyRow) => {
    if (!(await confirm({ title: words.rotate, body: words.sure, danger: true }))) return;
    try {
      const made = await ask<Made>(rotateClient, { id: row.id }, { key: newKey(), quiet: true });
      setIssued({ ...made, name: String(row['clientName']) });
      await refresh();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const rowActions = (row: AnyRow): RowAction[] =>
    allows(row, rotateClient.name) ? [{ key: 'rotate', label: t(words.rotate), onPick: () => void rotate(row) }] : [];
  const added = (row: AnyRow) =>
    setIssued({
      clientId: String(row['clientId']),
      clientSecret: (row['clientSecret'] as string | null) ?? null,
      name: '',
    });
  return (
    <>
      <ListPage of={programs} rowActions={rowActions} onAdded={added} />
      {issued ? (
        <SecretDialog
          issued={{ deviceName: issued.name, sn: issued.clientId, secret: issued.clientSecret, of: 'program' }}
          onClose={() => setIssued(null)}
        />
      ) : null}
    </>
  );
}
