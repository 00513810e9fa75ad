import { useState } from 'react';
import type { ReactNode } from 'react';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { ToolButton } from '#kit/console/tool-button.tsx';
import { useWords } from '#kit/console/words.ts';
import { startTask, tackManagement } from '../model/task.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

/** Long work and how far it is; a task may be started here. */
export default function Tasks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(tackManagement);
  const [open, setOpen] = useState(false);
  const run = async (values: Record<string, unknown>, key: string) => {
    await ask(startTask, values, { key, quiet: true });
    await refresh();
  };
  return (
    <>
      <ListPage
        of={tackManagement}
        actions={
          may(startTask.permission) ? (
            <ToolButton icon="plus" label={t(startTask.title)} onClick={() => setOpen(true)} />
          ) : null
        }
      />
      {open ? (
        <AskDialog title={t(startTask.title)} fields={startTask.input} run={run} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
