/**
 * Small parts that declare once what a piece of JSON must look like: they check it, with messages for people, and give
 * its JSON Schema.
 */
import type { RuleProblem } from './check.ts';
import type { Words } from './words.ts';

export type Grammar = {
  /** Problems of a value at a path such as `schemes[0].meters[1].ladder`. */
  readonly check: (value: unknown, path: string) => RuleProblem[];
  readonly schema: () => object;
};

const wrong = (field: string, zh: string, en: string): RuleProblem[] => [{ field, words: { zh, en } }];
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

export function whole(min: number, max: number): Grammar {
  return {
    check: (value, path) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
        ? []
        : wrong(path, `须为${min}至${max}的整数`, `must be a whole number from ${min} to ${max}`),
    schema: () => ({ type: 'integer', minimum: min, maximum: max }),
  };
}

/** Any number above zero. */
export const positive: Grammar = {
  check: (value, path) =>
    typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 1000
      ? []
      : wrong(path, '须为0以上、1000以内的数', 'must be a number above 0 and up to 1000'),
  schema: () => ({ type: 'number', exclusiveMinimum: 0, maximum: 1000 }),
};

export const flag: Grammar = {
  check: (value, path) =>
    typeof value === 'boolean' ? [] : wrong(path, '须为 true 或 false', 'must be true or false'),
  schema: () => ({ type: 'boolean' }),
};

export function word(pattern: RegExp, like: string): Grammar {
  return {
    check: (value, path) =>
      typeof value === 'string' && pattern.test(value) ? [] : wrong(path, `须如 ${like}`, `must be like ${like}`),
    schema: () => ({ type: 'string', pattern: pattern.source }),
  };
}

export function oneOf(...words: readonly (string | number)[]): Grammar {
  return {
    check: (value, path) =>
      words.includes(value as string)
        ? []
        : wrong(path, `须为其中之一：${words.join('、')}`, `must be one of ${words.join(', ')}`),
    schema: () => ({ enum: words }),
  };
}

export function list(of: Grammar, { min = 0, max = 100 }: { min?: number; max?: number } = {}): Grammar {
  return {
    check: (value, path) => {
      if (!Array.isArray(value) || value.length < min || value.length > max)
        return wrong(path, `须为${min}至${max}项的列表`, `must be a list of ${min} to ${max}`);
      return value.flatMap((each, nth) => of.check(each, `${path}[${nth}]`));
    },
    schema: () => ({ type: 'array', items: of.schema(), minItems: min, maxItems: max }),
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of these fields and no others; `needed` must be there. */
export function shape(fields: Readonly<Record<string, Grammar>>, needed: readonly string[] = []): Grammar {
  return {
    check: (value, path) => {
      if (!isObject(value)) return wrong(path, '须为对象', 'must be an object');
      const given = Object.keys(value).filter((name) => value[name] !== undefined);
      return [
        ...needed
          .filter((name) => !given.includes(name))
          .flatMap((name) => wrong(joined(path, name), `缺少 ${name}`, `${name} is missing`)),
        ...given.flatMap((name) =>
          Object.hasOwn(fields, name)
            ? fields[name]!.check(value[name], joined(path, name))
            : wrong(joined(path, name), `未知的字段：${name}`, `Unknown field: ${name}`),
        ),
      ];
    },
    schema: () => ({
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of.schema()])),
      required: needed,
      additionalProperties: false,
    }),
  };
}

export function byName(of: Grammar): Grammar {
  return {
    check: (value, path) =>
      isObject(value) && Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([name, each]) => of.check(each, joined(path, name)))
        : wrong(path, '须为至少一项的对象', 'must be an object of at least one entry'),
    schema: () => ({ type: 'object', additionalProperties: of.schema(), minProperties: 1 }),
  };
}

/** One of several kinds; `which` finds from the value which of them is meant, so that its faults are named. */
export function either(kinds: readonly Grammar[], which: (value: unknown) => number, words: Words): Grammar {
  return {
    check: (value, path) => {
      const kind = kinds[which(value)];
      return kind ? kind.check(value, path) : wrong(path, words.zh, words.en);
    },
    schema: () => ({ anyOf: kinds.map((kind) => kind.schema()) }),
  };
}

/** A grammar that speaks of itself, under its name in the schema. */
export function named(name: string, of: () => Grammar): Grammar {
  return { check: (value, path) => of().check(value, path), schema: () => ({ $ref: `#/$defs/${name}` }) };
}
