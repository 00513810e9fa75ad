import { useEffect, useRef } from 'react';
import type { Text } from '#kit/declare/text.ts';
import { usePlace } from './place.ts';

/**
 * Something the page in view can do besides showing: the palette offers it, and an address with `do=<key>` begins it.
 */
export type PageAction = {
  readonly key: string;
  readonly label: Text;
  readonly icon: string;
  readonly run: () => void;
};

const inView = new Set<() => readonly PageAction[]>();

/** What the page in view offers now; a hidden tab offers nothing. */
export const pageActions = (): PageAction[] => [...inView].flatMap((actions) => actions());

/**
 * Offers actions of a page while it is in view, and runs the one named in its address, once: it is then removed from
 * the address.
 */
export function usePageActions(actions: readonly PageAction[]): void {
  const { search, replace } = usePlace();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const offer = () => latest.current;
    inView.add(offer);
    return () => void inView.delete(offer);
  }, []);
  const requested = new URLSearchParams(search).get('do');
  const known = requested !== null && actions.some(({ key }) => key === requested);
  useEffect(() => {
    if (!known) return;
    const params = new URLSearchParams(search);
    params.delete('do');
    replace(params);
    latest.current.find(({ key }) => key === requested)?.run();
  }, [known, requested, search, replace]);
}
