import type { Rolldown } from 'vite';

/** Parts by the name of their group or a module that is in them, with all they import, less those of others. */
export function partsWith(
  chunks: readonly Rolldown.OutputChunk[],
  wanted: (chunk: Rolldown.OutputChunk) => boolean,
  had: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  chunks.filter(wanted).forEach(add);
  return new Set([...found].filter((name) => !had.has(name)));
}
