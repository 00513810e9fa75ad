import type { ComponentType } from 'react';
import type { Text } from '#kit/declare/text.ts';

/** A page that a declaration cannot say. Its component is the default export of the file that `load` imports. */
export type Screen = {
  readonly route: string;
  readonly title: Text;
  readonly load: () => Promise<{ default: ComponentType }>;
};
