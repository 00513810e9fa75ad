import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { ListPageProps } from '#kit/console/list-page.tsx';
import { fetchDetail, useListing } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import type { IssuedSecret } from '#kit/console/secret-dialog.tsx';
import { useWords } from '#kit/console/words.ts';
import { number } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { deviceFigures } from '../model/door-delivery.ts';
import { doorDevice } from '../model/door-device.ts';
import { weekOfDevice } from './week-plan.tsx';

const SecretDialog = part(() => import('#kit/console/secret-dialog.tsx'));

const words = {
  figures: text('设备统计', 'Figures of devices'),
  online: text('在线', 'Online'),
  offline: text('离线', 'Offline'),
  fault: text('故障', 'Fault'),
  waiting: text('下发途中', 'Rights on their way'),
  failed: text('下发失败', 'Rights failed'),
  granted: text('24 小时放行', 'Let pass in 24 h'),
  refused: text('24 小时拒绝', 'Refused in 24 h'),
  forced: text('24 小时强开', 'Forced in 24 h'),
};
const FIGURES = ['online', 'offline', 'fault', 'waiting', 'failed', 'granted', 'refused', 'forced'] as const;

/** Of the community the list is narrowed to, or of all. */
function Figures(): ReactNode {
  const { t } = useWords();
  const { state, dataUpdatedAt } = useListing(doorDevice);
  const villageId = state.filters['villageId'];
  const { data } = useQuery({
    queryKey: [doorDevice.name, 'figures', villageId, dataUpdatedAt],
    queryFn: ({ signal }) =>
      ask<Readonly<Record<(typeof FIGURES)[number], number>>>(deviceFigures, villageId ? { villageId } : {}, {
        signal,
        quiet: true,
      }),
    enabled: dataUpdatedAt > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <dl className="gh-card gh-strip" aria-label={t(words.figures)} aria-busy={!data}>
      {FIGURES.map((name) => (
        <div key={name}>
          <dt>{t(words[name])}</dt>
          <dd>{data ? number(data[name]) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Devices of a list whose secret is shown once, when they are added. */
export function DevicesOf({ of, detail, children }: Pick<ListPageProps, 'of' | 'detail' | 'children'>): ReactNode {
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
      >
        {children}
      </ListPage>
      {issued ? <SecretDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}

/** Devices at doors; the details draw the week of each. */
export default function DoorDevices(): ReactNode {
  return (
    <DevicesOf of={doorDevice} detail={weekOfDevice}>
      <Figures />
    </DevicesOf>
  );
}
