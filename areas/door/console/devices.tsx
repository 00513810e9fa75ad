import { useState } from 'react';
import type { ReactNode } from 'react';
import { wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { ListPageProps } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import type { IssuedSecret } from '#kit/console/secret-dialog.tsx';
import { doorDevice } from '../model/door-device.ts';
import { weekOfDevice } from './week-plan.tsx';

const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

/** Devices of a list whose secret is shown once, when they are added. */
export function DevicesOf({ of, detail }: Pick<ListPageProps, 'of' | 'detail'>): ReactNode {
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const added = async (answer: AnyRow): Promise<void> => {
    if (typeof answer['secret'] !== 'string') return;
    const { deviceName, sn } = await fetchDetail(of, answer);
    setIssued({ deviceName: String(deviceName), sn: String(sn), secret: answer['secret'] });
  };
  return (
    <>
      <ListPage
        of={of}
        {...(detail ? { detail } : {})}
        onAdded={(answer) => void added(answer).catch((error: unknown) => notify.error(wordsOf(error)))}
      />
      {issued ? <SecretDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}

/** Devices at doors; the details draw the week of each. */
export default function DoorDevices(): ReactNode {
  return <DevicesOf of={doorDevice} detail={weekOfDevice} />;
}
