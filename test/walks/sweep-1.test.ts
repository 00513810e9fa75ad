/** A quarter of the screens that stand; the others are in the other files of this name. */
import { sweep } from './sweep.ts';

sweep(0, 4);
