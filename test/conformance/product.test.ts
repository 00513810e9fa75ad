/** The rules held against the whole product; those of lists are in a file beside it, so that both run side by side. */
import { inputRules } from './inputs.ts';
import { openProduct } from './product.ts';
import { conformance } from './rules.ts';

inputRules(conformance(async () => (await openProduct()).fixture, ['walls', 'forms']));
