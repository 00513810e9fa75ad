import type { ComponentType } from 'react';
import type { Text } from '#kit/declare/text.ts';

/** A page that a declaration cannot say. Its component is the default export of the file that `load` imports. */
export type Screen = {
  readonly route: string;
  readonly title: Text;
  readonly load: () => Promise<{ default: ComponentType }>;
  /**
   * It shows the list declared for its route, with no filters of its own: its rows may be requested before it is loaded.
   */
  readonly declaredRows?: true;
};
