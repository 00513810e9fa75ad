import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { addressesOf, framed } from './frame.ts';
import { FrameView } from './frame-view.tsx';

type Menu = Parameters<typeof addressesOf>[0];

/** An outside page of the person's menu as a tab of the console. */
export default function FramePage(): ReactNode {
  const { lang } = useWords();
  const { search } = usePlace();
  const params = new URLSearchParams(search);
  const name = (lang === 'en' ? params.get('i18n') : null) ?? params.get('name');
  const menu = useQuery({
    queryKey: ['menu', 'addresses'],
    queryFn: ({ signal }) => ask<Menu>('/api/updown/sysAdminMenu/routesParentIdTop', {}, { signal, quiet: true }),
    staleTime: Infinity,
  });
  if (menu.error)
    return (
      <div className="gh-page">
        <Trouble error={menu.error} onRetry={() => void menu.refetch()} />
      </div>
    );
  if (!menu.data)
    return (
      <div className="pane-wait" aria-busy="true">
        <span className="gh-spin" />
      </div>
    );
  return <FrameView name={name} of={framed(params.get('src'), addressesOf(menu.data), location.origin)} />;
}
