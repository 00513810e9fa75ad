import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask, download, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { Related } from '#kit/console/related.tsx';
import { useWords } from '#kit/console/words.ts';
import { formatFen } from '#domain/money/fen.ts';
import { settlementRecord } from '../model/settlement.ts';
import { bankAnswers, bankFile, payeeOf, transferRecord } from '../model/transfer.ts';
import { base64Of } from './file-content.ts';

const words = {
  note: text('向银行付款时，附言填写转账单号。', 'Give the number of the transfer as the reference of the payment.'),
  paid: text('所付结算单', 'Settlements it pays'),
  again: text('付款文件已生成，请再点一次下载。', 'The file is made; press once more to have it.'),
  made: text('{count}笔，共{sum}元', '{count} payments, {sum} yuan'),
  booked: text(
    '到账{arrived}，未成{failed}，退汇{returned}，处理中{waiting}，此前已登记{known}',
    '{arrived} arrived, {failed} failed, {returned} came back, {waiting} under way, {known} known before',
  ),
  unbooked: text('没有登记的行', 'Lines that were not booked'),
  line: text('行', 'Line'),
  number: text('转账单号', 'No.'),
  why: text('原因', 'Why'),
};

type Payee = {
  transferNo: string;
  payee: string;
  bankName: string;
  branchCode: string | null;
  accountNo: string;
  amountFen: number;
};
type PayFile = { name: string; content: string | null; count: number; amountFen: number };
type Sums = Record<'arrived' | 'failed' | 'returned' | 'waiting' | 'known', number>;
type Answered = { sums: Sums; rows: { line: number; number: string; why: string }[] };

function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return may('settlementRecord:read') ? (
    <Related
      of={settlementRecord}
      title={t(words.paid)}
      by={{ transferId: row.id }}
      fields={['day', 'parkId', 'payType', 'netFen', 'dueFen']}
    />
  ) : null;
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

function PayeeDialog({ payee, onClose }: { payee: Payee; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(payeeOf.title)} onClose={onClose}>
      <p>{payee.payee}</p>
      <p>
        {payee.bankName} {payee.branchCode ?? ''}
      </p>
      <p>
        <code>{payee.accountNo}</code>
      </p>
      <p>{formatFen(payee.amountFen)}</p>
      <p>
        <code>{payee.transferNo}</code>
      </p>
      <p>{t(words.note)}</p>
    </Dialog>
  );
}

/** What became of the bank's answers; lines that were not booked are for a person. */
function AnsweredDialog({ answered, onClose }: { answered: Answered; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(bankAnswers.title)} onClose={onClose}>
      <p role="status">{t(fill(words.booked, answered.sums))}</p>
      {answered.rows.length > 0 ? (
        <table className="gh-bill">
          <caption>{t(words.unbooked)}</caption>
          <thead>
            <tr>
              {[words.line, words.number, words.why].map((label) => (
                <th key={label.en} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answered.rows.map(({ line, number, why }) => (
              <tr key={line}>
                <td className="num">{line}</td>
                <td>{number}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Dialog>
  );
}

function AnswersButton({ onAnswered }: { onAnswered: (answered: Answered) => void }): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(transferRecord);
  const send = async (chosen: File) => {
    try {
      onAnswered(await ask<Answered>(bankAnswers, { file: await base64Of(chosen) }, { key: newKey(), quiet: true }));
      await refresh();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  return (
    <label className="gh-btn">
      <Icon name="upload" size={14} />
      {t(bankAnswers.title)}
      <input
        type="file"
        className="gh-sr"
        accept=".csv,.txt"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) void send(chosen);
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** Transfers: files to and from the bank; whoever pays by hand sees the account of an approved one. */
export default function Transfers(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [payee, setPayee] = useState<Payee | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const look = async (row: AnyRow) => {
    try {
      setPayee(await ask(payeeOf, { recordId: row.id }, { key: newKey(), quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const extra = (row: AnyRow) =>
    row['status'] === 'approved' && may(payeeOf.permission)
      ? [{ key: 'payee', label: t(payeeOf.title), onPick: () => void look(row) }]
      : [];
  const pay = async (rows: readonly AnyRow[], done: () => Promise<void>) => {
    try {
      const file = await ask<PayFile>(bankFile, { ids: rows.map(({ id }) => id) }, { key: newKey(), quiet: true });
      if (file.content === null) return void notify.error(t(words.again));
      download(new Blob([file.content], { type: 'text/csv;charset=utf-8' }), file.name);
      notify.ok(t(fill(words.made, { count: file.count, sum: formatFen(file.amountFen) })));
      await done();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const batch = (rows: readonly AnyRow[], done: () => Promise<void>) => (
    <button type="button" className="gh-btn" onClick={() => void pay(rows, done)}>
      {t(bankFile.title)}
    </button>
  );
  return (
    <>
      <ListPage
        of={transferRecord}
        rowActions={extra}
        detail={detail}
        {...(may(bankAnswers.permission) ? { actions: <AnswersButton onAnswered={setAnswered} /> } : {})}
        {...(may(bankFile.permission) ? { batchActions: batch } : {})}
      />
      {payee ? <PayeeDialog payee={payee} onClose={() => setPayee(null)} /> : null}
      {answered ? <AnsweredDialog answered={answered} onClose={() => setAnswered(null)} /> : null}
    </>
  );
}
