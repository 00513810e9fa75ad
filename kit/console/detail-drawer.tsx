import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from './dialog.tsx';
import { Value } from './cells.tsx';
import { Trouble } from './empty.tsx';
import { factGroups } from './fact-groups.ts';
import { columnFields } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { Icon } from './icon.tsx';
import { fetchDetail } from './listing.ts';
import { zone } from './me.ts';
import type { Slots } from './list-table.tsx';
import { PrintHead } from './print-head.tsx';
import { rowName } from './row-name.ts';
import { useWords } from './words.ts';

const words = {
  record: text('记录', 'Record'),
  page: text('以页面打开', 'Open as page'),
};
const wide = new Set(['longText', 'json', 'url', 'relations']);

export type DetailProps = {
  of: Resource;
  row: AnyRow;
  slots?: Slots;
  onClose: () => void;
  buttons?: ReactNode;
  lead?: ReactNode;
  /** Opens the record on a page of its own. */
  onPage?: () => void;
  children?: ReactNode;
};

/** All fields of a record, in the sections of its declaration and with exact times; secrets have nothing to show. */
export function Facts({ of, row, slots }: { of: Resource; row: AnyRow; slots?: Slots }): ReactNode {
  const { t } = useWords();
  const fields = columnFields(of);
  return factGroups(of, row).map((group) => {
    const shown = group.fields;
    return (
      <section key={group.title.en}>
        <h2 className="gh-group">{t(group.title)}</h2>
        <dl className="gh-facts">
          {shown.map((name) => (
            <div key={name} className={wide.has(fields[name]!.kind) ? 'full' : ''}>
              <dt>{t(fields[name]!.label)}</dt>
              <dd>
                {slots?.[name]?.(row) ?? <Value name={name} field={{ ...fields[name]!, since: false }} row={row} />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}

/** A record in a drawer, read fresh, with the buttons its row offers and whatever the page adds below. */
export default function DetailDrawer({
  of,
  row,
  slots,
  onClose,
  buttons,
  lead,
  onPage,
  children,
}: DetailProps): ReactNode {
  const { t, lang } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [of.name, 'detail', row.id],
    queryFn: ({ signal }) => fetchDetail(of, row, signal),
  });
  const record = { ...row, ...data };
  const name = rowName(of, record, lang, zone()) || t(words.record);
  return (
    <SidePanel
      title={`${t(of.title)} · ${name}`}
      width={760}
      onClose={onClose}
      extra={
        <>
          {onPage ? (
            <button
              type="button"
              className="gh-btn icon"
              aria-label={t(words.page)}
              title={t(words.page)}
              onClick={onPage}
            >
              <Icon name="expand" />
            </button>
          ) : null}
          {buttons}
        </>
      }
    >
      <PrintHead title={`${t(of.many)} · ${name}`} />
      {lead}
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Facts of={of} row={record} {...(slots ? { slots } : {})} />
      )}
      {children}
    </SidePanel>
  );
}
