import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Trouble } from './empty.tsx';
import { Dialog } from './floating.tsx';
import { say } from './language.ts';
import { useWords } from './words.ts';

const words = {
  trouble: text('出错了', 'Something went wrong'),
  lost: text(
    '页面文件未能加载，请检查网络后重试',
    'Part of this page failed to load. Check the network and try again.',
  ),
  replaced: text('系统已更新，请刷新后继续', 'A new version is available. Refresh to continue.'),
};

/** Whether a script or a style did not come; each browser has words of its own for it. */
const isUnloaded = (error: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);

type Surroundings = {
  /** Notes a fault; `info`: where in the page's tree it arose. */
  note: (error: Error, info: string) => void;
  /** Whether the server has another build by now than the one this page is of. */
  isReplaced: () => Promise<boolean>;
};
let surroundings: Surroundings = { note: () => undefined, isReplaced: () => Promise.resolve(false) };

/** Sets what the application does when a part breaks; called once, before anything is drawn. */
export const surround = (by: Surroundings): void => {
  surroundings = by;
};

/** Shown in place of a failed part: the reason and a retry. */
export type Instead = (why: Error, retry: () => void) => ReactNode;
/**
 * `onClose`: the part is a box above the page, and so is what says that it broke. `instead`: shown where the usual
 * message does not fit.
 */
type Props = {
  onRetry: () => void;
  onClose?: (() => void) | undefined;
  instead?: Instead | undefined;
  children: ReactNode;
};

/** `anew`: the part is no longer in this build, so the whole page reloads. */
type State = { error: Error | null; anew: boolean };
const sound: State = { error: null, anew: false };

/** A box that broke or never came: what went wrong, and a way out. */
function Broken({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(words.trouble)} onClose={onClose} className="broken">
      {children}
    </Dialog>
  );
}

/** A part that breaks or does not load takes down itself alone, and is noted. */
export class Guarded extends Component<Props, State> {
  override state = sound;
  static getDerivedStateFromError = (error: Error) => ({ error });
  override componentDidCatch = async (caught: Error, info: ErrorInfo): Promise<void> => {
    surroundings.note(caught, info.componentStack ?? '');
    if (isUnloaded(caught)) this.setState({ anew: await surroundings.isReplaced() });
  };
  override render(): ReactNode {
    const { onRetry, onClose, instead, children } = this.props;
    const { error, anew } = this.state;
    if (!error) return children;
    const retry = () => {
      if (anew) return location.reload();
      onRetry();
      this.setState(sound);
    };
    const why = isUnloaded(error) ? new Error(say(anew ? words.replaced : words.lost)) : error;
    if (instead) return instead(why, retry);
    const trouble = <Trouble error={why} onRetry={retry} />;
    return onClose ? <Broken onClose={onClose}>{trouble}</Broken> : trouble;
  }
}
