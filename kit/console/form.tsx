import { useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { checkFields } from '#kit/declare/check.ts';
import { applies } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import type { Text } from '#kit/declare/text.ts';
import { Failed } from './ask.ts';
import { withChange } from './fields.ts';
import { InputOf, isFull } from './inputs.tsx';
import { useWords } from './words.ts';

type Data = Readonly<Record<string, unknown>>;
export type Section = { title: Text; fields: readonly string[] };

const same = (a: unknown, b: unknown): boolean =>
  a === b || ((a ?? '') === '' && (b ?? '') === '') || JSON.stringify(a) === JSON.stringify(b);

/** What a form holds while it is filled in, with what is wrong by field. `adding`: required fields must be given. */
export function useDraft(fields: Fields, first: Data, adding: boolean) {
  const { lang } = useWords();
  const [values, setValues] = useState<Data>(first);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const changed = useMemo(
    () => Object.keys(fields).filter((name) => !same(values[name], first[name])),
    [fields, values, first],
  );
  const put = (name: string, value: unknown) => {
    setValues((held) => withChange(fields, held, name, value));
    setProblems((held) =>
      held[name] === undefined ? held : Object.fromEntries(Object.entries(held).filter(([other]) => other !== name)),
    );
  };
  /** The values to send, or null when something is wrong. A field that does not apply is not looked at. */
  const check = (): Record<string, unknown> | null => {
    const offered = Object.fromEntries(Object.entries(fields).filter(([, field]) => applies(field, values)));
    const given = Object.fromEntries(
      Object.keys(offered)
        .filter((name) => adding || changed.includes(name))
        .map((name) => [name, values[name] === '' ? null : values[name]]),
    );
    const checked = checkFields(offered, given, adding);
    setProblems(Object.fromEntries(checked.problems.map(({ field, msg }) => [field, msg[lang]])));
    return checked.problems.length > 0 ? null : checked.values;
  };
  /** Shows at its fields what the server found; false when it named none of them. */
  const blame = (error: unknown): boolean => {
    const found = error instanceof Failed ? error.problems.filter(({ field }) => fields[field]) : [];
    setProblems(Object.fromEntries(found.map(({ field, msg }) => [field, msg])));
    return found.length > 0;
  };
  return { values, problems, changed, put, check, blame };
}

export type Draft = ReturnType<typeof useDraft>;

/** Puts the cursor into the first field with a problem. */
export function focusProblem(within: HTMLElement | null): void {
  requestAnimationFrame(() =>
    within?.querySelector<HTMLElement>('[data-wrong] input, [data-wrong] textarea, [data-wrong] button')?.focus(),
  );
}

type FormProps = { fields: Fields; draft: Draft; sections?: readonly Section[]; locked?: (name: string) => boolean };

function FieldRow({ name, fields, draft, locked }: { name: string } & Omit<FormProps, 'sections'>): ReactNode {
  const { t } = useWords();
  const id = useId();
  const field = fields[name]!;
  const problem = draft.problems[name];
  const note = problem ?? (field.help ? t(field.help) : undefined);
  return (
    <div className={`gh-field ${isFull(field) ? 'full' : ''}`} data-field={name} data-wrong={problem ? '' : undefined}>
      <label className="label" htmlFor={id}>
        {field.required ? (
          <span className="must" aria-hidden="true">
            *
          </span>
        ) : null}
        {t(field.label)}
      </label>
      <InputOf
        field={field}
        id={id}
        value={draft.values[name]}
        onChange={(value) => draft.put(name, value)}
        among={draft.values}
        disabled={locked?.(name) ?? false}
        invalid={problem !== undefined}
        describedBy={note ? `${id}-note` : undefined}
      />
      <div className="foot" id={`${id}-note`} role={problem ? 'alert' : undefined}>
        <span className={problem ? 'wrong' : 'hint'}>{note}</span>
      </div>
    </div>
  );
}

const noSections: readonly Section[] = [];

/** The inputs of a set of fields, in sections; fields whose condition does not hold are left out. */
export function FieldForm({ fields, draft, sections = noSections, locked }: FormProps): ReactNode {
  const { t } = useWords();
  const names = Object.keys(fields).filter((name) => applies(fields[name]!, draft.values));
  const inSections = new Set(sections.flatMap((section) => section.fields));
  const rest = names.filter((name) => !inSections.has(name));
  const row = (name: string) => (
    <FieldRow key={name} name={name} fields={fields} draft={draft} {...(locked ? { locked } : {})} />
  );
  return (
    <div className="gh-form">
      {rest.map(row)}
      {sections.map((section) => {
        const shown = section.fields.filter((name) => names.includes(name));
        return shown.length === 0
          ? null
          : [
              <h2 key={section.title.en} className="section">
                {t(section.title)}
              </h2>,
              ...shown.map(row),
            ];
      })}
    </div>
  );
}
