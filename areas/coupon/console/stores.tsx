import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { couponRule } from '../model/coupon-rule.ts';
import { couponStore } from '../model/coupon-store.ts';
import { couponDeduction } from '../model/records.ts';
import { resetStorePassword } from '../model/row-calls.ts';
import { Related } from '#kit/console/related.tsx';

const words = {
  sure: text(
    '将生成新的一次性密码，该账号的全部登录随即结束。',
    'Creates a new one-time password and ends all sessions of this account.',
  ),
  password: text('一次性密码', 'One-time password'),
  once: text(
    '密码只显示这一次，请立即转告商家；下次登录须修改。',
    'Shown only once. Pass it on to the store now; it must be changed at the next login.',
  ),
  gone: text('已显示过', 'Already shown'),
  rules: text('规则', 'Rules'),
  used: text('最近核销', 'Recently used'),
};

function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may('couponRule:read') ? (
        <Related
          of={couponRule}
          title={t(words.rules)}
          by={{ storeId: row.id }}
          fields={['ruleName', 'status', 'issued', 'used', 'reservedFen']}
        />
      ) : null}
      {may('couponDeduction:read') ? (
        <Related
          of={couponDeduction}
          title={t(words.used)}
          by={{ storeId: row.id }}
          fields={['time', 'plateNumber', 'benefitFen', 'chargedFen', 'status']}
        />
      ) : null}
    </>
  );
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

/** Stores with their money; from here a forgotten password is made anew. */
export default function Stores(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [issued, setIssued] = useState<{ account: string; password?: string } | null>(null);
  const reset = async (row: AnyRow) => {
    if (!(await confirm({ title: resetStorePassword.title, body: words.sure, danger: true }))) return;
    try {
      setIssued(await ask(resetStorePassword, { recordId: row.id }, { key: newKey(), quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const extra = (row: AnyRow) =>
    row['account'] && may('couponStore:resetPassword')
      ? [{ key: 'reset', label: t(resetStorePassword.title), onPick: () => void reset(row) }]
      : [];
  return (
    <>
      <ListPage of={couponStore} rowActions={extra} detail={detail} />
      {issued ? (
        <Dialog title={t(words.password)} onClose={() => setIssued(null)}>
          <p>{t(words.once)}</p>
          <p>{issued.account}</p>
          <p>
            <code>{issued.password ?? t(words.gone)}</code>
          </p>
        </Dialog>
      ) : null}
    </>
  );
}
