/** Which Node runs the TypeScript sources: the machine's own where it is new enough, else the one among our packages. */
import { existsSync } from 'node:fs';
import { ownNode } from './install.mjs';
import { giveUp } from './say.mjs';

/** First version that has everything the server uses (argon2 in node:crypto). */
const WHOLE = [24, 7];
/** First version that runs TypeScript as it is. */
const ENOUGH = [22, 18];

/** @returns the path of the Node to use */
export function chooseNode() {
  if (isAtLeast(WHOLE)) return process.execPath;
  if (existsSync(ownNode())) return ownNode();
  if (isAtLeast(ENOUGH)) return process.execPath;
  const here = `${process.platform}-${process.arch}`;
  return giveUp(
    `Gatehouse 需要 Node.js 24，本机为 ${process.versions.node}，且没有适用于 ${here} 的自带版本。请安装 Node.js 24。`,
    `Gatehouse needs Node.js 24. This is ${process.versions.node}, and there is none to bring along for ${here}. Install Node.js 24.`,
  );
}

function isAtLeast([major, minor]) {
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  return ourMajor > major || (ourMajor === major && ourMinor >= minor);
}

/** Options for every Node we start: the sources run as they are, and older versions remark on that each time. */
export const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning'];
