import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { pathOf } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { wxmenu } from '../model/wxmenu.ts';
import type { Item, Model } from './menu-model.ts';

const words = {
  edit: text('菜单项', 'Item'),
  add: text('新菜单项', 'New item'),
  save: text('保存草稿', 'Save to the draft'),
  saved: text('草稿已保存', 'Saved to the draft'),
  remove: text('删除', 'Remove'),
  sure: text('从草稿中删除该项？', 'Remove the item from the draft?'),
  prompt: text('提示', 'Please confirm'),
};

const { name, type, url, key, appId, pagePath } = wxmenu.fields;
const all = { name, type, url, key, appId, pagePath };
/** An item with others above it does nothing but open them. */
const opening = { name };
const nothing = { url: null, key: null, appId: null, pagePath: null };

type Props = {
  readonly model: Model;
  readonly item: Item | null;
  readonly under: string | null;
  readonly onDone: (id: string | null) => Promise<void>;
};

/** One item of the draft, edited where it stands. */
export function MenuItemForm({ model, item, under, onDone }: Props): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const opens = item !== null && model.draft.some(({ parentId }) => parentId === item.id);
  const fields = opens ? opening : all;
  const first = useMemo(() => (item ? { ...item } : { type: 'view' }), [item]);
  const draft = useDraft(fields, first, true);
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const canSave = may(item ? 'wxmenu:edit' : 'wxmenu:add');
  const place = item
    ? { recordId: item.id, updatedAt: item.updatedAt }
    : {
        companyid: model.companyId,
        publicplatId: model.publicplatId,
        parentId: under,
        sort: model.draft.filter(({ parentId }) => parentId === under).length,
      };
  const doing = async (work: () => Promise<string | null>, done?: string) => {
    setBusy(true);
    try {
      const id = await work();
      if (done) notify.ok(done);
      await onDone(id);
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    const input = { ...place, ...(opens ? {} : nothing), ...values };
    void doing(async () => {
      const path = pathOf(wxmenu, 'submit');
      return (await ask<{ id: string }>(path, input, { method: 'POST', key: newKey(), quiet: true })).id;
    }, t(words.saved));
  };
  const remove = async () => {
    if (!item || !(await confirm({ title: words.prompt, body: words.sure, danger: true }))) return;
    await doing(async () => {
      await ask(pathOf(wxmenu, 'remove'), { ids: item.id }, { method: 'POST', key: newKey(), quiet: true });
      return null;
    });
  };
  return (
    <section ref={box}>
      <h2 className="gh-group">{t(item ? words.edit : words.add)}</h2>
      <FieldForm fields={fields} draft={draft} locked={() => !canSave} />
      <p className="wx-buttons">
        {canSave ? (
          <button type="button" className="gh-btn primary" disabled={busy} onClick={save}>
            {t(words.save)}
          </button>
        ) : null}
        {item && may('wxmenu:remove') ? (
          <button type="button" className="gh-btn danger" disabled={busy || opens} onClick={() => void remove()}>
            {t(words.remove)}
          </button>
        ) : null}
      </p>
    </section>
  );
}
