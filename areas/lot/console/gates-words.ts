import { text } from '#kit/declare/text.ts';

export const gateHours = text('通行时段', 'Hours');
