/** A screen or button as the server's permission tree has it; a folder has no code. */
export type Branch = { code: string | null; name: string; nameEn: string | null; children: Branch[] };

/** All codes of a tree, each once. */
export const codesIn = (branches: readonly Branch[]): string[] => [
  ...new Set(branches.flatMap((branch) => [...(branch.code ? [branch.code] : []), ...codesIn(branch.children)])),
];

/** The branches that have the words in a name or a code, with the way to them. */
export function branchesOf(branches: readonly Branch[], words: string): Branch[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...branches];
  return branches.flatMap((branch) => {
    if ([branch.name, branch.nameEn, branch.code].some((each) => each?.toLowerCase().includes(wanted))) return [branch];
    const children = branchesOf(branch.children, words);
    return children.length > 0 ? [{ ...branch, children }] : [];
  });
}
