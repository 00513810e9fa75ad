import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { Value } from '#kit/console/cells.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { passage } from '../model/gate-event.ts';
import type { Board } from './box-board.ts';

const words = {
  recent: text('最近通行', 'Recent passages'),
  receipt: text('打印收费凭条', 'Print the receipt'),
};

/** What passed last at the lanes of a booth; the receipt of a car that paid can be printed from its row. */
export function Recent({ board, onReceipt }: { board: Board; onReceipt: (orderId: string) => void }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const names = new Map(board.lanes.map(({ gateId, gateName }) => [gateId, gateName]));
  return (
    <section className="gh-card bx-recent">
      <header>
        <h2>{t(words.recent)}</h2>
      </header>
      <ol>
        {board.recent.map((row) => (
          <li key={row.id}>
            <time dateTime={row.time}>{wallTime(row.time, zone()).slice(11, 19)}</time>
            <Value name="plateNumber" field={passage.fields.plateNumber} row={row} />
            <span>{names.get(row.gateId) ?? ''}</span>
            <Value name="status" field={passage.fields.status} row={row} />
            {row.paidOrderId !== null && may('parkingOrder:read') ? (
              <button
                type="button"
                className="gh-btn icon plain"
                aria-label={t(words.receipt)}
                title={t(words.receipt)}
                onClick={() => onReceipt(row.paidOrderId!)}
              >
                <Icon name="print" />
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
