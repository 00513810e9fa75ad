import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { Value } from '#kit/console/cells.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { passage } from '../model/gate-event.ts';
import { printableOf } from './box-board.ts';
import type { Board, Passed, Printable } from './box-board.ts';

const words = {
  recent: text('最近通行', 'Recent passages'),
  receipt: text('打印收费凭条', 'Print the receipt'),
  entry: text('打印入场凭条', 'Print the entry ticket'),
  missing: text('凭条未打出', 'No ticket'),
};

function Print({ row, onPrint }: { row: Passed; onPrint: (what: Printable) => void }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const what = printableOf(row);
  if (!what || !may('parkingOrder:read') || (what.slip === 'entry' && !may('stay:read'))) return null;
  return (
    <button
      type="button"
      className="gh-btn icon plain"
      aria-label={t(words[what.slip])}
      title={t(words[what.slip])}
      onClick={() => onPrint(what)}
    >
      <Icon name="print" />
    </button>
  );
}

/** What passed last at the lanes of a booth; a receipt or an entry ticket can be printed from its row. */
export function Recent({ board, onPrint }: { board: Board; onPrint: (what: Printable) => void }): ReactNode {
  const { t } = useWords();
  const names = new Map(board.lanes.map(({ gateId, gateName }) => [gateId, gateName]));
  return (
    <section className="gh-card bx-recent">
      <header>
        <h2>{t(words.recent)}</h2>
      </header>
      <ol>
        {board.recent.map((row) => (
          <li key={row.id}>
            <time dateTime={row.time} title={wallTime(row.time, zone())}>
              {wallTime(row.time, zone()).slice(11, 16)}
            </time>
            <Value name="plateNumber" field={passage.fields.plateNumber} row={row} />
            <span title={names.get(row.gateId)}>{names.get(row.gateId) ?? ''}</span>
            {row.ticketMissing && row.insideStayId ? (
              <span className="gh-tag bad">{t(words.missing)}</span>
            ) : (
              <Value name="status" field={passage.fields.status} row={row} />
            )}
            <Print row={row} onPrint={onPrint} />
          </li>
        ))}
      </ol>
    </section>
  );
}
