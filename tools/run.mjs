/**
 * `node tools/run.mjs SCRIPT [arguments]`: runs a TypeScript script with the right Node after seeing to the packages.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { inOurPlace } from './prepare/child.mjs';
import { ensureInstall } from './prepare/install.mjs';
import { chooseNode, NODE_OPTIONS, nodeEnvironment } from './prepare/node.mjs';
import { giveUp } from './prepare/say.mjs';

const [script, ...rest] = process.argv.slice(2);
if (!script || !existsSync(script)) {
  giveUp(
    `用法：node tools/run.mjs 脚本 [参数]（找不到 ${script ?? '脚本'}）`,
    `Usage: node tools/run.mjs SCRIPT [arguments] (${script ?? 'no script'} not found)`,
  );
}
await ensureInstall();
process.exitCode = await inOurPlace(chooseNode(), [...NODE_OPTIONS, resolve(script), ...rest], {
  env: nodeEnvironment(),
});
