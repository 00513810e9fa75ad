import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { messageReceiver } from '#areas/lot/model/message-receiver.ts';

const BindDialog = part(() => import('./bind-dialog.tsx'));

const bind = text('绑定', 'Bind');

/** Alert receivers, each bound to a person by scanning a code. */
export default function Receivers(): ReactNode {
  const { t } = useWords();
  const [row, setRow] = useState<AnyRow | null>(null);
  const extra = (each: AnyRow) =>
    allows(each, 'edit') && each['status'] !== 'bound'
      ? [{ key: 'bind', label: t(bind), main: true, onPick: () => setRow(each) }]
      : [];
  return (
    <>
      <ListPage of={messageReceiver} rowActions={extra} />
      {row ? <BindDialog row={row} onClose={() => setRow(null)} /> : null}
    </>
  );
}
