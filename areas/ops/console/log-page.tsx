import type { ComponentType, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { RecordParts } from '#kit/console/record.ts';
import { RecordPage } from '#kit/console/record-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';

type Change = { field: string; label: string; before: string | null; after: string | null };

const words = {
  changes: text('修改内容', 'What changed'),
  field: text('项目', 'Field'),
  before: text('修改前', 'Before'),
  after: text('修改后', 'After'),
  none: text('没有可列出的内容', 'Nothing to list'),
};

/** Each field of one line, before and after. */
function Changes({ of, row }: { of: Resource; row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [of.name, 'detail', row.id],
    queryFn: ({ signal }) => fetchDetail(of, row, signal),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const changes = (data['changes'] ?? []) as Change[];
  const shown = (value: string | null) => value ?? <span className="gh-dim">—</span>;
  return (
    <section>
      <h2 className="gh-group">{t(words.changes)}</h2>
      {changes.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <WideFrame>
          <table className="gh-bill lg-changes">
            <thead>
              <tr>
                {[words.field, words.before, words.after].map((each) => (
                  <th key={each.en} scope="col">
                    {t(each)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, label, before, after }) => (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  <td>{shown(before)}</td>
                  <td>{shown(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </WideFrame>
      )}
    </section>
  );
}

/** What a line is about: the row's own name, and the fields that were changed. */
const subject = (row: AnyRow): ReactNode => (
  <span title={String(row['changed'] ?? '')}>
    {String(row['subject'] ?? row['resource'])}
    {row['name'] ? <b> {String(row['name'])}</b> : null}
    {row['changed'] ? <span className="gh-dim"> {String(row['changed'])}</span> : null}
  </span>
);
const actionTag = (row: AnyRow): ReactNode => (
  <span className="gh-tag">{String(row['actionName'] ?? row['action'])}</span>
);
const slots = { resource: subject, action: actionTag };

const changesIn =
  (of: Resource) =>
  (row: AnyRow): ReactNode => <Changes of={of} row={row} />;

/** One line of the audit on its own page. */
export const logRecord = (of: Resource): { default: RecordParts } => ({
  default: { of, slots, detail: changesIn(of) },
});

/** A page of the audit log, with the filters of its screen. */
export function logPage(of: Resource, operateType?: string): ComponentType {
  const fixed = operateType ? { fixed: { operateType } } : {};
  const changes = changesIn(of);
  return function Log() {
    return <RecordPage of={of} slots={slots} {...fixed} detail={changes} />;
  };
}
