/** What a row is drawn with, and where the selected one lies. */
import { useState } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { MOST_IN_ROW } from '#domain/guidance/rows.ts';
import type { Pen, Row } from '#domain/guidance/rows.ts';
import { spaceKinds } from '../model/words.ts';

const words = {
  count: text('车位数', 'Spaces'),
  width: text('宽（米）', 'Width (m)'),
  length: text('长（米）', 'Length (m)'),
  prefix: text('前缀', 'Prefix'),
  first: text('首号', 'First number'),
  order: text('编号方向', 'Numbers rise'),
  along: text('沿画线方向', 'Along the line'),
  against: text('逆画线方向', 'Against the line'),
  side: text('位于线的', 'Side of the line'),
  right: text('右侧', 'Right'),
  left: text('左侧', 'Left'),
  kind: text('类型', 'Kind'),
  x: text('起点横（米）', 'Starts across (m)'),
  y: text('起点纵（米）', 'Starts down (m)'),
  angle: text('角度', 'Angle'),
};

type Limits = { readonly min: number; readonly max: number; readonly step: number };
const NUMBERS: Readonly<Record<'width' | 'length' | 'count' | 'x' | 'y' | 'angle', Limits>> = {
  width: { min: 1, max: 20, step: 0.1 },
  length: { min: 1, max: 30, step: 0.1 },
  count: { min: 1, max: MOST_IN_ROW, step: 1 },
  x: { min: 0, max: 2_000, step: 0.1 },
  y: { min: 0, max: 2_000, step: 0.1 },
  angle: { min: -180, max: 180, step: 1 },
};

/** What is being typed stays as it is typed, while only what the field takes goes on. */
function useTyped(value: string, onText: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
      setTyped(target.value);
      onText(target.value);
    },
    onBlur: (): void => setTyped(null),
  };
}

function NumberInput({
  label,
  name,
  value,
  onValue,
}: {
  label: Text;
  name: keyof typeof NUMBERS;
  value: number;
  onValue: (value: number) => void;
}): ReactNode {
  const { t } = useWords();
  const { min, max, step } = NUMBERS[name];
  const typed = useTyped(String(value), (digits) => {
    const next = digits === '' ? Number.NaN : Number(digits);
    if (next >= min && next <= max && (step < 1 || Number.isInteger(next))) onValue(next);
  });
  return (
    <label>
      {t(label)}
      <input className="gh-input" type="number" min={min} max={max} step={step} {...typed} />
    </label>
  );
}

function Choice<K extends string>({
  label,
  value,
  options,
  onValue,
}: {
  label: Text;
  value: K;
  options: Readonly<Record<K, Text>>;
  onValue: (value: K) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <label>
      {t(label)}
      <select className="gh-input" value={value} onChange={({ target }) => onValue(target.value as K)}>
        {(Object.keys(options) as K[]).map((key) => (
          <option key={key} value={key}>
            {t(options[key])}
          </option>
        ))}
      </select>
    </label>
  );
}

/** `row` is the selected one; without it the form is about the next that is drawn. */
export function RowForm({
  pen,
  row,
  onPen,
  onRow,
}: {
  pen: Pen;
  row: Row | null;
  onPen: (values: Partial<Pen>) => void;
  onRow: (values: Partial<Row>) => void;
}): ReactNode {
  const { t } = useWords();
  const now = row ?? pen;
  const set = row ? onRow : onPen;
  const first = useTyped(now.first, (digits) => {
    if (/^\d{1,6}$/.test(digits)) set({ first: digits });
  });
  return (
    <div className="gd-row-form">
      {row ? (
        <NumberInput label={words.count} name="count" value={row.count} onValue={(count) => onRow({ count })} />
      ) : null}
      <NumberInput label={words.width} name="width" value={now.width} onValue={(width) => set({ width })} />
      <NumberInput label={words.length} name="length" value={now.length} onValue={(length) => set({ length })} />
      <label>
        {t(words.prefix)}
        <input
          className="gh-input"
          maxLength={12}
          value={now.prefix}
          onChange={({ target }) => set({ prefix: target.value })}
        />
      </label>
      <label>
        {t(words.first)}
        <input className="gh-input" inputMode="numeric" {...first} />
      </label>
      <Choice
        label={words.order}
        value={now.reversed ? 'against' : 'along'}
        options={{ along: words.along, against: words.against }}
        onValue={(order) => set({ reversed: order === 'against' })}
      />
      <Choice
        label={words.side}
        value={now.side}
        options={{ right: words.right, left: words.left }}
        onValue={(side) => set({ side })}
      />
      <Choice label={words.kind} value={now.kind} options={spaceKinds} onValue={(kind) => set({ kind })} />
      {row ? (
        <>
          <NumberInput label={words.x} name="x" value={row.x} onValue={(x) => onRow({ x })} />
          <NumberInput label={words.y} name="y" value={row.y} onValue={(y) => onRow({ y })} />
          <NumberInput label={words.angle} name="angle" value={row.angle} onValue={(angle) => onRow({ angle })} />
        </>
      ) : null}
    </div>
  );
}
