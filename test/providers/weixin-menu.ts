/** What the platform refuses of a menu, with the codes it publishes. */
export type MenuButton = {
  readonly name?: string;
  readonly type?: string;
  readonly key?: string;
  readonly url?: string;
  readonly appid?: string;
  readonly pagepath?: string;
  readonly sub_button?: readonly MenuButton[];
};
type Fault = readonly [code: number, words: string];

const bytes = (words: string | undefined): number => Buffer.byteLength(words ?? '');

/** Mini programs that are linked to the account. */
const LINKED: ReadonlySet<string> = new Set(['wxabcdefabcdefabcd']);

function buttonFault(button: MenuButton, nameBytes: number, nameFault: Fault): Fault | null {
  if (!button.name || bytes(button.name) > nameBytes) return nameFault;
  if (button.sub_button?.length) return null;
  if (!['view', 'click', 'miniprogram'].includes(button.type ?? '')) return [40017, 'invalid button type'];
  if (button.type === 'click')
    return !button.key || bytes(button.key) > 128 ? [40019, 'invalid button key size'] : null;
  if (bytes(button.url) > 1024) return [40020, 'invalid button url size'];
  if (!/^https?:\/\/./.test(button.url ?? '')) return [40055, 'invalid button url domain'];
  if (button.type === 'miniprogram' && (!button.pagepath || !LINKED.has(button.appid ?? '')))
    return [45064, 'no permission to use weapp in menu'];
  return null;
}

export function menuFault(buttons: readonly MenuButton[] | null | undefined): Fault | null {
  if (!buttons || buttons.length < 1 || buttons.length > 3) return [40016, 'invalid button size'];
  for (const top of buttons) {
    const fault = buttonFault(top, 16, [40018, 'invalid button name size']);
    if (fault) return fault;
    if ((top.sub_button?.length ?? 0) > 5) return [40023, 'invalid sub button size'];
    for (const sub of top.sub_button ?? []) {
      const below = sub.sub_button ? ([40022, 'invalid menu level'] as const) : null;
      const wrong = below ?? buttonFault(sub, 40, [40025, 'invalid sub button name size']);
      if (wrong) return wrong;
    }
  }
  return null;
}
