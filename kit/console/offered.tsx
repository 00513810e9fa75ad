import { AutoComplete } from 'antd';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { dictionaryWords } from '#kit/declare/dictionary.ts';
import { ask } from './ask.ts';
import { inputAttributes, shownText } from './input-parts.tsx';
import type { InputProps } from './input-parts.tsx';
import { useWords } from './words.ts';

type Offer = { readonly key: string; readonly word: string };

/** A line that any words may be entered into, with those of a dictionary to pick from. */
export function Offered(props: InputProps): ReactNode {
  const { lang } = useWords();
  const { value, onChange, field } = props;
  const code = field.dictionary?.code;
  const { data } = useQuery({
    queryKey: ['sysdict', 'words', code, lang],
    queryFn: ({ signal }) => ask<Offer[]>(dictionaryWords, { code }, { signal, quiet: true }),
  });
  const typed = shownText(value);
  const isOffered = data?.some(({ word }) => word === typed) ?? false;
  return (
    <AutoComplete
      {...inputAttributes(props)}
      style={{ width: '100%' }}
      maxLength={field.max ?? 100}
      value={typed}
      options={(data ?? [])
        .filter(({ word }) => isOffered || word.includes(typed))
        .map(({ key, word }) => ({ key, value: word }))}
      onChange={(next) => onChange(next)}
    />
  );
}
