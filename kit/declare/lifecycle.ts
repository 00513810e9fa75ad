import type { Fields, Tone } from './field.ts';
import type { Method } from './call.ts';
import type { Text } from './text.ts';

export type State = { readonly label: Text; readonly tone: Tone };
export const state = (label: Text, tone: Tone = 'muted'): State => ({ label, tone });

/** `staff`: a permitted person; `owner`: the person who applied; `clock`: a job; `device`: a message. */
export type By = 'staff' | 'owner' | 'clock' | 'device';

export type Transition = {
  readonly label: Text;
  readonly from: readonly string[];
  readonly to: string;
  readonly by: By;
  /** What the person is asked before it happens. */
  readonly ask?: Fields;
  readonly tone?: 'primary' | 'danger';
  /** May be done to several rows at once. */
  readonly batch?: boolean;
  /**
   * Method and path of the call; absent for clock and device. `key` names the parameter that carries the ids.
   * `with`: parameters that tell this action from another one of the same path (one call passes and refuses).
   */
  readonly wire?: {
    readonly method: Method;
    readonly path: string;
    readonly key?: string;
    readonly with?: Readonly<Record<string, string>>;
  };
};

export type Lifecycle = {
  readonly field: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  readonly actions: Readonly<Record<string, Transition>>;
  /** States nothing leads out of, on purpose. */
  readonly final: readonly string[];
};

export const lifecycle = <const L extends Omit<Lifecycle, 'field'> & { field?: string }>(
  options: L,
): L & Lifecycle => ({ field: 'status', ...options });
