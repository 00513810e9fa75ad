/** Half of the screens that stand; the other half is in the other file of this name. */
import { sweep } from './sweep.ts';

sweep(0, 2);
