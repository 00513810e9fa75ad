import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { today } from '#kit/declare/format.ts';
import type { Me } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { keep, kept } from '#kit/console/storage.ts';
import { useNotices } from './notices.ts';

const ExpiryDialog = part(() => import('./dialogs/expiry-dialog.tsx'));
const seen = 'services-seen';

type Props = { me: Me; requested: boolean; waits: boolean; onAnswered: () => void; onGo: (path: string) => void };

/**
 * The expiry dialog: opens by itself when something expires, once for a person and a window, and not at all on a day he
 * has had enough; `requested` opens it again; by itself it `waits` while a person is looking something up.
 */
export function Expiry({ me, requested, waits, onAnswered, onGo }: Props): ReactNode {
  const { data: notices = [] } = useNotices();
  const [byItself, setByItself] = useState(
    () => kept<string>(seen) !== today(me.zone) && kept<string>(seen, 'session') !== me.userId,
  );
  const shown = notices.length > 0 && ((byItself && !waits) || requested);
  useEffect(() => {
    if (shown) keep(seen, me.userId, 'session');
  }, [shown, me.userId]);
  if (!shown) return null;
  const close = () => {
    setByItself(false);
    onAnswered();
  };
  const later = () => {
    keep(seen, today(me.zone));
    close();
  };
  return <ExpiryDialog notices={notices} onClose={close} onLater={later} onGo={onGo} />;
}
