import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { Value } from '#kit/console/cells.tsx';
import { Nothing } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { usePlace } from '#kit/console/place.ts';
import { kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { entry, fields } from './sample-form.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text(
    '表单页最近一次检查通过的内容，以详情方式显示。',
    'What the form page last found right, drawn as a detail.',
  ),
  form: text('去填写表单', 'Fill in the form'),
  again: text('刷新', 'Refresh'),
};

export default function FormDetail(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const [values, setValues] = useState(() => kept<AnyRow>(entry));
  return (
    <Sheet
      title={titles.formDetail}
      note={words.note}
      tools={
        <button type="button" className="gh-btn" onClick={() => setValues(kept<AnyRow>(entry))}>
          {t(words.again)}
        </button>
      }
    >
      {values ? (
        <dl className="facts">
          {Object.entries<Field>(fields).map(([name, field]) => (
            <Fragment key={name}>
              <dt>{t(field.label)}</dt>
              <dd>
                <Value name={name} field={field} row={values} />
              </dd>
            </Fragment>
          ))}
        </dl>
      ) : (
        <Nothing>
          <button type="button" className="gh-btn" onClick={() => go('/form')}>
            {t(words.form)}
          </button>
        </Nothing>
      )}
    </Sheet>
  );
}
