/**
 * What of a row is configuration: the values a person enters, but no personal data, no secret and no stored picture.
 */
import type { Field, Kind } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { homeOf, isInLot } from './layout.ts';

/** Written in place of a secret: it is entered on the screen and never leaves. */
export const SET_ELSEWHERE = 'set elsewhere';

const never: ReadonlySet<Kind> = new Set(['phone', 'email', 'idCard', 'plate', 'image', 'file']);

const isPersonal = (of: Resource): boolean => Object.values(of.fields).some(({ personal }) => personal);

/** The fields that name a row of something in its lot or group; none: it cannot be named in a file. */
export function keyOf(target: Resource): readonly string[] {
  const { config, unique, fields } = homeOf(target);
  if (config) return config.key;
  if (isPersonal(homeOf(target))) return [];
  const plain = (name: string) => fields[name] && !fields[name].target && fields[name].kind !== 'secret';
  return unique.find((names) => names.every(plain)) ?? [];
}

const isNamed = ({ target }: Field): boolean =>
  !target || homeOf(target()).self !== undefined || keyOf(target()).length > 0;

/** Secrets that a form takes. */
export const secretsOf = (of: Resource): string[] =>
  Object.entries(of.fields)
    .filter(([, field]) => field.kind === 'secret' && !field.readOnly && !field.hidden)
    .map(([name]) => name);

/** Given by the folder of the file: the owner of the row, and the name of a lot. */
const isPlace = (of: Resource, name: string): boolean =>
  (isInLot(of) && name === 'parkId') || (of.self === 'park' && name === of.display);

/** The fields of a file, those that name the row first. */
export function keptFields(of: Resource): string[] {
  const { key, without = [] } = of.config!;
  const kept = Object.entries(of.fields)
    .filter(
      ([name, field]) =>
        (key.includes(name) || (!field.readOnly && !field.hidden)) &&
        !field.personal &&
        !never.has(field.kind) &&
        field.kind !== 'secret' &&
        !without.includes(name) &&
        !isPlace(of, name) &&
        isNamed(field),
    )
    .map(([name]) => name);
  return [...key.filter((name) => kept.includes(name)), ...kept.filter((name) => !key.includes(name))];
}
