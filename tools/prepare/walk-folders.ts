/**
 * Makes the data folders that walks start from (test/walks/prepared-folders.ts).
 * Usage: `node tools/prepare/walk-folders.ts FOLDER`
 */
import { join } from 'node:path';
import { openApi } from '#device/simulator/api.ts';
import { buildCity } from '../../test/walks/city.ts';
import { keepCity } from '../../test/walks/prepared-folders.ts';
import { operator, startServer } from '../../test/walks/world.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node tools/prepare/walk-folders.ts FOLDER');

await (await startServer()).stop(join(folder, 'empty'));
const server = await startServer({ prepared: 'empty' });
keepCity(folder, await buildCity(await openApi(server.url, operator.account, operator.password)));
await server.stop(join(folder, 'city'));
