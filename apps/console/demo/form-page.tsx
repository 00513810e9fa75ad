import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Failed } from '#kit/console/ask.ts';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { notify } from '#kit/console/notices.ts';
import { usePlace } from '#kit/console/place.ts';
import { keep } from '#kit/console/storage.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { entry, fields, spanProblem } from './sample-form.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text(
    '产品中常用的输入项与校验：必填、手机号、网址、最长 90 天的日期范围等。检查通过的内容可在详情页查看，不会发送到服务器。',
    'The inputs of the product and their checks: required, mobile number, web address, a span of at most 90 days, and more. What is right can be seen as a detail; nothing is sent to the server.',
  ),
  check: text('检查并保存', 'Check and keep'),
  right: text('检查通过', 'Everything is right'),
  detail: text('查看详情', 'Show the detail'),
  sent: text('将发送的内容', 'What would be sent'),
};

function Form(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const first = useMemo(() => firstValues(fields), []);
  const draft = useDraft(fields, first, true);
  const box = useRef<HTMLFormElement>(null);
  const [right, setRight] = useState<Record<string, unknown> | null>(null);
  const check = () => {
    setRight(null);
    const values = draft.check();
    const span = values && spanProblem(values);
    if (span) draft.blame(new Failed(400, { errors: [{ field: 'to', msg: t(span) }] }));
    if (!values || span) return focusProblem(box.current);
    keep(entry, values);
    setRight(values);
    notify.ok(t(words.right));
  };
  return (
    <form
      ref={box}
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
      noValidate
    >
      <FieldForm fields={fields} draft={draft} />
      <p className="row">
        <button type="submit" className="gh-btn primary">
          {t(words.check)}
        </button>
        {right ? (
          <button type="button" className="gh-btn" onClick={() => go('/form-detail/index')}>
            {t(words.detail)}
          </button>
        ) : null}
      </p>
      {right ? (
        <section>
          <h2>{t(words.sent)}</h2>
          <pre>{JSON.stringify(right, null, 2)}</pre>
        </section>
      ) : null}
    </form>
  );
}

export default function FormPage(): ReactNode {
  return (
    <Sheet title={titles.form} note={words.note}>
      <Antd>
        <Form />
      </Antd>
    </Sheet>
  );
}
