export { dictionariesWanted, ensureDictionaries } from './dictionaries.ts';
