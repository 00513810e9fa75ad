import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Fields } from '#kit/declare/field.ts';
import type { Report } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { drawn } from '#kit/console/cells.tsx';
import { drillAddress, leadingBack } from '#kit/console/drill.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { today } from '#kit/declare/format.ts';
import { reportRange } from '#kit/console/listing.ts';
import type { Paged } from '#kit/console/listing.ts';
import { zone } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { seldom } from './figures.ts';
import { Panel } from './parts.tsx';

const words = { total: text('合计', 'Total'), all: text('全部', 'All') };
const most = 500;

type Answer = Paged<Record<string, unknown>> & { totals: Record<string, number> };
type Props = { of: Report; title: Text; filters: Readonly<Record<string, string>>; measures: readonly string[] };

type HeadProps = { fields: Fields; first: string | undefined };

function Head({ fields, first }: HeadProps): ReactNode {
  const { t } = useWords();
  return (
    <thead>
      <tr>
        {Object.entries(fields).map(([name, field]) => (
          <th key={name} scope="col" className={name === first ? '' : 'num'}>
            {t(field.label)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type FootProps = { fields: Fields; measures: readonly string[]; totals: Answer['totals'] };

function Foot({ fields, measures, totals }: FootProps): ReactNode {
  const wording = useWords();
  return (
    <tfoot>
      <tr>
        <th scope="row">{wording.t(words.total)}</th>
        {measures.map((name) => (
          <td key={name} className="num">
            {drawn(name, fields[name]!, { id: '', ...totals }, wording)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/**
 * A report in small, over its usual days: some of its measures with their totals; figures lead where they do on its
 * page, and to it.
 */
export function ReportTable({ of, title, filters, measures }: Props): ReactNode {
  const wording = useWords();
  const place = usePlace();
  const { go } = place;
  const query = { ...reportRange(of, today(zone())), ...filters };
  const found = useQuery({
    queryKey: [of.name, 'report', query],
    queryFn: ({ signal }) =>
      ask<Answer>(of.wire.path, { ...query, current: '1', size: String(most) }, { signal, quiet: true }),
    refetchInterval: seldom,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [first] = Object.keys(of.dimensions);
  const columns = {
    [first!]: of.dimensions[first!]!,
    ...Object.fromEntries(measures.map((name) => [name, of.measures[name]!])),
  };
  const cell = (name: string, row: AnyRow): ReactNode => {
    const drill = name === first ? of.drill : of.cells?.[name];
    const address = drill && row[name] !== 0 ? drillAddress(of, drill, row, query) : null;
    const shown = drawn(name, columns[name]!, row, wording);
    return address ? (
      <button type="button" className="gh-link" onClick={() => go(leadingBack(address, place))}>
        {shown}
      </button>
    ) : (
      shown
    );
  };
  const page = `${of.route!}?${new URLSearchParams(filters).toString()}`.replace(/\?$/, '');
  return (
    <Panel
      title={title}
      found={found}
      empty={(answer) => answer.total === 0}
      className="wide figures"
      more={
        <button type="button" className="gh-link" onClick={() => go(page)}>
          {wording.t(words.all)}
        </button>
      }
    >
      {({ records, totals }) => (
        <WideFrame>
          <table className="gh-bill">
            <Head fields={columns} first={first} />
            <tbody>
              {records.map((record, at) => {
                const row = { ...record, id: String(at) };
                return (
                  <tr key={row.id}>
                    {Object.keys(columns).map((name) => (
                      <td key={name} className={name === first ? '' : 'num'}>
                        {cell(name, row)}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
            <Foot fields={columns} measures={measures} totals={totals} />
          </table>
        </WideFrame>
      )}
    </Panel>
  );
}
