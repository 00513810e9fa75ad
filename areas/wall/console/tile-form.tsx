import { useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { applies, image, integer, longText, multiSelect, relation, select, str } from '#kit/declare/field.ts';
import type { Field, Fields, Options } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { InputOf, isFull } from '#kit/console/inputs.tsx';
import { useWords } from '#kit/console/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import {
  MOST_DAYS,
  MOST_MEASURES,
  firstMeasures,
  hasMeasures,
  leastSizeOf,
  nowFigures,
  ofReport,
  runsOver,
  tileKinds,
} from '../model/tiles.ts';
import type { OfferedReport, Tile } from '../model/tiles.ts';

const words = {
  title: text('标题', 'Title'),
  titleEn: text('英文标题', 'English title'),
  report: text('报表', 'Report'),
  measures: text('指标', 'Figures'),
  by: text('按', 'Over'),
  days: text('最近天数', 'Days back'),
  today: text('1 为今天', '1 is today'),
  words: text('文字', 'Text'),
  remove: text('删除图块', 'Remove the tile'),
  place: text('第 {x} 列第 {y} 行，{w} × {h}', 'Column {x}, row {y}, {w} × {h}'),
  own: text('留空用报表名称', 'Empty for the name of the report'),
  least: text('至少 {w} × {h}', 'at least {w} × {h}'),
  park: text('车场', 'Car park'),
  lane: text('车道', 'Lane'),
  laneHelp: text(
    '显示最近一辆车的图片。图上有车牌，路过的人都能看到；仅限可看完整车牌的人使用。',
    'Shows the picture of the last car. Its plate is seen by whoever walks by; only people who may see plates in full can use it.',
  ),
  picture: text('图片', 'Picture'),
  pictureHelp: text('公告、标志或平面图，最大 10 MB', 'A notice, logo or plan, at most 10 MB'),
};

type Named = readonly { readonly name: string; readonly label: string }[];
const choices = (of: Named): Options => Object.fromEntries(of.map(({ name, label }) => [name, text(label, label)]));

const figures: Options = Object.fromEntries(Object.entries(nowFigures).map(([name, { label }]) => [name, label]));

/** The settings of a tile, by its kind and report. */
function fieldsFor({ kind, report: name }: Tile, reports: readonly OfferedReport[]): Fields {
  const chosen = reports.find((each) => each.name === name);
  const offered = reports.filter(({ charted }) => kind !== 'chart' || charted);
  const names = choices(offered.map((each) => ({ name: each.name, label: each.title })));
  return {
    ...(kind === 'clock'
      ? {}
      : { title: str(words.title, { max: 40, ...(ofReport(kind) ? { help: words.own } : {}) }) }),
    ...(kind === 'clock' ? {} : { titleEn: str(words.titleEn, { max: 60 }) }),
    ...(ofReport(kind) ? { report: select(words.report, names, { required: true }) } : {}),
    ...(hasMeasures(kind) && chosen ? { measures: multiSelect(words.measures, choices(chosen.measures)) } : {}),
    ...(kind === 'now' ? { measures: multiSelect(words.measures, figures) } : {}),
    ...(runsOver(kind) && chosen ? { by: select(words.by, choices(chosen.dimensions), { required: true }) } : {}),
    ...(ofReport(kind) ? { days: integer(words.days, { min: 1, max: MOST_DAYS, help: words.today }) } : {}),
    ...(kind === 'camera'
      ? {
          parkId: relation(words.park, () => park, { required: true }),
          gateId: relation(words.lane, () => parkGate, { required: true, within: 'parkId', help: words.laneHelp }),
        }
      : {}),
    ...(kind === 'picture' ? { picture: image(words.picture, { required: true, help: words.pictureHelp }) } : {}),
    ...(kind === 'text' ? { words: longText(words.words, { max: 500 }) } : {}),
  };
}

/** Another report has other figures: the first of them and the first thing it runs over stand for a beginning. */
function changed(tile: Tile, name: string, value: unknown, reports: readonly OfferedReport[]): Tile {
  if (name === 'parkId') return { ...tile, parkId: String(value ?? ''), gateId: '' };
  if (name !== 'report') {
    const kept = name === 'measures' ? ((value as string[] | null) ?? []).slice(0, MOST_MEASURES) : value;
    return { ...tile, [name]: kept ?? (name === 'days' ? 1 : '') };
  }
  const chosen = reports.find((each) => each.name === value);
  return {
    ...tile,
    report: String(value ?? ''),
    measures: firstMeasures(tile.kind, chosen),
    by: runsOver(tile.kind) ? (chosen?.dimensions[0]?.name ?? '') : '',
  };
}

type RowProps = {
  readonly name: string;
  readonly field: Field;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (value: unknown) => void;
};

function Row({ name, field, values, onChange }: RowProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  return (
    <div className={`gh-field ${isFull(field) ? 'full' : ''}`} data-field={name}>
      <label className="label" htmlFor={id}>
        {t(field.label)}
      </label>
      <InputOf
        field={field}
        id={id}
        value={values[name] === '' && field.target ? null : values[name]}
        onChange={onChange}
        among={values}
        disabled={false}
        invalid={false}
        describedBy={field.help ? `${id}-note` : undefined}
      />
      <div className="foot" id={`${id}-note`}>
        <span className="hint">{field.help ? t(field.help) : null}</span>
      </div>
    </div>
  );
}

type Props = {
  readonly tile: Tile;
  readonly reports: readonly OfferedReport[];
  readonly onChange: (change: (tile: Tile) => Tile) => void;
  readonly onRemove: () => void;
};

/** One tile of the draft: what it shows, and where it lies. */
export function TileForm({ tile, reports, onChange, onRemove }: Props): ReactNode {
  const { t } = useWords();
  const fields = useMemo(() => fieldsFor(tile, reports), [tile, reports]);
  const values: Readonly<Record<string, unknown>> = { ...tile };
  const { x, y, w, h } = tile;
  const [least, lowest] = leastSizeOf(tile.kind);
  const place = [
    t(fill(words.place, { x: x + 1, y: y + 1, w, h })),
    t(fill(words.least, { w: least, h: lowest })),
  ].join(' · ');
  return (
    <section>
      <h2 className="gh-group">{t(tileKinds[tile.kind])}</h2>
      <p className="gh-dim" aria-live="polite">
        {place}
      </p>
      <div className="gh-form">
        {Object.entries(fields)
          .filter(([, field]) => applies(field, values))
          .map(([name, field]) => (
            <Row
              key={name}
              name={name}
              field={field}
              values={values}
              onChange={(value) => onChange((held) => changed(held, name, value, reports))}
            />
          ))}
      </div>
      <button type="button" className="gh-btn danger" onClick={onRemove}>
        {t(words.remove)}
      </button>
    </section>
  );
}
