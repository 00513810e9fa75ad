import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { Trouble } from '#kit/console/empty.tsx';
import { logError } from '../error-log.ts';
import { Broken } from './dialogs/waiting.tsx';

/** `onClose`: the part is a box above the page, and so is what says that it broke. */
type Props = { onRetry: () => void; onClose?: () => void; children: ReactNode };

/** A part that breaks or does not load takes down itself alone, and is written into the local error log. */
export class Guarded extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override componentDidCatch = (error: Error, info: ErrorInfo): void => logError('error', error, info.componentStack ?? '');
  override render(): ReactNode {
    const { onRetry, onClose, children } = this.props;
    if (!this.state.error) return children;
    const trouble = <Trouble error={this.state.error} onRetry={() => { onRetry(); this.setState({ error: null }); }} />;
    return onClose ? <Broken onClose={onClose}>{trouble}</Broken> : trouble;
  }
}

/** A part of the frame that did not load is not asked for twice by one page: it begins anew, with its tabs. */
export const beginAnew = (): void => location.reload();
