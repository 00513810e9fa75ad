/**
 * `npm start`: everything from a fresh clone to a running Gatehouse. Runs on Node 20.19; the server itself on Node 24.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inOurPlace } from './prepare/child.mjs';
import { ensureConsole } from './prepare/console.mjs';
import { ensureInstall, PROJECT } from './prepare/install.mjs';
import { chooseNode, NODE_OPTIONS, nodeEnvironment } from './prepare/node.mjs';
import { giveUp } from './prepare/say.mjs';

const SERVER = join(PROJECT, 'apps', 'server', 'main.ts');

if (!existsSync(SERVER)) giveUp(`缺少 ${SERVER}，请重新克隆。`, `${SERVER} is missing; this is not a whole clone.`);
await ensureInstall();
const node = chooseNode();
await ensureConsole(node);
process.exitCode = await inOurPlace(node, [...NODE_OPTIONS, SERVER, ...process.argv.slice(2)], {
  cwd: PROJECT,
  env: nodeEnvironment(),
});
