import { fill, text } from './text.ts';
import type { Options } from './field.ts';
import type { Text } from './text.ts';

type Common = {
  /** Unique in the installation, as `refund.largeFen`: what it is about, then what it says. */
  readonly key: string;
  readonly title: Text;
  /** What becomes different, in a sentence. */
  readonly help: Text;
  /** A company may have a value of its own, which holds for those below it too. */
  readonly byCompany?: true;
};
type Kinds = {
  readonly number: {
    readonly value: number;
    readonly more: { readonly min: number; readonly max: number };
  };
  readonly boolean: { readonly value: boolean; readonly more: object };
  readonly choice: { readonly value: string; readonly more: { readonly options: Options } };
};
type ParameterKind = keyof Kinds;

/** A setting of the installation that is changed while it runs, with the value it has until then. */
export type Parameter<V = unknown> = {
  [K in ParameterKind]: Common & { readonly kind: K; readonly default: Kinds[K]['value'] } & Kinds[K]['more'];
}[ParameterKind] & {
  /** Only in types: what it says. */
  readonly _value?: V;
};

const make =
  <K extends ParameterKind>(kind: K) =>
  (of: Common & { readonly default: Kinds[K]['value'] } & Kinds[K]['more']): Parameter<Kinds[K]['value']> =>
    ({ kind, ...of }) as Parameter<Kinds[K]['value']>; // the kind and what goes with it are one of the union

/** A whole number within bounds. */
export const numberParameter = make('number');
export const booleanParameter = make('boolean');
export const choiceParameter = make('choice');

/** What a value as it was written means; undefined where it does not fit the declaration. */
export function valueIn(of: Parameter, written: string): unknown {
  const plain = written.trim();
  switch (of.kind) {
    case 'number': {
      const number = Number(plain);
      return /^-?\d{1,15}$/.test(plain) && number >= of.min && number <= of.max ? number : undefined;
    }
    case 'boolean':
      return plain === 'true' ? true : plain === 'false' ? false : undefined;
    case 'choice':
      return Object.hasOwn(of.options, plain) ? plain : undefined;
  }
}

/** What may be entered, in words. */
export function allowedIn(of: Parameter): Text {
  switch (of.kind) {
    case 'number':
      return fill(text('{min} 至 {max} 的整数', 'A whole number from {min} to {max}'), { min: of.min, max: of.max });
    case 'boolean':
      return text('true（是）或 false（否）', 'true or false');
    case 'choice':
      return fill(text('其中之一：{names}', 'One of {names}'), { names: Object.keys(of.options).join(', ') });
  }
}
