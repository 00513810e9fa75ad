import type { Fields, Tone } from './field.ts';
import type { Method } from './call.ts';
import { text } from './text.ts';
import type { Text } from './text.ts';

export type State = { readonly label: Text; readonly tone: Tone };
export const state = (label: Text, tone: Tone = 'muted'): State => ({ label, tone });

/** Who moves a row where no person does, as the log names him. */
export const movers = { clock: text('定时任务', 'Schedule'), device: text('设备', 'Device') };
export type Mover = keyof typeof movers;

/** `staff`: a permitted person; `owner`: the person who applied; `clock`: a job; `device`: a message. */
export type By = 'staff' | 'owner' | 'clock' | 'device';

export type OfferedWhen = { readonly field: string; readonly is?: readonly string[] };

export type Transition = {
  readonly label: Text;
  readonly from: readonly string[];
  readonly to: string;
  readonly by: By;
  /** Input the person enters before it happens. */
  readonly ask?: Fields;
  readonly tone?: 'primary' | 'danger';
  /** May be applied to several rows in one call. */
  readonly batch?: boolean;
  /**
   * Fields of the row where the kit notes who did it and when, and the remark: taken from the input `input`, else from
   * the input of the field's own name.
   */
  readonly notes?: { readonly by?: string; readonly time?: string; readonly remark?: string; readonly input?: string };
  /**
   * Offered only on rows whose field has one of these values; without `is`, a value other than 0. Of several all have to
   * be met. The effect refuses it elsewhere.
   */
  readonly when?: OfferedWhen | readonly OfferedWhen[];
  /** The field with the id of the person who may not do it: whoever requested something does not decide it. */
  readonly notBy?: string;
  /**
   * Method and path of the call; absent for clock and device. `key` names the parameter that carries the ids.
   * `with`: parameters that distinguish this action from another one of the same path (one call passes and refuses).
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

type Decision = Pick<Transition, 'ask' | 'wire'> & { readonly label?: Text; readonly from?: readonly string[] };
type Decided = Pick<Transition, 'notes' | 'notBy' | 'batch'>;

/** One answer to the applicant: it passes. */
export const passing = (
  waiting: string,
  passed: string,
  { label = text('通过', 'Approve'), from = [waiting], ...pass }: Decision & Decided,
): Transition => ({ label, from, to: passed, by: 'staff', tone: 'primary', ...pass });

/**
 * A request waits until somebody else passes or refuses it. `notes`: where the row says who decided, when and why;
 * `notBy`: the field that names the applicant, where he may not decide himself. The two actions are `pass` and
 * `refuse`.
 */
export const approval = (
  options: {
    readonly waiting: string;
    readonly passed: string;
    readonly refused: string;
    readonly pass: Decision;
    readonly refuse: Decision;
  } & Decided,
): { readonly pass: Transition; readonly refuse: Transition } => {
  const { waiting, passed, refused, pass, refuse, ...decided } = options;
  const { label = text('拒绝', 'Reject'), from = [waiting], ...how } = refuse;
  return {
    pass: passing(waiting, passed, { ...decided, ...pass }),
    refuse: { label, from, to: refused, by: 'staff', tone: 'danger', ...decided, ...how },
  };
};
