import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { allows, titleOf, words as actionTexts } from './item-actions.ts';
import type { ItemAction } from './item-actions.ts';
import type { AnyRow } from './fields.ts';
import { editWords } from './list-table.tsx';
import type { Slots } from './list-table.tsx';
import { notify } from './notices.ts';
import { part } from './part.tsx';
import { useWords } from './words.ts';

const FormDrawer = part(() => import('./form-drawer.tsx'));
const DetailDrawer = part(() => import('./detail-drawer.tsx'));
const AskDialog = part(() => import('./ask-dialog.tsx'));
const ExportDialog = part(() => import('./export-dialog.tsx'));
const ImportDialog = part(() => import('./import-dialog.tsx'));

type Given = Readonly<Record<string, unknown>>;
/** A preview of what an action would do to rows with these values. */
export type Foresee = (action: string, rows: readonly AnyRow[], values: Given) => ReactNode;

/** What lies above a page of rows: one thing at a time. */
export type Above =
  | { kind: 'form'; row?: AnyRow; given?: Given }
  | { kind: 'detail'; row: AnyRow }
  | { kind: 'ask'; action: ItemAction; rows: readonly AnyRow[] }
  | { kind: 'export' }
  | { kind: 'import' };

type OverlayProps = {
  of: Resource;
  above: Above | null;
  given?: Given;
  slots?: Slots;
  detail?: (row: AnyRow) => ReactNode;
  lead?: (row: AnyRow) => ReactNode;
  foresee?: Foresee;
  formNote?: (values: Given) => ReactNode;
  onAdded?: (answer: AnyRow) => void;
  /** Opens a row on a page of its own. */
  onPage?: (row: AnyRow) => void;
  exporting?: { query: Readonly<Record<string, string>>; shown: readonly string[]; all: readonly string[] };
  onAbove: (above: Above | null) => void;
  onChanged: () => Promise<void>;
};

type DetailProps = Pick<OverlayProps, 'of' | 'slots' | 'detail' | 'lead' | 'onPage' | 'onAbove'> & { row: AnyRow };

function RowDetail({ of, row, slots, detail, lead, onPage, onAbove }: DetailProps): ReactNode {
  const { t } = useWords();
  const edit =
    of.verbs.includes('edit') && allows(row, 'edit') ? (
      <button type="button" className="gh-btn" onClick={() => onAbove({ kind: 'form', row })}>
        {t(editWords)}
      </button>
    ) : null;
  return (
    <DetailDrawer
      of={of}
      row={row}
      {...(slots ? { slots } : {})}
      lead={lead?.(row)}
      onClose={() => onAbove(null)}
      {...(onPage ? { onPage: () => onPage(row) } : {})}
      buttons={edit}
    >
      {detail?.(row)}
    </DetailDrawer>
  );
}

type ActionDialogProps = Pick<OverlayProps, 'of' | 'foresee' | 'onAbove' | 'onChanged'> & {
  action: ItemAction;
  rows: readonly AnyRow[];
};

/** Prompts for an action's input, then runs it. */
function ActionDialog({ of, action, rows, foresee, onAbove, onChanged }: ActionDialogProps): ReactNode {
  const { t } = useWords();
  const run = async (values: Record<string, unknown>, key: string) => {
    await action.run(rows, values, key);
    notify.ok(t(actionTexts.done));
    void onChanged();
  };
  return (
    <AskDialog
      title={t(titleOf(of, action, rows))}
      fields={action.fields!}
      danger={action.danger}
      {...(foresee ? { note: (values) => foresee(action.name, rows, values) } : {})}
      run={run}
      onClose={() => onAbove(null)}
    />
  );
}

/** Forms, details and dialogs of a resource's page; each arrives with its first use. */
export function Overlay(props: OverlayProps): ReactNode {
  const { of, above, given, onAdded, formNote, exporting, onAbove, onChanged } = props;
  const { t } = useWords();
  const close = () => onAbove(null);
  switch (above?.kind) {
    case 'form':
      return (
        <FormDrawer
          of={of}
          {...(above.row ? { row: above.row } : {})}
          given={{ ...given, ...above.given }}
          {...(onAdded ? { onAdded } : {})}
          {...(formNote ? { note: formNote } : {})}
          onClose={close}
        />
      );
    case 'detail':
      return <RowDetail {...props} row={above.row} />;
    case 'ask':
      return <ActionDialog {...props} action={above.action} rows={above.rows} />;
    case 'export':
      return exporting ? (
        <ExportDialog title={t(of.title)} path={`/api/gatehouse/export/${of.name}`} {...exporting} onClose={close} />
      ) : null;
    case 'import':
      return <ImportDialog of={of} onClose={close} onDone={() => void onChanged()} />;
    default:
      return null;
  }
}
