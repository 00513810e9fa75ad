import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { Value } from './cells.tsx';
import { columnFields } from './fields.ts';
import { useListing } from './listing.ts';
import { useWords } from './words.ts';

const words = { sum: text('合计', 'Total') };

/** The sums of a list over its whole filter, in view wherever its columns are scrolled to. */
export function TotalsStrip({ of }: { of: Resource }): ReactNode {
  const { t } = useWords();
  const { data, isPending } = useListing(of);
  const fields = columnFields(of);
  return (
    <dl className="gh-card gh-strip" aria-label={t(words.sum)} aria-busy={data ? !data.totals : isPending}>
      {of.totals.map((name) => (
        <div key={name}>
          <dt>{t(fields[name]!.label)}</dt>
          <dd>
            {data?.totals ? (
              <Value name={name} field={fields[name]!} row={{ id: '', ...data.totals }} />
            ) : isPending || data ? (
              '…'
            ) : (
              '—'
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
