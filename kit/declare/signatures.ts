import { text } from './text.ts';

/** Who signs a report on paper, in the order it goes round. */
export const signatures = [
  text('制表', 'Prepared by'),
  text('复核', 'Checked by'),
  text('主管', 'Approved by'),
] as const;
