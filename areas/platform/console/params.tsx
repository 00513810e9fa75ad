import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { declaredParams, param } from '../model/param.ts';

const words = {
  all: text('全部参数与现值', 'All parameters and what holds'),
  name: text('参数', 'Parameter'),
  value: text('现值', 'Holds now'),
  own: text('默认值', 'The product’s own'),
  allowed: text('可填', 'May be'),
  companies: text('按单位设置', 'By company'),
  same: text('不按单位', 'One for all'),
};

type Declared = {
  readonly key: string;
  readonly title: string;
  readonly help: string;
  readonly allowed: string;
  readonly default: unknown;
  readonly value: unknown;
  readonly byCompany: boolean;
  readonly companies: number;
};

/** Every setting there is, also those nobody changed. */
function All(): ReactNode {
  const { t, lang } = useWords();
  const { data = [] } = useQuery({
    queryKey: [param.name, 'declared', lang],
    queryFn: ({ signal }) => ask<Declared[]>(declaredParams, {}, { signal, quiet: true }),
  });
  return (
    <details open>
      <summary className="gh-group">{t(words.all)}</summary>
      <WideFrame>
        <table className="gh-bill">
          <thead>
            <tr>
              {[words.name, words.value, words.own, words.allowed, words.companies].map((each) => (
                <th key={each.zh} scope="col">
                  {t(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((each) => (
              <tr key={each.key}>
                <td>
                  {each.title}
                  <div className="gh-dim">{each.help}</div>
                </td>
                <td>{each.value === each.default ? String(each.value) : <strong>{String(each.value)}</strong>}</td>
                <td>{String(each.default)}</td>
                <td>{each.allowed}</td>
                <td>{each.byCompany ? each.companies : t(words.same)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    </details>
  );
}

/** What was changed, and above it all that may be. */
export default function Params(): ReactNode {
  return (
    <ListPage of={param}>
      <All />
    </ListPage>
  );
}
