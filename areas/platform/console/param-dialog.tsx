import type { ReactNode } from 'react';
import { company } from '#areas/org/model/company.ts';
import { boolean, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import type { Field, Fields } from '#kit/declare/field.ts';
import { MOST_WRITTEN, problemIn } from '#kit/declare/parameter.ts';
import type { Parameter } from '#kit/declare/parameter.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import AskDialog from '#kit/console/ask-dialog.tsx';
import { pathOf, useRefresh } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { param } from '../model/param.ts';

const words = {
  value: text('值', 'Value'),
  company: text('适用单位', 'For the company'),
  all: text('全部', 'All'),
  fits: text('格式正确', 'Valid'),
  default: text('默认值：{value}', 'Default: {value}'),
  saved: text('已保存，立即生效', 'Saved; in effect at once'),
};

/** A parameter with its value for all companies, and the line that says so where it was changed. */
export type Declared = {
  readonly key: string;
  readonly title: string;
  readonly help: string;
  readonly allowed: string;
  readonly default: unknown;
  readonly defaultWritten: string;
  readonly value: unknown;
  readonly valueWritten: string;
  readonly byCompany: boolean;
  readonly companies: number;
  readonly rowId: string | null;
  readonly updatedAt: string | null;
};

/** What a value is entered with: each kind as forms enter it, one of several parts as JSON. */
function fieldFor(of: Parameter): Field {
  switch (of.kind) {
    case 'number':
      return integer(words.value, { required: true, min: of.min, max: of.max });
    case 'boolean':
      return boolean(words.value, { required: true });
    case 'choice':
      return select(words.value, of.options, { required: true });
    case 'text':
      return str(words.value, { required: true, max: of.max });
    case 'json':
      return longText(words.value, { required: true, max: MOST_WRITTEN });
  }
}

/** While it is typed: what is wrong with it, or that nothing is. */
function Note({ of, now, value }: { of: Parameter; now: Declared; value: unknown }): ReactNode {
  const { t } = useWords();
  const written = String(value ?? '');
  const problem = problemIn(of, written);
  return (
    <>
      <p className="gh-dim">{now.help}</p>
      {of.kind === 'json' ? <p className="gh-dim">{now.allowed}</p> : null}
      <p className="gh-dim">{t(fill(words.default, { value: now.defaultWritten || '–' }))}</p>
      {of.kind === 'json' && written.trim() !== '' ? (
        <p role="status">
          <span className={`gh-tag ${problem ? 'bad' : 'ok'}`}>{t(problem ?? words.fits)}</span>
        </p>
      ) : null}
    </>
  );
}

type Props = { of: Parameter; now: Declared; onClose: () => void };

/** Sets one parameter: for all, or for a company where it may have its own. */
export default function ParamDialog({ of, now, onClose }: Props): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(param);
  const fields: Fields = {
    ...(of.byCompany ? { forCompanyId: relation(words.company, () => company, { none: words.all }) } : {}),
    paramValue: fieldFor(of),
  };
  const first = { paramValue: of.kind === 'json' ? now.valueWritten : now.value };
  const save = async ({ forCompanyId, paramValue }: Record<string, unknown>, key: string) => {
    const isChange = now.rowId !== null && !forCompanyId;
    const input = isChange
      ? { id: now.rowId, updatedAt: now.updatedAt }
      : { paramKey: of.key, forCompanyId: forCompanyId ?? null };
    const body = { ...input, paramValue: String(paramValue) };
    await ask(pathOf(param, 'submit'), body, { method: 'POST', key, quiet: true });
    notify.ok(t(words.saved));
    await refresh();
  };
  const note = (values: Readonly<Record<string, unknown>>): ReactNode => (
    <Note of={of} now={now} value={values['paramValue']} />
  );
  return <AskDialog title={t(of.title)} fields={fields} first={first} note={note} run={save} onClose={onClose} />;
}
