import { useState } from 'react';
import type { ReactNode } from 'react';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { upgradeCameras, thermalUpgrade } from '../model/thermal-upgrade.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

/** Which firmware is on its way to which camera, and a way to send one. */
export default function Upgrades(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(thermalUpgrade);
  const [asking, setAsking] = useState(false);
  const button = may(upgradeCameras.permission) ? (
    <button type="button" className="gh-btn primary" onClick={() => setAsking(true)}>
      {t(upgradeCameras.title)}
    </button>
  ) : null;
  return (
    <>
      <ListPage of={thermalUpgrade} actions={button} />
      {asking ? (
        <AskDialog
          title={t(upgradeCameras.title)}
          fields={upgradeCameras.input}
          run={async (values, key) => {
            await ask(upgradeCameras, values, { key });
            await refresh();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
