import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { describeRule } from '#domain/fee/describe.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import { focusProblem } from '#kit/console/form.tsx';
import { useLeaveGuard } from '#kit/console/leaving.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { Bench } from './bench.tsx';
import { ModeChange } from './mode-change.tsx';
import { RuleFile } from './rule-file.tsx';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow, Written } from './tariff-place.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const PublishReview = part(() => import('./publish-review.tsx'), { wait: <span className="gh-spin" /> });

const words = {
  save: text('保存草稿', 'Save draft'),
  next: text('保存为新版本草稿', 'Save as the next draft'),
  remove: text('删除草稿', 'Delete draft'),
  saved: text('更新成功', 'Saved'),
  done: text('操作成功', 'Done'),
  prompt: text('提示', 'Please confirm'),
  wrong: text('规则还不完整', 'The tariff is incomplete'),
  sureRetire: text(
    '停用后该车类在下一个版本发布前没有收费规则。确定停用？',
    'After retiring, this car type has no tariff until the next version is published. Retire it?',
  ),
  sureRemove: text('删除这个草稿？', 'Delete this draft?'),
  locked: text(
    '此版本已发布，不能修改；保存会生成新的草稿版本。',
    'This version is published and cannot be changed; saving creates a new draft.',
  ),
  retired: text('此版本已停用；保存会生成新的草稿版本。', 'This version is retired; saving creates a new draft.'),
  approved: text('{who} 已复核：{why}', 'Approved by {who}: {why}'),
};
/** More would not be read before the first is put right. */
const PROBLEMS = 6;

type Props = {
  row: VersionRow | undefined;
  written: Written;
  dirty: boolean;
  /** Sends what stands in the editor; the id of the version it became, null where something is wrong and shown. */
  save: () => Promise<string | null>;
  /** Shows at its place what the server refused; false where it cannot. */
  blame: (error: unknown) => boolean;
  onSaved: (id: string | null) => void;
  /** Whether something would be lost; `dirty` by default. */
  edited?: boolean;
  /** A draft may be saved before it is whole. */
  partly?: boolean;
  /** What the rule says, and what is wrong with it, stands elsewhere. */
  brief?: boolean;
  /** Writes a mended tariff into the editor. */
  onMend?: ((rule: FeeRule) => void) | undefined;
  children: ReactNode;
};

function Sentence({ written, brief }: Pick<Props, 'written' | 'brief'>): ReactNode {
  const { t, lang } = useWords();
  const { areaNames } = useTariffPlace();
  if (brief) return null;
  if (written.rule)
    return (
      <p className="fr-message" data-sentence role="status">
        {describeRule(written.rule, areaNames)[lang]}
      </p>
    );
  return (
    <div className="fr-message wrong" role="status">
      {t(words.wrong)}
      <ul>
        {written.problems.slice(0, PROBLEMS).map((msg, nth) => (
          <li key={nth}>{t(msg)}</li>
        ))}
      </ul>
    </div>
  );
}

const post = (path: string, input: Record<string, unknown>, query: Record<string, unknown> = {}) =>
  ask(path, input, { method: 'POST', key: newKey(), quiet: true, query });

type Action = 'publish' | 'approve';

/** Wide enough to read two versions of a sentence. */
const REVIEW_PX = 760;

