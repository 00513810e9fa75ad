/** Fixes lane by lane; each leads to the calls its numbers are made of. */
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { COMPARED_OVER, PROPOSED_OVER, callFix } from '../model/call-fix.ts';
import { callRecord } from '../model/call-record.ts';

const toCalls = text('看通话', 'Its calls');

/** Days its calls are counted in: those before a proposal, or before and after what was done. */
function daysOf(row: AnyRow): { startTime: string; endTime: string } {
  const done = row['doneDay'] as string | null;
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const [from, until] = done
    ? [addDays(done, -COMPARED_OVER), addDays(done, COMPARED_OVER)]
    : [addDays(today, -PROPOSED_OVER), today];
  return { startTime: `${from} 00:00:00`, endTime: `${until < today ? until : today} 23:59:59` };
}

export default function CallFixes(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const rowActions = (row: AnyRow) =>
    may(`${callRecord.name}:read`)
      ? [
          {
            key: 'calls',
            label: t(toCalls),
            onPick: () => {
              const same = ['parkId', 'gateId', 'why', 'fact'].map((name) => [name, String(row[name] ?? '')]);
              const query = new URLSearchParams([...same, ['status', 'closed'], ...Object.entries(daysOf(row))]);
              go(`${callRecord.route!}?${query.toString()}`);
            },
          },
        ]
      : [];
  return <ListPage of={callFix as Resource} rowActions={rowActions} />;
}
