import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { asTariff } from '#domain/fee/simple.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { Failed, ask, newKey } from '#kit/console/ask.ts';
import { Pop } from '#kit/console/floating.tsx';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import type { Draft } from '#kit/console/form.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { saveTariff } from '#areas/fee/model/rule-calls.ts';
import { CodeArea, show, typeInto } from './code-area.tsx';
import { layOut, placeOf, readJson } from './json-places.ts';
import { OutlineView } from './outline-view.tsx';
import { RuleFrame } from './rule-frame.tsx';
import type { EditorProps } from './simple-editor.tsx';
import { insertPart, parts, starters } from './tariff-parts.ts';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';
import { readTariff } from './tariff-text.ts';
import type { TextRead } from './tariff-text.ts';

const words = {
  code: text('规则内容（JSON）', 'The rule as JSON'),
  insert: text('插入部件', 'Insert block'),
  start: text('从样例开始', 'Start from an example'),
  format: text('排版', 'Format'),
  next: text('下一处错误', 'Next error'),
  keys: text('Alt+Shift+F 排版，F8 下一处错误', 'Alt+Shift+F formats, F8 next error'),
  repair: text('先改正错误再插入', 'Fix the errors first'),
};
const all = feeRule.fields as Fields;
const fields: Fields = { ruleName: all['ruleName']!, carModelId: { ...all['carModelId']!, within: 'parkId' } };

/** The rule as text; a new one begins with what the version before it says, the first of a car type with an example. */
const textOf = (rule: FeeRule | null | undefined): string =>
  layOut(rule ? (rule.form === 1 ? asTariff(rule) : rule) : starters[0]!.tariff);

/** What the buttons and keys do with the text. Each is one step of the browser's own undo. */
function useTextCommands(source: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const replace = (next: string, path?: string) => {
    const box = area.current!;
    typeInto(box, 0, box.value.length, next);
    const read = readJson(next);
    show(box, read.fault ? { from: 0, to: 0 } : path === undefined ? { from: 0, to: 0 } : placeOf(path, read.places));
  };
  const format = () => {
    const read = readJson(source);
    if (!read.fault) replace(layOut(read.value));
  };
  const insert = (part: (typeof parts)[number]) => {
    const put = insertPart(source, area.current!.selectionStart, part);
    if (put) replace(put.source, put.path);
  };
  return { area, replace, format, insert };
}

/** Sends the rule; what the server refuses of it stands beside the text. */
function useSaveTariff(row: VersionRow | undefined, draft: Draft, read: TextRead, readAt: unknown) {
  const { parkId, carTypeId } = useTariffPlace();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const save = async () => {
    const values = draft.check();
    if (!values || !read.tariff) return null;
    return (
      await ask<{ id: string }>(
        saveTariff,
        {
          ...values,
          parkId,
          carTypeId,
          tariff: read.tariff,
          ...(row ? { id: row.id, updatedAt: readAt } : {}),
        },
        { key: newKey(), quiet: true },
      )
    ).id;
  };
  const blame = (error: unknown) => {
    const found =
      error instanceof Failed
        ? error.problems.filter(({ field }) => field.startsWith('tariff')).map(({ msg }) => msg)
        : [];
    setRefused(found);
    return draft.blame(error) || found.length > 0;
  };
  return { refused, setRefused, save, blame };
}

type Fault = { readonly from: number; readonly to: number };

function showNextFault(area: HTMLTextAreaElement, faults: readonly Fault[]): void {
  const next = faults.find(({ from }) => from >= area.selectionEnd) ?? faults[0];
  if (next) show(area, next);
}

type ToolbarProps = {
  locked: boolean;
  broken: boolean;
  hasFaults: boolean;
  commands: Pick<ReturnType<typeof useTextCommands>, 'replace' | 'format' | 'insert'>;
  onNextFault: () => void;
};

function Toolbar({ locked, broken, hasFaults, commands, onNextFault }: ToolbarProps): ReactNode {
  const { t } = useWords();
  const { replace, format, insert } = commands;
  return (
    <div className="fr-buttons">
      {locked ? null : (
        <Pop
          label={t(words.insert)}
          button={
            <>
              <Icon name="plus" size={14} />
              {t(words.insert)}
            </>
          }
          items={parts.map((part) => ({
            key: part.name,
            label: t(part.label),
            disabled: broken,
            onPick: () => insert(part),
          }))}
        />
      )}
      {locked ? null : (
        <Pop
          label={t(words.start)}
          button={t(words.start)}
          items={starters.map(({ name, label, tariff }) => ({
            key: name,
            label: t(label),
            onPick: () => replace(layOut(tariff)),
          }))}
        />
      )}
      {locked ? null : (
        <button type="button" className="gh-btn" disabled={broken} onClick={format}>
          {t(words.format)}
        </button>
      )}
      {hasFaults ? (
        <button type="button" className="gh-btn" onClick={onNextFault}>
          {t(words.next)}
        </button>
      ) : null}
      <span className="gh-dim fr-hint">{t(broken ? words.repair : words.keys)}</span>
    </div>
  );
}

/** A rule in full: the language of tariffs as text, checked as one types, with what it says beside it. */
export function ExpertEditor({ row, onSaved }: EditorProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { parkId, versions } = useTariffPlace();
  const [first] = useState((): Record<string, unknown> => ({ ...firstValues(fields), ...row, parkId }));
  const draft = useDraft(fields, first, true);
  const [begun] = useState(() => textOf(row ? row.rule : versions.find(({ rule }) => rule !== null)?.rule));
  const [source, setSource] = useState(begun);
  const read = useMemo(() => readTariff(source), [source]);
  const { refused, setRefused, save, blame } = useSaveTariff(row, draft, read, first['updatedAt']);
  const commands = useTextCommands(source);
  const { area, replace, format } = commands;
  const locked = !may(row ? 'feeRule:edit' : 'feeRule:add');
  const faults = [
    ...read.faults.map(({ from, to, msg }) => ({ from, to, words: t(msg) })),
    ...refused.map((each) => ({ from: 0, to: 0, words: each })),
  ];

  const goToNextFault = () => showNextFault(area.current!, faults);
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const command =
      event.altKey && event.shiftKey && event.code === 'KeyF' ? format : event.key === 'F8' ? goToNextFault : null;
    if (!command) return;
    event.preventDefault();
    command();
  };
  const broken = readJson(source).fault !== undefined;
  return (
    <RuleFrame
      row={row}
      written={read.tariff ? { rule: read.tariff, problems: [] } : { problems: read.faults.map(({ msg }) => msg) }}
      dirty={draft.changed.length > 0 || source !== begun}
      save={save}
      blame={blame}
      onSaved={onSaved}
      brief
      onMend={locked ? undefined : (mended) => replace(layOut(mended))}
    >
      <FieldForm
        fields={fields}
        draft={draft}
        locked={(name) => locked || (name === 'carModelId' && row !== undefined)}
      />
      <Toolbar
        locked={locked}
        broken={broken}
        hasFaults={faults.length > 0}
        commands={commands}
        onNextFault={goToNextFault}
      />
      <div className="fr-pair">
        <CodeArea
          value={source}
          onChange={(next) => {
            setSource(next);
            setRefused([]);
          }}
          faults={faults}
          label={t(words.code)}
          readOnly={locked}
          area={area}
          onKey={onKey}
        />
        <OutlineView rule={read.tariff} />
      </div>
    </RuleFrame>
  );
}
