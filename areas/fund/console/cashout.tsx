import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { formatFen } from '#domain/money/fen.ts';
import { cashoutSet, previewPayout } from '../model/cashout.ts';

const words = {
  title: text('下次提现', 'Next payout'),
  due: text('已确认未提现', 'Confirmed and not paid out'),
  amount: text('现在可提现', 'May be paid out now'),
  settlements: text('结算单', 'Settlements'),
  unverified: text(
    '收款账户尚未由另一人核验，不能提现。',
    'Nobody else has verified the account yet: nothing is paid out.',
  ),
};

type Preview = { dueFen: number; amountFen: number; settlements: number; verified: boolean };

function Next({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    let stays = true;
    ask<Preview>(previewPayout, { recordId: row.id }, { quiet: true }).then(
      (answer) => stays && setPreview(answer),
      () => undefined,
    );
    return () => {
      stays = false;
    };
  }, [row.id]);
  if (!preview) return null;
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      <p>
        {t(words.due)} {formatFen(preview.dueFen)} · {t(words.amount)} {formatFen(preview.amountFen)} ·{' '}
        {t(words.settlements)} {preview.settlements}
      </p>
      {preview.verified ? null : <p>{t(words.unverified)}</p>}
    </section>
  );
}

const detail = (row: AnyRow): ReactNode => <Next row={row} />;

/** Settings of companies; the sum that would be paid out next stands in their details. */
export default function CashoutSettings(): ReactNode {
  return <ListPage of={cashoutSet} detail={detail} />;
}
