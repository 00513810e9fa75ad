/** Whether a profile can be used, and what it cannot say. */
import { ALGOS, FORMS, KINDS } from './profile.ts';
import type { MapValue, MessageKind, Profile, Words } from './profile.ts';
import { at, render } from './render.ts';
import { SAMPLE } from './content.ts';
import type { UploadContent } from './content.ts';

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A made-up fact of each kind, for trying a profile out. */
export const sampleOf = (kind: MessageKind): UploadContent => ({
  ...SAMPLE,
  message: { ...SAMPLE.message, kind },
});

/** Paths a map reads; those of a list's own members are left out, and so are values of the link. */
function paths(map: unknown): string[] {
  if (!isMembers(map)) return Array.isArray(map) ? map.flatMap(paths) : [];
  if (typeof map['$from'] === 'string') return [map['$from'], ...paths(map['or'])];
  if (typeof map['$say'] === 'string') return [...map['$say'].matchAll(/\{([\w.]+)\}/g)].map(([, path]) => path!);
  if (typeof map['$each'] === 'string') return [map['$each'], ...paths(map['map'])];
  return Object.values(map).flatMap(paths);
}

const isKnown = (path: string): boolean =>
  path.startsWith('item.') ||
  path.startsWith('park.values.') ||
  at(SAMPLE, path) !== undefined ||
  path === 'payment.stayId';

function forms(map: unknown): string[] {
  if (!isMembers(map)) return Array.isArray(map) ? map.flatMap(forms) : [];
  return [
    ...(typeof map['$from'] === 'string' && map['as'] !== undefined ? [String(map['as'])] : []),
    ...Object.values(map).flatMap(forms),
  ];
}

function signProblems(sign: unknown): string[] {
  if (sign === null) return [];
  if (!isMembers(sign)) return ['sign'];
  const place = sign['place'];
  return [
    ...((ALGOS as readonly unknown[]).includes(sign['algo']) ? [] : ['sign.algo']),
    ...(typeof sign['over'] === 'string' ? [] : ['sign.over']),
    ...(['hex', 'HEX', 'base64'].includes(String(sign['code'])) ? [] : ['sign.code']),
    ...(isMembers(place) && (typeof place['field'] === 'string' || typeof place['header'] === 'string')
      ? []
      : ['sign.place']),
  ];
}

function messageProblems(kind: string, form: unknown): string[] {
  if (!(KINDS as readonly string[]).includes(kind)) return [`messages.${kind}`];
  if (!isMembers(form) || typeof form['path'] !== 'string' || form['map'] === undefined)
    return [`messages.${kind}.path, map`];
  const needs = form['needs'];
  if (!Array.isArray(needs)) return [`messages.${kind}.needs`];
  const unknown = [...paths(form['map']), ...needs.map(String)].filter((path) => !isKnown(path));
  const written = forms(form['map']).filter((as) => !(FORMS as readonly string[]).includes(as));
  return [...unknown, ...written.map((as) => `as ${as}`)].map((each) => `messages.${kind}: ${each}`);
}

function countsProblems(counts: unknown): string[] {
  if (counts === undefined) return [];
  if (!isMembers(counts)) return ['counts'];
  const names = ['path', 'list', 'kind', 'hour', 'n'].filter((name) => typeof counts[name] !== 'string');
  const kinds = isMembers(counts['kinds']) ? Object.values(counts['kinds']) : ['kinds'];
  return [
    ...names.map((name) => `counts.${name}`),
    ...(counts['map'] === undefined ? ['counts.map'] : []),
    ...kinds
      .filter((kind) => !(KINDS as readonly unknown[]).includes(kind))
      .map((kind) => `counts.kinds: ${String(kind)}`),
    ...paths(counts['map'])
      .filter((path) => !isKnown(path))
      .map((path) => `counts: ${path}`),
  ];
}

/** What is wrong with a profile, each as the place in it; empty where every sample can be made. */
export function profileProblems(given: unknown): string[] {
  if (!isMembers(given)) return ['{}'];
  const { messages, answer } = given;
  const found = [
    ...(given['version'] === 1 ? [] : ['version']),
    ...(isMembers(given['name']) ? [] : ['name']),
    ...(given['form'] === 'json' || given['form'] === 'form' ? [] : ['form']),
    ...signProblems(given['sign']),
    ...(isMembers(answer) ? [] : ['answer']),
    ...countsProblems(given['counts']),
    ...(isMembers(messages) && Object.keys(messages).length > 0
      ? Object.entries(messages).flatMap(([kind, form]) => messageProblems(kind, form))
      : ['messages']),
  ];
  if (found.length > 0) return found;
  const profile = given as Profile; // all its parts were looked at
  return kindsOf(profile).flatMap((kind) => {
    try {
      render(profile, kind, sampleOf(kind), () => 'signature');
      return [];
    } catch (error) {
      return [`messages.${kind}: ${String((error as Error).message)}`];
    }
  });
}

export const kindsOf = (profile: Profile): MessageKind[] => KINDS.filter((kind) => profile.messages[kind]);

const WORDS: { readonly [K in MessageKind]: Words } = {
  park: { zh: '车场备案', en: 'Registration of the car park' },
  entry: { zh: '入场', en: 'Entries' },
  payment: { zh: '单笔支付', en: 'Payments by themselves' },
  exit: { zh: '出场', en: 'Exits' },
  correct: { zh: '更正', en: 'Corrections' },
  void: { zh: '作废', en: 'Voids' },
  count: { zh: '在场数与余位', en: 'Cars inside and free spaces' },
};

/** Figures of a visit to send, by the map's sources. */
const FIGURES: readonly (readonly [path: string, words: Words])[] = [
  ['stay.plate', { zh: '车牌', en: 'Plate' }],
  ['stay.colour', { zh: '车牌颜色', en: 'Colour of the plate' }],
  ['stay.receivableFen', { zh: '应收', en: 'Amount due' }],
  ['stay.deratedFen', { zh: '优惠', en: 'Discounts' }],
  ['stay.waivedFen', { zh: '减免', en: 'Waived by staff' }],
  ['stay.cashFen', { zh: '现金', en: 'Cash' }],
  ['stay.storedFen', { zh: '储值卡', en: 'Stored value' }],
];

/**
 * What this platform is never sent, whatever happens: kinds it has no message for, figures of a visit its messages
 * leave out.
 */
export function unsaid(profile: Profile): Words[] {
  const kinds = KINDS.filter((kind) => !profile.messages[kind]).map((kind) => WORDS[kind]);
  const exit = profile.messages.exit;
  const read = new Set(exit ? paths(exit.map as MapValue) : []);
  if (read.has('stay.credentials')) read.add('stay.plate');
  const figures = exit ? FIGURES.filter(([path]) => !read.has(path)).map(([, words]) => words) : [];
  return [...kinds, ...figures];
}
