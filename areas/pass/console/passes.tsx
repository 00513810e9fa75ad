import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Icon } from '#kit/console/icon.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePageActions } from '#kit/console/page-actions.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { grantLanes, issue } from '../model/calls.ts';
import passRecord from './pass-record.tsx';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  issued: text('已发行', 'Issued'),
  granted: text('已更新 {count} 张月租车的通道', 'Lanes updated for {count} passes'),
};

const { of: passes, detail, foresee } = passRecord;

type Doing = 'issue' | 'lanes';
const calls: Readonly<Record<Doing, Call>> = { issue: issue, lanes: grantLanes };

/** Passes from application to stop; what one covers stands in its detail, day by day. `fixed`: which passes alone. */
export default function Passes({ fixed }: { readonly fixed?: Readonly<Record<string, string>> }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(passes);
  const [doing, setDoing] = useState<Doing | null>(null);
  const run = async (values: Record<string, unknown>, key: string) => {
    const { count } = await ask<{ count?: number }>(calls[doing!], values, { key, quiet: true });
    notify.ok(count === undefined ? t(words.issued) : t(words.granted).replace('{count}', String(count)));
    await refresh();
  };
  usePageActions(
    may('parkMonth:issue') ? [{ key: 'issue', label: issue.title, icon: 'ticket', run: () => setDoing('issue') }] : [],
  );
  const button = (what: Doing, icon: 'plus' | 'gate') => (
    <button type="button" className="gh-btn" onClick={() => setDoing(what)}>
      <Icon name={icon} size={14} />
      {t(calls[what].title)}
    </button>
  );
  const toolbar = (
    <>
      {may('parkMonth:issue') ? button('issue', 'plus') : null}
      {may('parkMonth:authGate') ? button('lanes', 'gate') : null}
    </>
  );
  return (
    <>
      <ListPage of={passes} actions={toolbar} detail={detail!} foresee={foresee!} {...(fixed ? { fixed } : {})} />
      {doing ? (
        <AskDialog
          key={doing}
          title={t(calls[doing].title)}
          fields={calls[doing].input}
          run={run}
          onClose={() => setDoing(null)}
        />
      ) : null}
    </>
  );
}
