import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { below } from '#domain/weixin/menu.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { pathOf } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { compareMenu, menuModel, publishMenu, wxmenu, wxmenuVersion } from '../model/wxmenu.ts';
import { MenuItemForm } from './menu-item.tsx';
import type { Chosen, Item, Model } from './menu-model.ts';
import { MenuPhone } from './menu-phone.tsx';
import { MenuDiff, MenuVersions } from './menu-versions.tsx';
import './weixin.css';

const words = {
  account: text('公众号', 'Public account'),
  none: text('请先在“公众平台”添加公众号。', 'Add an account under “Public accounts” first.'),
  pick: text('点菜单项编辑，点 + 添加。', 'Press an item to edit it, + to add one.'),
  publish: text('发布', 'Publish'),
  compare: text('与平台核对', 'Compare with the platform'),
  prompt: text('发布菜单', 'Publish the menu'),
  sure: text(
    '{count} 处改动将替换用户看到的菜单；手机上最多24小时后更新。',
    '{count} changes will replace the menu followers see; phones take it over within 24 hours.',
  ),
  same: text('菜单没有改动，将再次发送同一版本。', 'Nothing has changed; the same version is sent again.'),
  sent: text('已发布，平台上的菜单一致', 'Published; the platform has the same menu'),
  unlike: text('平台上的菜单与发布的不一致', 'The platform has a different menu than was published'),
  alike: text('平台上的菜单与发布的一致', 'The platform has the published menu'),
  changes: text('草稿的改动', 'What the draft changes'),
  published: text('已发布', 'Published'),
  draft: text('草稿', 'Draft'),
  differs: text('平台与发布的不同', 'Differences on the platform'),
  there: text('平台上', 'On the platform'),
  cut: text('手机显示不全：{names}', 'Phones cut these: {names}'),
  unanswered: text(
    '没有回复的菜单关键词：{names}（在“关键词回复”中设置）',
    'Menu keys nobody answers: {names} (set under “Keyword replies”)',
  ),
  refused: text('上次发布被平台拒绝：{why}', 'The platform refused the last one: {why}'),
  states: {
    none: text('无公众号', 'No account'),
    draft: text('有未发布的改动', 'Draft'),
    sending: text('发布中', 'Sending'),
    published: text('已发布', 'Published'),
    differs: text('与平台不一致', 'Differs'),
  },
};
const tones = { none: 'muted', draft: 'info', sending: 'info', published: 'ok', differs: 'warn' };

/** What keeps the draft from being published, and what will be odd about it. */
function Remarks({ model, onPick }: { model: Model; onPick: (id: string) => void }): ReactNode {
  const { t } = useWords();
  const notes = [
    ...(model.refused ? [t(fill(words.refused, { why: model.refused }))] : []),
    ...(model.cut.length > 0 ? [t(fill(words.cut, { names: model.cut.map(({ name }) => name).join(', ') }))] : []),
    ...(model.unanswered.length > 0 ? [t(fill(words.unanswered, { names: model.unanswered.join(', ') }))] : []),
  ];
  return (
    <>
      {model.faults.map((fault) => (
        <p key={`${fault.id} ${fault.words}`} role="alert">
          <button type="button" className="gh-link danger" onClick={() => onPick(fault.id)}>
            {fault.name}: {fault.words}
          </button>
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className="gh-dim">
          {note}
        </p>
      ))}
    </>
  );
}

