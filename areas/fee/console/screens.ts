import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/car/parksimplefeerule', title: text('收费规则（简单模式）', 'Fee rules (simple)'), load: () => import('./simple-rules.tsx') },
];
