/** The menu below an account's conversation: what the platform accepts, with problems by field before it is called. */
import { bytesOf } from './reply.ts';

export type MenuItem = {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly type: string | null;
  readonly url: string | null;
  readonly key: string | null;
  readonly appId: string | null;
  readonly pagePath: string | null;
  readonly sort: number;
};

export const TOP_MOST = 3;
export const SUB_MOST = 5;
/**
 * Bytes of a name that are refused, and characters that phones cut. Editions of the platform differ; the stricter are
 * used.
 */
export const nameLimits = { top: { bytes: 16, shown: 4 }, sub: { bytes: 40, shown: 8 } };
const KEY_BYTES = 128;
const URL_BYTES = 1024;

export type MenuFault = {
  readonly field: 'name' | 'type' | 'url' | 'key' | 'appId' | 'pagePath' | 'parentId';
  readonly why: 'missing' | 'long' | 'scheme' | 'many' | 'deep' | 'parent';
  readonly most?: number;
};

export const below = (items: readonly MenuItem[], parentId: string | null): MenuItem[] =>
  items.filter((each) => each.parentId === parentId).sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1));

function placeFaults(item: MenuItem, others: readonly MenuItem[]): MenuFault[] {
  const parent = others.find(({ id }) => id === item.parentId);
  if (item.parentId !== null && !parent) return [{ field: 'parentId', why: 'parent' }];
  if (parent && (parent.parentId !== null || others.some(({ parentId }) => parentId === item.id)))
    return [{ field: 'parentId', why: 'deep' }];
  const most = parent ? SUB_MOST : TOP_MOST;
  return below(others, item.parentId).length >= most ? [{ field: 'parentId', why: 'many', most }] : [];
}

function actionFaults({ type, url, key, appId, pagePath }: MenuItem): MenuFault[] {
  const needed: Readonly<Record<string, readonly (readonly [MenuFault['field'], string | null])[]>> = {
    view: [['url', url]],
    click: [['key', key]],
    miniprogram: [
      ['appId', appId],
      ['pagePath', pagePath],
      ['url', url],
    ],
  };
  const missing = (needed[type ?? ''] ?? []).filter(([, value]) => !value).map(([field]) => field);
  return [
    ...missing.map((field): MenuFault => ({ field, why: 'missing' })),
    ...(url && !/^https?:\/\/[^\s"<>]+$/.test(url) ? [{ field: 'url', why: 'scheme' } as const] : []),
    ...(bytesOf(url ?? '') > URL_BYTES ? [{ field: 'url', why: 'long', most: URL_BYTES } as const] : []),
    ...(bytesOf(key ?? '') > KEY_BYTES ? [{ field: 'key', why: 'long', most: KEY_BYTES } as const] : []),
  ];
}

/** What is wrong with one item among the others of its account. One with items below it does nothing itself. */
export function menuFaults(item: MenuItem, others: readonly MenuItem[]): MenuFault[] {
  const { bytes } = item.parentId === null ? nameLimits.top : nameLimits.sub;
  const opens = others.some(({ parentId }) => parentId === item.id);
  return [
    ...(item.name.trim() === '' ? [{ field: 'name', why: 'missing' } as const] : []),
    ...(bytesOf(item.name) > bytes ? [{ field: 'name', why: 'long', most: bytes } as const] : []),
    ...placeFaults(item, others),
    ...(opens ? [] : item.type ? actionFaults(item) : [{ field: 'type', why: 'missing' } as const]),
  ];
}

export type Button = Readonly<Record<string, unknown>> & { readonly name: string };

function buttonOf(item: MenuItem): Button {
  const { name, type, url, key, appId, pagePath } = item;
  if (type === 'click') return { type, name, key };
  return type === 'miniprogram' ? { type, name, url, appid: appId, pagepath: pagePath } : { type: 'view', name, url };
}

/** The menu as the platform takes it. */
export const buttonsOf = (items: readonly MenuItem[]): Button[] =>
  below(items, null).map((top) => {
    const subs = below(items, top.id);
    return subs.length > 0 ? { name: top.name, sub_button: subs.map(buttonOf) } : buttonOf(top);
  });

/** Names that a phone does not show whole. */
export const cutNames = (items: readonly MenuItem[]): MenuItem[] =>
  items.filter(
    ({ name, parentId }) => [...name].length > (parentId === null ? nameLimits.top.shown : nameLimits.sub.shown),
  );

const keptFields = ['type', 'key', 'url', 'appid', 'pagepath'] as const;

/** A menu as the platform returns it, without the empty parts it adds. */
export function plainButtons(given: unknown): Button[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const from = each as Readonly<Record<string, unknown>>;
    const subs = plainButtons(from['sub_button']);
    const parts =
      subs.length > 0 ? [] : keptFields.filter((part) => from[part]).map((part) => [part, String(from[part])]);
    return [
      {
        name: String(from['name'] ?? ''),
        ...(Object.fromEntries(parts) as Record<string, string>),
        ...(subs.length > 0 ? { sub_button: subs } : {}),
      },
    ];
  });
}

const wordsOfButton = (button: Button): string =>
  [button.name, ...keptFields.filter((part) => button[part]).map((part) => String(button[part]))].join(' · ');

/** What stands where: 2 is the second of the bar, 2.1 the first above it. */
function places(buttons: readonly Button[]): Map<string, string> {
  const out = new Map<string, string>();
  for (const [top, button] of buttons.entries()) {
    out.set(String(top + 1), wordsOfButton(button));
    for (const [nth, sub] of plainButtons(button['sub_button']).entries())
      out.set(`${top + 1}.${nth + 1}`, wordsOfButton(sub));
  }
  return out;
}

export type MenuChange = { readonly at: string; readonly before: string | null; readonly after: string | null };

/** Place by place, what one menu has and another has not. None: a driver sees the same. */
export function menuChanges(before: readonly Button[], after: readonly Button[]): MenuChange[] {
  const [old, fresh] = [places(plainButtons(before)), places(plainButtons(after))];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((at) => old.get(at) !== fresh.get(at))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((at) => ({ at, before: old.get(at) ?? null, after: fresh.get(at) ?? null }));
}
