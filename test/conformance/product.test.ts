/** The rules held against the whole product. */
import { inputRules } from './inputs.ts';
import { openProduct } from './product.ts';
import { conformance } from './rules.ts';

inputRules(conformance(async () => (await openProduct()).fixture));
