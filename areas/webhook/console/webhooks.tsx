import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { webhookDelivery, webhookTry } from '../model/delivery.ts';
import { rotateWebhook, testWebhook, webhook } from '../model/webhook.ts';
import { tryOutcomes } from '../model/kinds.ts';
import './webhook.css';

const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  rotate: text('更换密钥', 'Another secret'),
  sure: text(
    '生成新的签名密钥？24小时内同时用新旧两个签名。',
    'Make another signing secret? For 24 hours deliveries carry both signatures.',
  ),
  test: text('测试发送', 'Send a test'),
  fine: text('已送达：{status}，{ms} 毫秒', 'Delivered: {status}, {ms} ms'),
  bad: text('{outcome}：{response}', '{outcome}: {response}'),
  last: text('最近推送', 'Last deliveries'),
  none: text('还没有推送；启用后发生的才会记录。', 'None yet: what happens is recorded while it is in use.'),
  all: text('全部推送', 'All deliveries'),
  diary: text('日志', 'Diary'),
};

const SHOWN = 10;

type Tried = {
  readonly outcome: keyof typeof tryOutcomes;
  readonly httpStatus: number | null;
  readonly ms: number;
  readonly answer: string | null;
};

type Made = { readonly id: string; readonly name: string; readonly secret: string | null };

/** Actions whose response must be shown happen here. */
const hooks: Resource = {
  ...webhook,
  actions: webhook.actions.filter(({ call }) => call !== rotateWebhook && call !== testWebhook),
};

function Last({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: [webhookDelivery.name, 'of-hook', row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(webhookDelivery)[0]!, { hookId: row.id, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.last)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable of={webhookDelivery} fields={['eventTime', 'kind', 'status', 'answer']} rows={data.records} />
      )}
      <p className="gh-no-print gh-hook-links">
        <button type="button" className="gh-link" onClick={() => go(`${webhookDelivery.route}?hookId=${row.id}`)}>
          {t(words.all)}
        </button>
        <button type="button" className="gh-link" onClick={() => go(`${webhookTry.route}?hookId=${row.id}`)}>
          {t(words.diary)}
        </button>
      </p>
    </section>
  );
}

/** Webhooks; a signing secret is shown when it is made, a test says at once what was answered. */
export default function Webhooks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(hooks);
  const [issued, setIssued] = useState<Made | null>(null);
  const rotate = async (row: AnyRow) => {
    if (!(await confirm({ title: words.rotate, body: words.sure, danger: true }))) return;
    try {
      const made = await ask<{ secret: string | null }>(rotateWebhook, { id: row.id }, { key: newKey(), quiet: true });
      setIssued({ id: row.id, name: String(row['name']), secret: made.secret });
      await refresh();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const tryOut = async (row: AnyRow) => {
    try {
      const { outcome, httpStatus, ms, answer } = await ask<Tried>(
        testWebhook,
        { id: row.id },
        { key: newKey(), quiet: true },
      );
      if (outcome === 'sent') notify.ok(t(fill(words.fine, { status: httpStatus ?? '', ms })));
      else
        notify.error(
          t(
            fill(words.bad, {
              outcome: tryOutcomes[outcome],
              response: [httpStatus, answer].filter(Boolean).join(' '),
            }),
          ),
        );
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const rowActions = (row: AnyRow): RowAction[] => [
    ...(allows(row, testWebhook.name) ? [{ key: 'test', label: t(words.test), onPick: () => void tryOut(row) }] : []),
    ...(allows(row, rotateWebhook.name)
      ? [{ key: 'rotate', label: t(words.rotate), onPick: () => void rotate(row) }]
      : []),
  ];
  const added = (row: AnyRow) =>
    setIssued({ id: row.id, name: String(row['name'] ?? ''), secret: (row['secret'] as string | null) ?? null });
  const detail = (row: AnyRow): ReactNode => (may('webhookDelivery:read') ? <Last row={row} /> : null);
  return (
    <>
      <ListPage of={hooks} rowActions={rowActions} onAdded={added} detail={detail} />
      {issued ? (
        <SecretDialog
          issued={{ deviceName: issued.name, sn: issued.id, secret: issued.secret, of: 'program' }}
          onClose={() => setIssued(null)}
        />
      ) : null}
    </>
  );
}
