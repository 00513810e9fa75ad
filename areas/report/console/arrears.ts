import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

const unpaid = text('今日欠费', 'Unpaid today');
const recovered = text('今日收回往日欠费', 'Earlier debts recovered today');

/**
 * How a day's unpaid rest is shown. What is left owing less what came in of earlier debts is below zero on days when
 * more came in.
 */
export const arrearsFigure = (arrearsFen: number): { readonly title: Text; readonly fen: number } =>
  arrearsFen < 0 ? { title: recovered, fen: -arrearsFen } : { title: unpaid, fen: arrearsFen };
