import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `npm start` gives the Node it starts (`tools/prepare/node.mjs`), for the servers that tests, trials and benches start. */
export const nodeOptions: readonly string[] = [
  '--disable-warning=ExperimentalWarning', `--import=${pathToFileURL(join(import.meta.dirname, '..', 'tools', 'prepare', 'resolve.mjs')).href}`,
];
