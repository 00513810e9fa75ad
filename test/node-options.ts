/** What `npm start` gives the Node it starts, for the servers that tests, trials and benches start. */
const { NODE_OPTIONS } = (await import(new URL('../tools/prepare/node.mjs', import.meta.url).href)) as {
  NODE_OPTIONS: readonly string[];
};
export const nodeOptions = NODE_OPTIONS;
