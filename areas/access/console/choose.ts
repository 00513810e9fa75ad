/** A menu as the grant and binding trees answer it. */
export type MenuNode = {
  id: string;
  parentId: string | null;
  name: string;
  nameEn: string | null;
  category: string;
  code?: string | null;
  children?: MenuNode[];
};

export const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

const below = (node: MenuNode): string[] => flat(node.children ?? []).map(({ id }) => id);

function above(nodes: readonly MenuNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.id === id) return [];
    if (below(node).includes(id)) return [node.id, ...above(node.children ?? [], id)];
  }
  return [];
}

/**
 * Ticks or unticks one menu of a grant. A button needs its screen, a screen its directories; a directory takes all
 * beneath with it, a screen ticked by itself stays without its buttons, so that looking can be granted alone.
 */
export function ticked(nodes: readonly MenuNode[], chosen: readonly string[], id: string, on: boolean): string[] {
  const node = flat(nodes).find((each) => each.id === id);
  if (!node) return [...chosen];
  const set = new Set(chosen);
  if (on)
    for (const each of [id, ...above(nodes, id), ...(node.category === 'directory' ? below(node) : [])]) set.add(each);
  else for (const each of [id, ...below(node)]) set.delete(each);
  return [...set];
}

/**
 * Ticks or unticks one menu of a binding, where a ticked directory means all beneath it: unticking one of these unties
 * the directory.
 */
export function bound(nodes: readonly MenuNode[], chosen: readonly string[], id: string, on: boolean): string[] {
  const node = flat(nodes).find((each) => each.id === id);
  if (!node) return [...chosen];
  const set = new Set(chosen);
  if (on) for (const each of [id, ...below(node)]) set.add(each);
  else for (const each of [id, ...below(node), ...above(nodes, id)]) set.delete(each);
  return [...set];
}

/** What a binding by topmost menus comes to, menu by menu. */
export const wholeOf = (nodes: readonly MenuNode[], ids: readonly string[]): string[] =>
  flat(nodes)
    .filter(({ id }) => ids.includes(id))
    .reduce<string[]>((chosen, { id }) => bound(nodes, chosen, id, true), []);

/** Of the ticked menus those that stand for all beneath them too: their parent is not ticked itself. */
export const heads = (nodes: readonly MenuNode[], chosen: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => (chosen.has(node.id) ? [node.id] : heads(node.children ?? [], chosen)));
