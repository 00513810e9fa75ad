import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import type { ReplayAnswer, ReplaySum } from '#domain/fee/replay.ts';
import { showPlate } from '#domain/plate/plate.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { askBlob, download, wordsOf } from '#kit/console/ask.ts';
import { change, number, wallTime } from '#kit/declare/format.ts';
import { LazyChart } from '#kit/console/lazy-chart.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { replayCauses, replayExport } from '#areas/fee/model/replay.ts';
import type { ReplayRun } from '#areas/fee/model/replay.ts';
import { useTariffPlace } from './tariff-place.ts';

const words = {
  of: text('V{n} {name}，{from} 至 {to} 出场', 'V{n} {name}, exits {from} to {to}'),
  seen: text('停车', 'Stays'),
  priced: text('重算', 'Repriced'),
  billed: text('原应收（元）', 'Billed (CNY)'),
  now: text('按本规则（元）', 'By this rule (CNY)'),
  differ: text('差额（元）', 'Difference (CNY)'),
  more: text('多付', 'Pays more'),
  less: text('少付', 'Pays less'),
  same: text('不变', 'Unchanged'),
  hours: text('按出场小时', 'By the hour of the exit'),
  classes: text('按车型', 'By car model'),
  model: text('车型', 'Car model'),
  lot: text('车场', 'Car park'),
  unknown: text('未知', 'Unknown'),
  lots: text('按车场', 'By car park'),
  most: text('变化最大的账单', 'Bills with the largest change'),
  plate: text('车牌', 'Plate'),
  in: text('入场', 'In'),
  at: text('计价', 'Priced at'),
  cause: text('例外原因', 'Exception'),
  exceptions: text('例外', 'Exceptions'),
  none: text('没有例外', 'No exceptions'),
  exactly: text('与当时的账单完全一致', 'Identical to the actual bills'),
  export: text('导出差异 {format}', 'Export the differences, {format}'),
};

