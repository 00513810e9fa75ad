/** `npm run check`: what declarations still lack, and which generated documents are not current; writes nothing. */
import { missing, missingMessage } from '#apps/check/missing.ts';

const lines = missing();
if (lines.length > 0) {
  process.stderr.write(missingMessage(lines));
  process.exitCode = 1;
} else
  process.stdout.write(
    '声明齐全 / Every declaration is complete. npm run documents brings docs/generated up to date.\n',
  );
