import { call } from './call.ts';
import { str } from './field.ts';
import { text } from './text.ts';
import type { Text } from './text.ts';

/**
 * A list of words that people are offered where they may enter any: kept by the platform operator, begun by the
 * product.
 */
export type Dictionary = {
  /** Unique in the installation, as `visit.reason`. */
  readonly code: string;
  readonly title: Text;
  /** What a new installation begins with, by key. */
  readonly values: Readonly<Record<string, Text>>;
};

/** The words of one list, for whoever fills in a form that offers them. */
export const dictionaryWords = call({
  name: 'sysdict.words',
  title: text('字典用语', 'Words of a dictionary'),
  area: 'platform',
  method: 'GET',
  path: '/api/gatehouse/sysdict/words',
  permission: 'session',
  answer: 'list',
  input: { code: str(text('字典编码', 'Dictionary'), { required: true, max: 60 }) },
  note: text('启用的用语，按请求的语言：[{key, word}]', 'Active entries in the requested language: [{key, word}]'),
});
