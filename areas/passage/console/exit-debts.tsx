import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { collectDebts } from '#areas/road/model/collection.ts';
import { exitDebts } from '#areas/road/model/exit-calls.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey } from '#kit/console/ask.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';

const words = {
  owes: text('路内欠费 {count} 笔，共 {sum} 元', '{count} roadside debts, {sum} yuan'),
  phone: text('可扫码一并缴纳', 'May be paid by phone with the bill'),
  collect: text('收现金补缴', 'Take cash for them'),
  done: text('已补缴 {sum} 元', '{sum} yuan collected'),
};
type Found = { mode: 'off' | 'show' | 'ask'; count: number; sumFen: number; recordIds: string[] };

/** What the car at the exit owes at the roadside of the group; the bill alone lets it out. */
export function ExitDebts({ gateId, plate }: { gateId: string; plate: string }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const queryKey = [exitDebts.name, gateId, plate];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<Found>(exitDebts, { gateId, plateNumber: plate }, { signal, quiet: true }),
    retry: false,
    staleTime: 30_000,
  });
  if (!data || data.count === 0) return null;
  const collect = async () => {
    setBusy(true);
    try {
      const input = { recordId: data.recordIds.join(','), tenderedFen: data.sumFen };
      await ask(collectDebts, input, { key: newKey() });
      notify.ok(t(fill(words.done, { sum: formatFen(data.sumFen) })));
      await client.invalidateQueries({ queryKey });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="bx-stay" role="note">
      <span className="gh-tag warn">{t(fill(words.owes, { count: data.count, sum: formatFen(data.sumFen) }))}</span>
      {data.mode === 'ask' ? <span>{t(words.phone)}</span> : null}
      {data.mode === 'ask' && may(collectDebts.permission) ? (
        <button type="button" className="gh-link" disabled={busy} onClick={() => void collect().catch(() => undefined)}>
          {t(words.collect)}
        </button>
      ) : null}
    </p>
  );
}
