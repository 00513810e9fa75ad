/** What `npm start` gives the Node it starts, for the servers that tests, trials and benches start. */
import { createRequire } from 'node:module';

const { NODE_OPTIONS } = createRequire(import.meta.url)('../tools/prepare/node.mjs') as {
  NODE_OPTIONS: readonly string[];
};
export const nodeOptions = NODE_OPTIONS;
