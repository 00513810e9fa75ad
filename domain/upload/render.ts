/** A message in a platform's own words: pure but for the hash, which whoever calls it brings. */
import { isoOf } from '../time/iso.ts';
import { formatInstant } from '../time/format.ts';
import { OWN } from './profile.ts';
import type { Form, MapValue, MessageKind, Profile, Ref, Sign } from './profile.ts';
import type { UploadContent } from './content.ts';

/** A number as it is to be written in JSON. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Value = string | number | boolean | null | Digits | readonly Value[] | { readonly [name: string]: Value };
type Places = Readonly<Record<string, unknown>>;

/** The value at a path; undefined where there is none. */
export const at = (places: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        found !== null && typeof found === 'object' && Object.hasOwn(found, name) ? (found as Places)[name] : undefined,
      places,
    );

const forms: { readonly [F in Form]: (value: number, zone: string, raw: unknown) => Value } = {
  text: (_, __, raw) => String(raw),
  upper: (_, __, raw) => String(raw).toUpperCase(),
  integer: (value) => Math.round(value),
  double: (value) => new Digits(Number.isInteger(value / 100) ? `${value / 100}.0` : String(value / 100)),
  yuan: (value) => (value / 100).toFixed(2),
  seconds: (value) => Math.floor(value / 1000),
  ms: (value) => value,
  iso: (value) => isoOf(value),
  local: (value, zone) => formatInstant(value, zone),
};

function refer(ref: Ref, places: Places, zone: string): Value {
  const raw = at(places, ref.$from);
  if (raw === undefined || raw === null || raw === '')
    return ref.or === undefined ? null : valueOf(ref.or, places, zone);
  if (ref.table) {
    const named = Object.hasOwn(ref.table, String(raw)) ? ref.table[String(raw)] : undefined;
    return named ?? (ref.or === undefined ? null : valueOf(ref.or, places, zone));
  }
  if (ref.as) return forms[ref.as](Number(raw), zone, raw);
  return typeof raw === 'number' || typeof raw === 'boolean' ? raw : String(raw);
}

/** Text with its places filled in; a place nobody knows is empty. */
export const filled = (text: string, places: Places): string =>
  text.replace(/\{([\w.]+)\}/g, (_, path: string) => String(at(places, path) ?? ''));

function valueOf(map: MapValue, places: Places, zone: string): Value {
  if (map === null || typeof map !== 'object') return map;
  if (Array.isArray(map)) return (map as readonly MapValue[]).map((each) => valueOf(each, places, zone));
  if ('$from' in map) return refer(map as Ref, places, zone);
  if ('$say' in map) return filled(String(map.$say), places);
  if ('$json' in map) return jsonOf(valueOf(map.$json as MapValue, places, zone));
  if ('$each' in map) {
    const list = at(places, String(map.$each));
    return Array.isArray(list)
      ? list.map((item: unknown) => valueOf(map.map as MapValue, { ...places, item }, zone))
      : [];
  }
  return Object.fromEntries(
    Object.entries(map as Readonly<Record<string, MapValue>>).map(([name, each]) => [
      name,
      valueOf(each, places, zone),
    ]),
  );
}

/** JSON with numbers as they are to be written. */
function jsonOf(value: Value): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(jsonOf).join(',')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value as { readonly [name: string]: Value })
      .map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

type Members = { readonly [name: string]: Value };
const isMembers = (value: Value | undefined): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Digits);

const shown = (value: Value): string =>
  value instanceof Digits || typeof value !== 'object' ? String(value) : jsonOf(value);

/** `name=value`, by name, without what is empty. */
const byName = (members: Members): string[] =>
  Object.keys(members)
    .sort()
    .flatMap((name) => {
      const value = members[name]!;
      return value === null || value === '' ? [] : [`${name}=${shown(value)}`];
    });

/** What is signed. */
export function canonical(sign: Sign, members: Members, body: string, places: Places): string {
  const after = filled(sign.after ?? '', { secret: at(places, 'platform.secret') });
  const seconds = Math.floor(Number(places['now']) / 1000);
  if (sign.over !== 'fields') return filled(sign.over, { ...places, seconds, body }) + after;
  const { [sign.nested ?? '']: inner, ...outer } = members;
  return [...byName(outer), ...(isMembers(inner) ? byName(inner) : [])].join('&') + after;
}

export type Digest = (sign: Sign, text: string, secret: string) => string;

type Rendered = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const encoded = (members: Members): string =>
  Object.entries(members)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(shown(value))}`)
    .join('&');

const dropNothing = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const known = (value: Value): Value =>
  Array.isArray(value)
    ? (value as readonly Value[]).map(known)
    : isMembers(value)
      ? Object.fromEntries(Object.entries(dropNothing(value)).map(([name, each]) => [name, known(each)]))
      : value;

/** What a message needs and nobody knows. */
export const lacking = (profile: Profile, kind: MessageKind, content: UploadContent): string[] =>
  (profile.messages[kind]?.needs ?? []).filter((path) => {
    const value = at(content, path);
    return value === undefined || value === null || value === '';
  });

function enveloped(profile: Profile, kind: MessageKind, content: UploadContent): Value {
  const own = valueOf(profile.messages[kind]!.map, content, content.park.zone);
  if (profile.envelope === undefined) return own;
  const put = (map: MapValue): Value =>
    map === OWN
      ? own
      : Array.isArray(map)
        ? (map as readonly MapValue[]).map(put)
        : map !== null &&
            typeof map === 'object' &&
            !Array.isArray(map) &&
            !Object.keys(map).some((name) => name.startsWith('$'))
          ? Object.fromEntries(
              Object.entries(map as Readonly<Record<string, MapValue>>).map(([name, each]) => [name, put(each)]),
            )
          : valueOf(map, content, content.park.zone);
  return put(profile.envelope);
}

/** @throws where the profile has no message of this kind */
export function render(profile: Profile, kind: MessageKind, content: UploadContent, digest: Digest): Rendered {
  const form = profile.messages[kind];
  if (!form) throw new Error(`no message for ${kind}`);
  const places: Places = content;
  const made = enveloped(profile, kind, content);
  const whole = profile.omits ? known(made) : made;
  const members = isMembers(whole) ? (profile.form === 'form' ? dropNothing(whole) : whole) : {};
  const { sign } = profile;
  const unsigned = profile.form === 'form' ? encoded(members) : jsonOf(whole);
  const signature = sign
    ? digest(sign, canonical(sign, members, unsigned, places), content.platform.secret ?? '')
    : null;
  const signed = sign && 'field' in sign.place ? { ...members, [sign.place.field]: signature } : null;
  const body = signed ? (profile.form === 'form' ? encoded(signed) : jsonOf(signed)) : unsigned;
  const headers = Object.entries(profile.headers ?? {}).map(([name, map]) => [
    name.toLowerCase(),
    shown(valueOf(map, places, content.park.zone)),
  ]);
  return {
    path: filled(form.path, places),
    headers: {
      'content-type': profile.form === 'form' ? 'application/x-www-form-urlencoded; charset=utf-8' : 'application/json',
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(sign && 'header' in sign.place ? { [sign.place.header]: `${sign.place.before ?? ''}${signature}` } : {}),
    },
    body,
  };
}