function SumTable({
  title,
  head,
  sums,
  nameOf,
}: {
  title: Text;
  head: Text;
  sums: readonly ReplaySum[];
  nameOf: (key: string) => string;
}): ReactNode {
  const { t, lang } = useWords();
  return (
    <div className="fr-scroll" role="region" aria-label={t(title)} tabIndex={0}>
      <table className="fr-bill">
        <thead>
          <tr>
            <th scope="col">{t(head)}</th>
            {[words.priced, words.billed, words.now, words.differ].map((each) => (
              <th key={each.en} scope="col" className="num">
                {t(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ key, stays, billedFen, newFen }) => (
            <tr key={key}>
              <td>{nameOf(key)}</td>
              <td className="num">{number(stays)}</td>
              <td className="num">{formatFen(billedFen, lang)}</td>
              <td className="num">{formatFen(newFen, lang)}</td>
              <td className={`num ${newFen < billedFen ? 'gh-minus' : ''}`}>{formatFen(newFen - billedFen, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tiles({ answer: { seen, total, more, less, same } }: { answer: ReplayAnswer }): ReactNode {
  const { t, lang } = useWords();
  const share = (stays: number) => (total.stays === 0 ? '' : ` · ${((stays / total.stays) * 100).toFixed(1)}%`);
  const moved = change(total.newFen, total.billedFen, lang, (fen) => formatFen(fen, lang));
  const tiles: [Text, string][] = [
    [words.seen, number(seen)],
    [words.priced, number(total.stays)],
    [words.billed, formatFen(total.billedFen, lang)],
    [words.now, formatFen(total.newFen, lang)],
    [words.differ, `${formatFen(total.newFen - total.billedFen, lang)}${moved ? ` · ${moved}` : ''}`],
    [words.more, `${number(more.stays)}${share(more.stays)}`],
    [words.less, `${number(less.stays)}${share(less.stays)}`],
    [words.same, `${number(same.stays)}${share(same.stays)}`],
  ];
  return (
    <dl className="gh-tiles fr-tiles">
      {tiles.map(([label, value]) => (
        <div key={label.en}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Bills({ run: { names, plates }, answer: { most } }: { run: ReplayRun; answer: ReplayAnswer }): ReactNode {
  const { t, lang } = useWords();
  const { zone } = useTariffPlace();
  const at = (instant: number) => wallTime(new Date(instant).toISOString(), zone);
  return (
    <div className="fr-scroll" role="region" aria-label={t(words.most)} tabIndex={0}>
      <table className="fr-bill" data-most>
        <thead>
          <tr>
            {[words.plate, words.in, words.at].map((each) => (
              <th key={each.en} scope="col">
                {t(each)}
              </th>
            ))}
            {[words.billed, words.now, words.differ].map((each) => (
              <th key={each.en} scope="col" className="num">
                {t(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {most.map(({ id, lot, inAt, pricedAt, billedFen, newFen }) => (
            <tr key={id}>
              <td className="fr-plate">
                {showPlate(plates[id] ?? '')}
                <small className="gh-dim"> {names[lot] ?? ''}</small>
              </td>
              <td className="fr-time">{at(inAt)}</td>
              <td className="fr-time">{at(pricedAt)}</td>
              <td className="num">{formatFen(billedFen, lang)}</td>
              <td className="num">{formatFen(newFen, lang)}</td>
              <td className={`num ${newFen < billedFen ? 'gh-minus' : ''}`}>{formatFen(newFen - billedFen, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Exceptions({ run: { plates }, answer: { exceptions } }: { run: ReplayRun; answer: ReplayAnswer }): ReactNode {
  const { t, lang } = useWords();
  return (
    <div className="fr-scroll" role="region" aria-label={t(words.exceptions)} tabIndex={0}>
      <table className="fr-bill" data-exceptions>
        <thead>
          <tr>
            <th scope="col">{t(words.cause)}</th>
            <th scope="col" className="num">
              {t(words.seen)}
            </th>
            <th scope="col" className="num">
              {t(words.billed)}
            </th>
            <th scope="col">{t(words.plate)}</th>
          </tr>
        </thead>
        <tbody>
          {exceptions.map(({ cause, stays, billedFen, examples }) => (
            <tr key={cause}>
              <td>{t(replayCauses[cause])}</td>
              <td className="num">{number(stays)}</td>
              <td className="num">{formatFen(billedFen, lang)}</td>
              <td>{examples.flatMap((id) => (plates[id] ? [showPlate(plates[id])] : [])).join('  ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a replay found: revenue before and after, who pays more, which bills change most, and what stands apart. */
export function ReplayAnswerView({ run, answer }: { run: ReplayRun; answer: ReplayAnswer }): ReactNode {
  const { t } = useWords();
  const { zone } = useTariffPlace();
  const { request, names } = run;
  const title = t(words.of)
    .replace('{n}', String(request.version))
    .replace('{name}', request.ruleName)
    .replace('{from}', wallTime(request.from, zone).slice(0, 16))
    .replace('{to}', wallTime(request.to, zone).slice(0, 16));
  const nameOf = (key: string) => names[key] ?? key;
  const out = (format: 'xlsx' | 'csv') =>
    askBlob(replayExport.path, { run: run.run, format }, { quiet: true }).then(
      (blob) => download(blob, `${request.ruleName}-V${request.version}.${format}`),
      (error: unknown) => notify.error(wordsOf(error)),
    );
  return (
    <div data-replayed>
      <p className="gh-dim">{title}</p>
      <Tiles answer={answer} />
      {!request.draft && answer.more.stays + answer.less.stays === 0 && answer.total.stays > 0 ? (
        <p className="fr-verdict">{t(words.exactly)}</p>
      ) : null}
      <div className="fr-buttons">
        {(['xlsx', 'csv'] as const).map((format) => (
          <button key={format} type="button" className="gh-btn" onClick={() => void out(format)}>
            {t(words.export).replace('{format}', format.toUpperCase())}
          </button>
        ))}
      </div>
      <h2>{t(words.hours)}</h2>
      <LazyChart
        kind="bar"
        title={t(words.hours)}
        labels={answer.byHour.map(({ key }) => key)}
        series={[
          { name: t(words.billed), values: answer.byHour.map(({ billedFen }) => billedFen) },
          { name: t(words.now), values: answer.byHour.map(({ newFen }) => newFen) },
        ]}
        format={(fen) => (fen / 100).toFixed(2)}
      />
      <h2>{t(words.classes)}</h2>
      <SumTable
        title={words.classes}
        head={words.model}
        sums={answer.byCarClass}
        nameOf={(key) => key || t(words.unknown)}
      />
      {answer.byLot.length > 1 ? (
        <>
          <h2>{t(words.lots)}</h2>
          <SumTable title={words.lots} head={words.lot} sums={answer.byLot} nameOf={nameOf} />
        </>
      ) : null}
      {answer.most.length > 0 ? (
        <>
          <h2>{t(words.most)}</h2>
          <Bills run={run} answer={answer} />
        </>
      ) : null}
      <h2>{t(words.exceptions)}</h2>
      {answer.exceptions.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <Exceptions run={run} answer={answer} />
      )}
    </div>
  );
}