/** What may be done with the whole menu. */
function useMenuActions(model: Model | undefined, refresh: () => Promise<void>) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const doing = async (work: () => Promise<Model>, well: string) => {
    setBusy(true);
    try {
      const { state } = await work();
      if (state === 'differs') notify.info(t(words.unlike));
      else notify.ok(well);
    } catch (error) {
      notify.error(wordsOf(error));
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  const publicplatId = model?.publicplatId;
  const publish = async () => {
    const count = model?.changes.length ?? 0;
    const body = count > 0 ? fill(words.sure, { count }) : words.same;
    if (!(await confirm({ title: words.prompt, body, ok: words.publish }))) return;
    await doing(
      () => ask<Model>(publishMenu, { recordId: publicplatId }, { key: newKey(), quiet: true }),
      t(words.sent),
    );
  };
  const compare = () =>
    doing(() => ask<Model>(compareMenu, { publicplatId }, { key: newKey(), quiet: true }), t(words.alike));
  const move = async (item: Item, to: number) => {
    const rows = below(model?.draft ?? [], item.parentId) as Item[];
    if (to < 0 || to >= rows.length) return;
    const order = rows.filter(({ id }) => id !== item.id);
    order.splice(to, 0, item);
    try {
      for (const [sort, { id, sort: before }] of order.entries())
        if (sort !== before)
          await ask(pathOf(wxmenu, 'submit'), { recordId: id, sort }, { method: 'POST', key: newKey(), quiet: true });
    } catch (error) {
      notify.error(wordsOf(error));
    }
    await refresh();
  };
  return { busy, publish, compare, move };
}

function Head(props: {
  model: Model | undefined;
  busy: boolean;
  onAccount: (id: string | null) => void;
  onPublish: () => void;
  onCompare: () => void;
}): ReactNode {
  const { model, busy, onAccount, onPublish, onCompare } = props;
  const { t } = useWords();
  const may = useMay();
  return (
    <div className="gh-tools gh-no-print">
      <h1>{t(wxmenu.many)}</h1>
      <span className="wx-pick">
        <RelationSelect
          field={menuModel.input.publicplatId}
          value={model?.publicplatId ?? null}
          onChange={(next) => onAccount(typeof next === 'string' && next !== '' ? next : null)}
          among={{}}
        />
      </span>
      {model ? <span className={`gh-tag ${tones[model.state]}`}>{t(words.states[model.state])}</span> : null}
      {model?.publicplatId && may(publishMenu.permission) ? (
        <span className="ways">
          {busy ? <span className="gh-spin" /> : null}
          <button type="button" className="gh-btn" disabled={busy || !model.published} onClick={onCompare}>
            {t(words.compare)}
          </button>
          <button
            type="button"
            className="gh-btn primary"
            disabled={busy || model.faults.length > 0 || (model.draft.length === 0 && !model.published)}
            onClick={onPublish}
          >
            {t(words.publish)}
          </button>
        </span>
      ) : null}
    </div>
  );
}

/** Phone and form side by side, what the draft changes, and what was sent before. */
function Designer(props: {
  model: Model;
  chosen: Chosen | null;
  onChoose: (next: Chosen | null) => void;
  onMove: (item: Item, to: number) => void;
  refresh: () => Promise<void>;
}): ReactNode {
  const { model, chosen, onChoose, onMove, refresh } = props;
  const { t } = useWords();
  const may = useMay();
  const item = chosen && 'id' in chosen ? (model.draft.find(({ id }) => id === chosen.id) ?? null) : null;
  const under = chosen && 'under' in chosen ? chosen.under : null;
  const differences = model.published?.differences ?? [];
  const done = async (id: string | null) => {
    await refresh();
    onChoose(id ? { id } : null);
  };
  return (
    <div className="wx-design">
      <MenuPhone
        name={model.name ?? ''}
        items={model.draft}
        chosen={chosen}
        canAdd={may('wxmenu:add')}
        canMove={may('wxmenu:edit')}
        onChoose={onChoose}
        onMove={onMove}
      />
      <div className="wx-side">
        {item || (chosen && 'under' in chosen) ? (
          <MenuItemForm
            key={item ? `${item.id} ${item.updatedAt}` : `new ${under ?? ''}`}
            model={model}
            item={item}
            under={under}
            onDone={done}
          />
        ) : (
          <p className="gh-dim">{t(words.pick)}</p>
        )}
        <Remarks model={model} onPick={(id) => onChoose({ id })} />
        {model.changes.length > 0 ? (
          <MenuDiff
            title={t(words.changes)}
            before={t(words.published)}
            after={t(words.draft)}
            changes={model.changes}
          />
        ) : null}
        {differences.length > 0 ? (
          <MenuDiff title={t(words.differs)} before={t(words.published)} after={t(words.there)} changes={differences} />
        ) : null}
        {model.publicplatId ? <MenuVersions account={model.publicplatId} onRestored={refresh} /> : null}
      </div>
    </div>
  );
}

/** The menu of one account: its draft, and what followers see. */
export default function MenuPage(): ReactNode {
  const { t } = useWords();
  const client = useQueryClient();
  const [account, setAccount] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [wxmenu.name, 'model', account],
    queryFn: ({ signal }) => ask<Model>(menuModel, { publicplatId: account }, { signal, quiet: true }),
  });
  const refresh = async () => {
    await Promise.all([wxmenu, wxmenuVersion].map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  };
  const { busy, publish, compare, move } = useMenuActions(data, refresh);
  const pick = (id: string | null) => {
    setChosen(null);
    setAccount(id);
  };
  const body = (model: Model) =>
    model.publicplatId === null ? (
      <Nothing>{t(words.none)}</Nothing>
    ) : (
      <Designer
        model={model}
        chosen={chosen}
        onChoose={setChosen}
        onMove={(item, to) => void move(item, to)}
        refresh={refresh}
      />
    );
  return (
    <Antd>
      <div className="gh-page">
        <div className="gh-card main">
          <Head
            model={data}
            busy={busy}
            onAccount={pick}
            onPublish={() => void publish()}
            onCompare={() => void compare()}
          />
          {error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : data ? (
            body(data)
          ) : (
            <span className="gh-spin" />
          )}
        </div>
      </div>
    </Antd>
  );
}
