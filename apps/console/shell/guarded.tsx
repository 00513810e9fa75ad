import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { Trouble } from '#kit/console/empty.tsx';
import { say } from '#kit/console/language.ts';
import { logError } from '../error-log.ts';
import { isReplaced, isUnloaded, unloaded } from '../offline/unloaded.ts';
import { Broken } from './dialogs/waiting.tsx';

/** `onClose`: the part is a box above the page, and so is what says that it broke. */
type Props = { onRetry: () => void; onClose?: () => void; children: ReactNode };

/** A part of the frame that did not load is not asked for twice by one page: it begins anew, with its tabs. */
export const beginAnew = (): void => location.reload();

/** `anew`: the part is not in this build any more, so the whole page begins anew. */
type State = { error: Error | null; anew: boolean };
const sound: State = { error: null, anew: false };

/** A part that breaks or does not load takes down itself alone, and is written into the local error log. */
export class Guarded extends Component<Props, State> {
  override state = sound;
  static getDerivedStateFromError = (error: Error) => ({ error });
  override componentDidCatch = async (caught: Error, info: ErrorInfo): Promise<void> => {
    logError('error', caught, info.componentStack ?? '');
    if (isUnloaded(caught)) this.setState({ anew: await isReplaced() });
  };
  override render(): ReactNode {
    const { onRetry, onClose, children } = this.props;
    const { error, anew } = this.state;
    if (!error) return children;
    const retry = () => {
      if (anew) return beginAnew();
      onRetry();
      this.setState(sound);
    };
    const why = isUnloaded(error) ? new Error(say(anew ? unloaded.replaced : unloaded.lost)) : error;
    const trouble = <Trouble error={why} onRetry={retry} />;
    return onClose ? <Broken onClose={onClose}>{trouble}</Broken> : trouble;
  }
}
