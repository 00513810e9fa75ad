/**
 * Which Node runs the TypeScript sources: the machine's own where it is new enough, else the one among our packages.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownNode, PROJECT } from './install.mjs';
import { giveUp } from './say.mjs';

/** First version that has everything the server uses: TypeScript as it is, and argon2 in node:crypto. */
const NEEDED = [24, 7];

/** @returns the path of the Node to use */
export function chooseNode() {
  if (isEnough()) return process.execPath;
  if (existsSync(ownNode())) return ownNode();
  const here = `${process.platform}-${process.arch}`;
  return giveUp(
    `Gatehouse 需要 Node.js 24，本机为 ${process.versions.node}，且没有适用于 ${here} 的自带版本。请安装 Node.js 24。`,
    `Gatehouse needs Node.js 24. This is ${process.versions.node}, and there is none to bring along for ${here}. Install Node.js 24.`,
  );
}

function isEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/**
 * Options for every Node we start: the sources run as they are, and older versions remark on that each time; imports
 * are resolved once.
 */
export const NODE_OPTIONS = [
  '--disable-warning=ExperimentalWarning',
  `--import=${pathToFileURL(join(import.meta.dirname, 'resolve.mjs')).href}`,
];

/**
 * The environment for every Node we start: what it compiles of our sources is kept beside the packages, and the next
 * one is there a third sooner.
 */
export const nodeEnvironment = (more = {}) => ({
  NODE_COMPILE_CACHE: join(PROJECT, 'node_modules', '.cache', 'gatehouse'),
  ...process.env,
  ...more,
});
