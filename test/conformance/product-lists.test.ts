/** The rules of lists held against the whole product. */
import { openProduct } from './product.ts';
import { conformance } from './rules.ts';

conformance(async () => (await openProduct()).fixture, ['lists']);
