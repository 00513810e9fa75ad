import type { Text } from '#kit/declare/text.ts';

/**
 * A place in the product's own menu: the first level are the top menus, then directories, then screens (those with a
 * route).
 */
export type MenuEntry = {
  /** Unique among its siblings; never changed, as an operator's adjustments hang on it. */
  readonly key: string;
  readonly title: Text;
  readonly icon?: string;
  readonly route?: string;
  /** The code that opens the screen, where no declared resource or report of that route says it. */
  readonly permission?: string;
  readonly children?: readonly MenuEntry[];
};
