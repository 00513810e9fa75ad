import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { ToolButton } from '#kit/console/tool-button.tsx';
import { useWords } from '#kit/console/words.ts';
import { checkCode } from '../model/calls.ts';
import { visit } from '../model/visit.ts';
import { visitDetail } from './visit-detail.tsx';
import { words } from './visit-words.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const visits = visit as Resource;

type Checked = {
  result: 'granted' | 'refused';
  reason: string | null;
  visitNo: string | null;
  visitorName: string | null;
};

/** Visitors, by what became of them; the desk reads a guest's code here as a door does. */
export default function Visits(): ReactNode {
  const { t } = useWords();
  const may = useMay()(checkCode.permission);
  const refresh = useRefresh(visits);
  const [isChecking, check] = useState(false);
  return (
    <>
      <ListPage
        of={visits}
        detail={visitDetail}
        actions={may ? <ToolButton icon="check" label={t(words.check)} onClick={() => check(true)} /> : null}
      >
        <ChoiceTabs of={visits} name="status" />
      </ListPage>
      {isChecking ? (
        <AskDialog
          title={t(words.check)}
          fields={checkCode.input}
          run={async (values, key) => {
            const done = await ask<Checked>(checkCode, values, { key, quiet: true });
            const who = [done.visitNo, done.visitorName].filter(Boolean).join(' ');
            if (done.result === 'refused') {
              notify.error([done.reason, who].filter(Boolean).join(' · '));
              return false;
            }
            notify.ok(`${t(words.letIn)} ${who}`);
            return refresh();
          }}
          onClose={() => check(false)}
        />
      ) : null}
    </>
  );
}
