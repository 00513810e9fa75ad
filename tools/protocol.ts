/** Writes the generated half of `docs/protocol.md` from the declared messages. `node tools/protocol.ts` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protocolPage } from '#device/messages/page.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'protocol.md'), protocolPage());
