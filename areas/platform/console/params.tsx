import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { declaredParams, param, parameterAt } from '../model/param.ts';
import type { Declared } from './param-dialog.tsx';
import './tool.css';

const ParamDialog = part(() => import('./param-dialog.tsx'));

const words = {
  all: text('全部参数与现值', 'All parameters'),
  name: text('参数', 'Parameter'),
  value: text('现值', 'Current'),
  own: text('默认值', 'Default'),
  allowed: text('可填', 'Allowed'),
  companies: text('按单位设置', 'By company'),
  same: text('不按单位', 'One for all'),
  set: text('修改', 'Change'),
  yes: text('是', 'Yes'),
  no: text('否', 'No'),
};

/** As a person reads it: a choice by its label. */
function labelOf({ key }: Declared, written: string): Text {
  const of = parameterAt.get(key);
  if (of?.kind === 'boolean') return written === 'true' ? words.yes : words.no;
  return (of?.kind === 'choice' ? of.options[written] : undefined) ?? text(written || '–', written || '–');
}

/** Every setting there is, also those nobody changed. */
function All(): ReactNode {
  const { t, lang } = useWords();
  const may = useMay();
  const [setting, setSetting] = useState<Declared | null>(null);
  const mayChange = may('param:add') && may('param:edit');
  const { data = [] } = useQuery({
    queryKey: [param.name, 'declared', lang],
    queryFn: ({ signal }) => ask<Declared[]>(declaredParams, {}, { signal, quiet: true }),
  });
  return (
    <details open className="param-all">
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
              {mayChange ? <td /> : null}
            </tr>
          </thead>
          <tbody>
            {data.map((each) => (
              <tr key={each.key}>
                <td className="param-name">
                  {each.title}
                  <div className="gh-dim">{each.help}</div>
                </td>
                <td>
                  {each.valueWritten === each.defaultWritten ? (
                    t(labelOf(each, each.valueWritten))
                  ) : (
                    <strong>{t(labelOf(each, each.valueWritten))}</strong>
                  )}
                </td>
                <td>{t(labelOf(each, each.defaultWritten))}</td>
                <td>{each.allowed}</td>
                <td>{each.byCompany ? each.companies : t(words.same)}</td>
                {mayChange ? (
                  <td>
                    <button type="button" className="gh-link" onClick={() => setSetting(each)}>
                      {t(words.set)}
                    </button>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
      {setting ? (
        <ParamDialog of={parameterAt.get(setting.key)!} now={setting} onClose={() => setSetting(null)} />
      ) : null}
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
