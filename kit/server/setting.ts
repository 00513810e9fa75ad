/**
 * What the composition root gives the product at start: addresses, networks, permissions of the installation. An area
 * declares a setting with the value it has until then, and reads it where it is used.
 */
export type Setting<T> = {
  readonly value: () => T;
  /** The setting with a value, for `configure`. */
  readonly as: (value: T) => GivenSetting;
};

/** A setting with the value it is to have. */
export type GivenSetting = { readonly put: () => () => void };

const resets: (() => void)[] = [];

export function setting<T>(initial: T): Setting<T> {
  let current = initial;
  resets.push(() => {
    current = initial;
  });
  return {
    value: () => current,
    as: (value) => ({
      put: () => {
        const before = current;
        current = value;
        return () => {
          current = before;
        };
      },
    }),
  };
}

/**
 * Every setting has the value again that it was declared with: what one test left does not reach the next one in its
 * process.
 */
export function resetSettings(): void {
  for (const reset of resets) reset();
}

/** Gives settings their values. @returns puts back what they were, for tests */
export function configure(...given: readonly GivenSetting[]): () => void {
  const undo = given.map(({ put }) => put());
  return () => {
    for (const back of undo.toReversed()) back();
  };
}
