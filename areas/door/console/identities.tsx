import { useState } from 'react';
import type { ReactNode } from 'react';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { pushIdentities, thermalDelivery } from '../model/thermal-identity.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

/** Who is on which camera, and a way to send people to more of them. */
export default function Identities(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(thermalDelivery);
  const [asking, setAsking] = useState(false);
  const button = may(pushIdentities.permission) ? (
    <button type="button" className="gh-btn primary" onClick={() => setAsking(true)}>
      {t(pushIdentities.title)}
    </button>
  ) : null;
  return (
    <>
      <ListPage of={thermalDelivery} actions={button} />
      {asking ? (
        <AskDialog
          title={t(pushIdentities.title)}
          fields={pushIdentities.input}
          run={async (values, key) => {
            await ask(pushIdentities, values, { key });
            await refresh();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
