import { useState } from 'react';
import type { ReactNode } from 'react';
import { refresh } from '../state.ts';
import type { Snapshot } from '../street.ts';
import { upgradeOf } from '../tasks.ts';
import { words } from '../words.ts';
import { Button, useApp, useSay } from './parts.tsx';

declare const BUILD: string;

/** Where a version was requested and this one was delivered: requesting again brings no other. */
const TRIED = 'handheld-upgrade';

/** Everything has been sent: the newest page and its worker take over. */
async function upgrade(version: string): Promise<void> {
  localStorage.setItem(TRIED, version);
  await (await navigator.serviceWorker?.getRegistration('/h/'))?.update().catch(() => undefined);
  location.reload();
}

/** Whether the person has to upgrade before he goes on. Without a network nobody can, and the work goes on. */
export const mustUpgrade = (snapshot: Snapshot, online: boolean): boolean =>
  online && upgradeOf(snapshot, BUILD) === 'must' && localStorage.getItem(TRIED) !== snapshot.upgrade?.version;

/** A newer version: what waits here is sent first. */
export function Upgrade({ snapshot, forced }: { readonly snapshot: Snapshot; readonly forced: boolean }): ReactNode {
  const say = useSay();
  const { queued, pictures, online } = useApp();
  const [busy, setBusy] = useState(false);
  const wanted = snapshot.upgrade;
  if (!wanted || upgradeOf(snapshot, BUILD) === null) return null;
  const waits = queued + pictures;
  const press = async (): Promise<void> => {
    setBusy(true);
    if (waits > 0) await refresh(true);
    else await upgrade(wanted.version);
    setBusy(false);
  };
  return (
    <section className="upgrade">
      <p role={forced ? 'alert' : 'status'}>
        {say(forced ? words.mustUpgrade : words.canUpgrade, { version: wanted.version, build: BUILD })}
      </p>
      {wanted.note ? <p className="notice">{wanted.note}</p> : null}
      {waits > 0 ? <p>{say(words.sendFirst, { count: waits })}</p> : null}
      <Button kind="main" disabled={busy || !online} onPress={() => void press()}>
        {say(waits > 0 ? words.sendNow : words.upgradeNow)}
      </Button>
    </section>
  );
}
