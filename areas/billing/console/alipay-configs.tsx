import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { alipayConfig, authAddress } from '../model/merchant.ts';

const words = {
  send: text(
    '发给商家，商家以支付宝打开并授权，24小时内有效。收到的授权由另一人确认后生效。',
    'Send it to the merchant, who opens it with Alipay and authorises within 24 hours. Somebody else confirms what arrives.',
  ),
  open: text('打开', 'Open'),
};

/** Its address is shown here, for an action of the list shows nothing of its answer. */
const configs: Resource = {
  ...alipayConfig,
  actions: alipayConfig.actions.filter(({ call }) => call.name !== authAddress.name),
};

/** Alipay accounts, and where a merchant authorises one. */
export default function AlipayConfigs(): ReactNode {
  const { t } = useWords();
  const [shown, setShown] = useState<string | null>(null);
  const show = async (row: AnyRow) => {
    try {
      setShown(await ask<string>(authAddress, { recordId: row.id }, { quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const rowActions = (row: AnyRow): RowAction[] =>
    allows(row, authAddress.name)
      ? [{ key: 'address', label: t(authAddress.title), onPick: () => void show(row) }]
      : [];
  return (
    <>
      <ListPage of={configs} rowActions={rowActions} />
      {shown ? (
        <Dialog title={t(authAddress.title)} onClose={() => setShown(null)}>
          <p>{t(words.send)}</p>
          <p>
            <code data-address style={{ overflowWrap: 'anywhere' }}>
              {shown}
            </code>
          </p>
          <a href={shown} target="_blank" rel="noreferrer">
            {t(words.open)}
          </a>
        </Dialog>
      ) : null}
    </>
  );
}
