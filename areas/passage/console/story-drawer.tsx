import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { Facts } from '#kit/console/detail-drawer.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import { PrintHead } from '#kit/console/print-head.tsx';
import { useWords } from '#kit/console/words.ts';
import { StayPictures, StayStory } from './stay-detail.tsx';
import { stayShown } from './stay-shown.ts';
import { useStory } from './story.ts';

/** A stay known by its id alone, in a drawer of its own: where another page leads to it. */
export default function StoryDrawer({ stayId, onClose }: { stayId: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useStory(stayId);
  const of = stayShown as Resource;
  const name = data ? ` · ${String(data.stay['plateNumber'] ?? '')}` : '';
  return (
    <SidePanel width={760} title={`${t(of.title)}${name}`} onClose={onClose}>
      <PrintHead title={`${t(of.many)}${name}`} />
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <StayPictures stayId={stayId} />
          {data ? <Facts of={of} row={data.stay} /> : null}
          <StayStory stayId={stayId} />
        </>
      )}
    </SidePanel>
  );
}