/** What publishing and approving ask for first, and what would come of them. */
function ActionDialog({
  row,
  action,
  onClose,
  onDone,
}: {
  row: VersionRow;
  action: Action;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(feeRule);
  const { label, ask: fields, wire } = feeRule.lifecycle!.actions[action]!;
  const run = async (values: Record<string, unknown>) => {
    await post(wire!.path, { ids: row.id, ...values });
    notify.ok(t(words.done));
    await refresh();
    onDone();
  };
  const review = <PublishReview row={row} />;
  const note = () => review;
  return (
    <AskDialog
      title={`${t(label)} · V${row.version}`}
      width={REVIEW_PX}
      fields={fields!}
      note={note}
      onClose={onClose}
      run={run}
    />
  );
}

const { actions } = feeRule.lifecycle!;

/** Saving, retiring and removing a version. Whatever the server refuses is shown in the editor, else above the page. */
function useRuleCommands(
  { row, save, blame, onSaved }: Pick<Props, 'row' | 'save' | 'blame' | 'onSaved'>,
  box: RefObject<HTMLElement | null>,
) {
  const { t } = useWords();
  const refresh = useRefresh(feeRule);
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<string | null>, message = words.done) => {
    setBusy(true);
    try {
      const id = await work();
      await refresh();
      notify.ok(t(message));
      onSaved(id);
    } catch (error) {
      if (blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
    }
    setBusy(false);
  };
  const store = async () => {
    setBusy(true);
    const id = await save().catch(async (error: unknown) => {
      if (!blame(error)) notify.error(wordsOf(error));
      await refresh();
      return null;
    }); // what stands in the editor stays
    setBusy(false);
    if (id === null) return focusProblem(box.current);
    await act(() => Promise.resolve(id), words.saved);
  };
  const sure = async (body: typeof words.sureRetire, work: () => Promise<string | null>) => {
    if (await confirm({ title: words.prompt, body, danger: true })) await act(work);
  };
  const retire = () =>
    sure(words.sureRetire, async () => {
      await post(actions['retire']!.wire!.path, { ids: row!.id });
      return row!.id;
    });
  const remove = () =>
    sure(words.sureRemove, async () => {
      await post(`${feeRule.wire.base}/remove`, {}, { ids: row!.id });
      return null;
    });
  return { busy, store, retire, remove };
}

/** How a version stands that is no draft, and who approved it. */
function VersionNotes({ row }: { row: VersionRow }): ReactNode {
  const { t } = useWords();
  return (
    <>
      {row.status !== 'draft' ? (
        <p className="gh-dim">{t(row.status === 'retired' ? words.retired : words.locked)}</p>
      ) : null}
      {row.approvedBy ? (
        <p className="gh-tag ok">
          {t(words.approved)
            .replace('{who}', row.approvedBy)
            .replace('{why}', row.approvedReason ?? '')}
        </p>
      ) : null}
    </>
  );
}

type RuleActionsProps = Pick<Props, 'row' | 'written' | 'dirty' | 'onSaved'> & {
  busy: boolean;
  mayEdit: boolean;
  maySave: boolean;
  commands: Pick<ReturnType<typeof useRuleCommands>, 'store' | 'retire' | 'remove'>;
  onAsk: (action: Action) => void;
};

function RuleActions(props: RuleActionsProps): ReactNode {
  const { row, written, dirty, busy, mayEdit, maySave, onAsk, onSaved } = props;
  const { store, retire, remove } = props.commands;
  const { t } = useWords();
  const isDraft = row?.status === 'draft';
  return (
    <div className="fr-buttons fr-actions">
      {mayEdit ? (
        <button type="button" className="gh-btn primary" disabled={!maySave} onClick={() => void store()}>
          {busy ? <span className="gh-spin" /> : null}
          {t(row && !isDraft ? words.next : words.save)}
        </button>
      ) : null}
      {row &&
        (['publish', 'approve'] as const).map((name) =>
          allows(row, name) ? (
            <button
              key={name}
              type="button"
              className="gh-btn"
              disabled={busy || dirty || !written.rule}
              onClick={() => onAsk(name)}
            >
              {t(actions[name]!.label)}
            </button>
          ) : null,
        )}
      {row && allows(row, 'retire') ? (
        <button type="button" className="gh-btn danger" disabled={busy} onClick={() => void retire()}>
          {t(actions['retire']!.label)}
        </button>
      ) : null}
      {row && isDraft && allows(row, 'remove') ? (
        <button type="button" className="gh-btn danger" disabled={busy} onClick={() => void remove()}>
          {t(words.remove)}
        </button>
      ) : null}
      {row && isDraft && mayEdit ? <ModeChange row={row} dirty={dirty} onChanged={onSaved} /> : null}
      <RuleFile row={row} onMade={onSaved} />
    </div>
  );
}

/** Around every way of writing a rule: what it says, its buttons, and the bench it is tried on. */
export function RuleFrame({
  row,
  written,
  dirty,
  save,
  blame,
  onSaved,
  partly = false,
  brief = false,
  edited = dirty,
  onMend,
  children,
}: Props): ReactNode {
  const may = useMay();
  const { onEdited } = useTariffPlace();
  const box = useRef<HTMLDivElement>(null);
  const { busy, store, retire, remove } = useRuleCommands({ row, save, blame, onSaved }, box);
  const [asking, setAsking] = useState<Action | null>(null);
  useLeaveGuard(edited);
  useEffect(() => {
    onEdited(edited);
    return () => onEdited(false);
  }, [edited, onEdited]);

  const mayEdit = may(row ? 'feeRule:edit' : 'feeRule:add');

  const maySave = mayEdit && !busy && (row === undefined || dirty) && (partly || written.rule !== undefined);

  return (
    <div
      ref={box}
      className="fr-split"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === 's') {
          event.preventDefault();
          if (maySave) void store();
        }
      }}
    >
      <div className="fr-write">
        <Sentence written={written} brief={brief} />
        {row ? <VersionNotes row={row} /> : null}
        {children}
        <RuleActions
          row={row}
          written={written}
          dirty={dirty}
          busy={busy}
          mayEdit={mayEdit}
          maySave={maySave}
          commands={{ store, retire, remove }}
          onAsk={setAsking}
          onSaved={onSaved}
        />
      </div>
      <Bench row={row} rule={written.rule} onMend={onMend} />
      {asking && row ? (
        <ActionDialog row={row} action={asking} onClose={() => setAsking(null)} onDone={() => onSaved(row.id)} />
      ) : null}
    </div>
  );
}
