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
  /** One line of words. */
  readonly text: { readonly value: string; readonly more: { readonly max: number } };
  readonly json: {
    readonly value: unknown;
    /** `what`: what it has to be, in words. `fits` decides; what does not fit is never stored nor read. */
    readonly more: { readonly what: Text; readonly fits: (value: unknown) => boolean };
  };
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
export const textParameter = make('text');
/** A value of several parts, which only code knows the form of. */
export const jsonParameter = <V>(
  of: Common & { readonly default: V; readonly what: Text; readonly fits: (value: unknown) => value is V },
): Parameter<V> => ({ kind: 'json', ...of });

/** The longest value that can be stored. */
export const MOST_WRITTEN = 2000;

type Parsed = { readonly value?: unknown; readonly fault: Text | null };

/** Where JSON is broken off or wrong, which engines say in English alone. */
function faultOf({ message }: Error): Text {
  const position = /position (\d+)/.exec(message)?.[1];
  if (/end of (JSON|data)/i.test(message)) return text('JSON 不完整', 'The JSON is incomplete');
  if (position === undefined) return text('不是有效的 JSON', 'Not valid JSON');
  return fill(text('JSON 第 {nth} 个字符处有误', 'The JSON is invalid at character {nth}'), {
    nth: Number(position) + 1,
  });
}

function parsed(written: string): Parsed {
  try {
    return { value: JSON.parse(written), fault: null };
  } catch (error) {
    return { fault: faultOf(error as Error) };
  }
}

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
    case 'text':
      return plain.length <= of.max && !/\p{Cc}/u.test(plain) ? plain : undefined;
    case 'json': {
      const { value, fault } = parsed(plain);
      return fault === null && of.fits(value) ? value : undefined;
    }
  }
}

/** Why a value as it was written does not fit; null where it does. */
export function problemIn(of: Parameter, written: string): Text | null {
  if (valueIn(of, written) !== undefined) return null;
  const fault = of.kind === 'json' ? parsed(written.trim()).fault : null;
  return fault ?? fill(text('应为{what}', 'Should be: {what}'), { what: allowedIn(of) });
}

/** A value as a person writes it. */
export const writtenIn = (of: Parameter, value: unknown): string =>
  of.kind === 'json' ? JSON.stringify(value) : String(value);

/** `zh (Chinese), en (English)` */
const named = (options: Options): Text => {
  const all = Object.entries(options);
  return {
    zh: all.map(([key, { zh }]) => `${key}（${zh}）`).join('、'),
    en: all.map(([key, { en }]) => `${key} (${en})`).join(', '),
  };
};

/** What may be entered, in words. */
export function allowedIn(of: Parameter): Text {
  switch (of.kind) {
    case 'number':
      return fill(text('{min} 至 {max} 的整数', 'A whole number from {min} to {max}'), { min: of.min, max: of.max });
    case 'boolean':
      return text('true（是）或 false（否）', 'true or false');
    case 'choice':
      return fill(text('其中之一：{names}', 'One of {names}'), { names: named(of.options) });
    case 'text':
      return fill(text('一行文字，最多{max}字', 'One line of text, at most {max} characters'), { max: of.max });
    case 'json':
      return of.what;
  }
}
