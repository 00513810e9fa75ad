/** A folder of configuration on disk as paths and texts, and back again. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export type Files = Record<string, string>;

/**
 * The JSON files below a folder, by paths with plain slashes. What begins with a dot, such as .git, is no part of it.
 */
export function readFolder(folder: string): Files {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')));
  return Object.fromEntries(found.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Makes the JSON files of a folder these ones; other files stay. */
export function writeFolder(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const path of Object.keys(readFolder(folder))) if (!(path in files)) rmSync(join(folder, path));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
