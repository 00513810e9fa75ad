import { select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** Narrows lists to car parks that guide to free spaces, and to communities with such. */
export const guided = select(text('车位引导', 'Guidance'), { yes: text('有引导', 'Guided') });
