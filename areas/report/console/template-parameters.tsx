import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { MOST_PARAMETERS, parameterKinds } from '../model/report-template.ts';
import { guessed, namesIn } from './template-draft.ts';
import type { DraftParameter } from './template-draft.ts';

const words = {
  title: text('参数', 'Parameters'),
  hint: text('语句中以 :名称 引用，执行时填写', 'Written :name in the statement, filled in when it is run'),
  add: text('添加参数', 'Add a parameter'),
  missing: text('从语句补全：{names}', 'Add from the statement: {names}'),
  name: text('名称', 'Name'),
  label: text('标签', 'Label'),
  labelEn: text('英文标签', 'Label in English'),
  kind: text('类型', 'Kind'),
  required: text('必填', 'Required'),
  remove: text('删除参数 {name}', 'Remove parameter {name}'),
};

type Props = {
  rows: readonly DraftParameter[];
  sql: string;
  problem: string | undefined;
  onChange: (rows: readonly DraftParameter[]) => void;
};

function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const { t } = useWords();
  return (
    <label>
      <span>{t(words.name)}</span>
      <input
        className="gh-input mono"
        value={value}
        maxLength={30}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

type LabelFieldProps = { title: Text; value: string; longest: number; onChange: (value: string) => void };

function LabelField({ title, value, longest, onChange }: LabelFieldProps): ReactNode {
  const { t } = useWords();
  return (
    <label>
      <span>{t(title)}</span>
      <input
        className="gh-input"
        value={value}
        maxLength={longest}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

type ParameterRowProps = {
  row: DraftParameter;
  onChange: (change: Partial<DraftParameter>) => void;
  onRemove: () => void;
};

function ParameterRow({ row, onChange, onRemove }: ParameterRowProps): ReactNode {
  const { t } = useWords();
  return (
    <div className="row" role="group" aria-label={`${t(words.title)} ${row.name}`}>
      <NameField value={row.name} onChange={(name) => onChange({ name })} />
      <LabelField title={words.label} value={row.label} longest={40} onChange={(label) => onChange({ label })} />
      <LabelField
        title={words.labelEn}
        value={row.labelEn}
        longest={60}
        onChange={(labelEn) => onChange({ labelEn })}
      />
      <label>
        <span>{t(words.kind)}</span>
        <select
          className="gh-input"
          value={row.kind}
          onChange={(event) => onChange({ kind: event.target.value as DraftParameter['kind'] })}
        >
          {Object.entries(parameterKinds).map(([key, label]) => (
            <option key={key} value={key}>
              {t(label)}
            </option>
          ))}
        </select>
      </label>
      <label className="tick">
        <input
          type="checkbox"
          checked={row.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />{' '}
        {t(words.required)}
      </label>
      <button
        type="button"
        className="gh-btn plain icon"
        aria-label={t(words.remove).replace('{name}', row.name)}
        title={t(words.remove).replace('{name}', row.name)}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** What a template asks for, one line each; names that the statement uses and nobody listed are offered. */
export function TemplateParameters({ rows, sql, problem, onChange }: Props): ReactNode {
  const { t } = useWords();
  const missing = namesIn(sql).filter((name) => !rows.some((row) => row.name === name));
  const set = (at: number, change: Partial<DraftParameter>) =>
    onChange(rows.map((row, nth) => (nth === at ? { ...row, ...change } : row)));
  return (
    <fieldset className="rt-parameters" data-field="parameters" data-wrong={problem ? '' : undefined}>
      <legend>
        {t(words.title)} <span className="gh-dim">{t(words.hint)}</span>
      </legend>
      {rows.map((row, at) => (
        <ParameterRow
          key={row.key}
          row={row}
          onChange={(change) => set(at, change)}
          onRemove={() => onChange(rows.filter((_, nth) => nth !== at))}
        />
      ))}
      <div className="doing">
        {missing.length > 0 ? (
          <button
            type="button"
            className="gh-btn"
            onClick={() => onChange([...rows, ...missing.map(guessed)].slice(0, MOST_PARAMETERS))}
          >
            <Icon name="plus" size={14} />
            {t(words.missing).replace('{names}', missing.map((name) => `:${name}`).join(' '))}
          </button>
        ) : null}
        {rows.length < MOST_PARAMETERS ? (
          <button type="button" className="gh-btn" onClick={() => onChange([...rows, guessed('')])}>
            <Icon name="plus" size={14} />
            {t(words.add)}
          </button>
        ) : null}
      </div>
      {problem ? (
        <p className="wrong" role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
