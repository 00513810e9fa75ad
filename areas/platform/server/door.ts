export { signedBy } from './keys.ts';
export { dictionariesWanted, ensureDictionaries } from './dictionaries.ts';
