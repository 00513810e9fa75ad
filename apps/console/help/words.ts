import { text } from '#kit/declare/text.ts';

/** What the help of a screen is called: its button, its key and its drawer. */
export const helpTitle = text('本页帮助', 'Help for this page');
