import { Suspense, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Guarded } from './guarded.tsx';
import type { Instead } from './guarded.tsx';

type Options<P> = {
  /** Shown while it is loading. */
  wait?: ReactNode | ((props: P) => ReactNode);
  /** Shown when it failed to load or broke, where the usual message does not fit. */
  instead?: (props: P) => Instead;
};

/**
 * A part of a page that comes when it is first used. It loads, fails and retries in its own frame; one with `onClose`
 * is a box above the page, and what says that it broke is a box that can be closed as well.
 */
export function part<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { wait, instead }: Options<P> = {},
): (props: P) => ReactNode {
  const make = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        made = undefined;
        throw error;
      }),
    );
  /** Shared by all that use it, unless it failed: React keeps a failure for good. */
  let made: ReturnType<typeof make> | undefined;
  const current = () => (made ??= make());
  return function Part(props: P): ReactNode {
    const [Inner, setInner] = useState(current);
    const onClose = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : undefined;
    return (
      <Guarded
        onRetry={() => setInner(current)}
        {...(onClose ? { onClose: () => void onClose() } : {})}
        {...(instead ? { instead: instead(props) } : {})}
      >
        <Suspense fallback={typeof wait === 'function' ? wait(props) : (wait ?? null)}>
          <Inner {...props} />
        </Suspense>
      </Guarded>
    );
  };
}
