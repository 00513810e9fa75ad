import { createContext, use } from 'react';
import type { Text } from '#kit/declare/text.ts';

/**
 * The place of a page: its own path and address, also while its tab is hidden and another page owns the browser's
 * address. `go` opens an address (a tab of its own when the path differs); `replace` changes this page's own query
 * without a step in the history; `become` turns this page into that of another address: its tab goes along.
 */
export type Place = {
  path: string;
  search: string;
  go: (address: string) => void;
  replace: (params: URLSearchParams) => void;
  become: (address: string) => void;
  rename: (label: string) => void;
  /** What the tab of a path is called; null where none is open. */
  titleOf: (path: string) => Text | null;
};

const noPlace: Place = {
  path: '/',
  search: '',
  go: () => undefined,
  replace: () => undefined,
  become: () => undefined,
  rename: () => undefined,
  titleOf: () => null,
};

export const PlaceContext = createContext<Place>(noPlace);

export const usePlace = (): Place => use(PlaceContext);
