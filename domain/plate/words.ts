/** The same words in Chinese and English. */
export type Words = { readonly zh: string; readonly en: string };
