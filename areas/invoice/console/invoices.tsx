import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { ask } from '#kit/console/ask.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { invoiceApplyForm } from '../model/apply-form.ts';
import { itemsOfForm } from '../model/form-calls.ts';
import { invoiceItem } from '../model/item.ts';
import { words } from './words.ts';

const COLUMNS = [
  'kind',
  'orderNo',
  'plateNumber',
  'leaseFrom',
  'leaseTo',
  'grossFen',
  'netFen',
  'taxFen',
  'rateBp',
  'status',
];

const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? '—' : String(value));

/** The invoice as its holder sees it: parties, sum, and what reversals left. */
function Look({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const [amount, back] = [Number(row['amountFen'] ?? 0), Number(row['redFen'] ?? 0)];
  const facts: readonly (readonly [string, string])[] = [
    [t(words.number), shown(row['invoiceNo'])],
    [
      t(words.buyer),
      `${shown(row['invoiceTitle'])} ${row['buyerTaxNo'] ? `${t(words.taxNo)} ${String(row['buyerTaxNo'])}` : ''}`,
    ],
    [t(words.seller), shown(row.labels?.['sellerId'])],
    [t(words.sum), formatFen(amount)],
    ...(back > 0 ? [[t(words.left), formatFen(amount - back)] as const] : []),
  ];
  return (
    <section>
      <h2 className="gh-group">{t(words.look)}</h2>
      <h3>{t(words.digital)}</h3>
      <table className="gh-bill">
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Blue and red lines with their orders. */
function Lines({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [invoiceItem.name, 'of', row.id, row['updatedAt']],
    queryFn: ({ signal }) => ask<AnyRow[]>(itemsOfForm, { recordId: row.id }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <section>
      <h2 className="gh-group">{t(words.lines)}</h2>
      {!data ? (
        <span className="gh-spin" />
      ) : data.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable of={invoiceItem} fields={COLUMNS} rows={data} />
      )}
    </section>
  );
}

function Details({ row }: { row: AnyRow }): ReactNode {
  const may = useMay();
  return (
    <>
      <Look row={row} />
      {may('invoiceItem:read') ? <Lines row={row} /> : null}
    </>
  );
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

/** Invoices; how each looks and its lines stand in its details. */
export default function Invoices(): ReactNode {
  return (
    <ListPage of={invoiceApplyForm} detail={detail}>
      <ChoiceTabs of={invoiceApplyForm} name="status" />
    </ListPage>
  );
}
