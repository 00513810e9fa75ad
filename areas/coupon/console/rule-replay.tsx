import type { ReactNode } from 'react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Replay } from '#domain/coupon/replay.ts';
import { formatFen } from '#domain/money/fen.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { replayOfRule } from '../model/calls.ts';

const words = {
  title: text('按已付账单试算', 'Replay over paid bills'),
  help: text(
    '假设每张已付账单都用一张券，直到张数或预算用完。每人限领按会员或领过券的手机号计，不知道手机号的一车算一人；减免时长按该车的收费标准重新计价。不改动任何数据。',
    'As if each paid bill had used one coupon until coupons or budget run out. The limit per person counts phones of members and of earlier claims; a car without one counts as a person. Time off is priced by the tariff of each stay. Nothing is changed.',
  ),
  run: text('试算最近 {days} 天', 'Replay the last {days} days'),
  bills: text('账单', 'Bills'),
  used: text('会用券', 'Would use one'),
  unpriced: text('无法重新计价的账单', 'Bills that cannot be priced again'),
  plates: text('车辆', 'Vehicles'),
  off: text('车主少付', 'Drivers save'),
  bearer: text('承担方付', 'Bearer pays'),
  lot: text('车场让利', 'Car park gives up'),
  regulars: text('其中常来车辆（4次以上）', 'Of it for cars that came 4 times or more'),
  ends: text('用完于', 'Used up on'),
  lasts: text('未用完', 'Not used up'),
  most: text('变化最大的账单', 'Bills that change most'),
  order: text('订单号', 'Order'),
  fee: text('停车费', 'Fee'),
};
const SPANS = [7, 30, 90];

function Answer({ answer }: { answer: Replay }): ReactNode {
  const { t } = useWords();
  const facts = [
    [words.bills, answer.bills],
    [words.used, answer.used],
    ...(answer.unpriced > 0 ? [[words.unpriced, answer.unpriced] as const] : []),
    [words.plates, answer.plates],
    [words.off, formatFen(answer.offFen)],
    [words.bearer, formatFen(answer.bearerFen)],
    [words.lot, formatFen(answer.lotFen)],
    [words.regulars, formatFen(answer.regulars.offFen)],
    [words.ends, answer.endsOn ?? t(words.lasts)],
  ] as const;
  return (
    <>
      <dl className="gh-facts">
        {facts.map(([label, value]) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {answer.most.length === 0 ? null : (
        <WideFrame>
          <table className="gh-bill" aria-label={t(words.most)}>
            <caption>{t(words.most)}</caption>
            <thead>
              <tr>
                <th scope="col">{t(words.order)}</th>
                <th scope="col" className="num">
                  {t(words.fee)}
                </th>
                <th scope="col" className="num">
                  {t(words.off)}
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.most.map(({ id, feeFen, offFen }) => (
                <tr key={id}>
                  <td>{id}</td>
                  <td className="num">{formatFen(feeFen)}</td>
                  <td className="num">{formatFen(offFen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </WideFrame>
      )}
    </>
  );
}

/** What the rule would have cost over the last weeks. */
export function RuleReplay({ ruleId }: { ruleId: string }): ReactNode {
  const { t } = useWords();
  const [days, setDays] = useState<number | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [replayOfRule.name, ruleId, days],
    enabled: days !== null,
    queryFn: ({ signal }) => ask<Replay>(replayOfRule, { ruleId, days }, { signal, quiet: true }),
  });
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      <p className="gh-dim">{t(words.help)}</p>
      <p className="gh-tools">
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            className="gh-btn"
            aria-pressed={span === days}
            disabled={isFetching}
            onClick={() => setDays(span)}
          >
            {t(fill(words.run, { days: span }))}
          </button>
        ))}
      </p>
      {isFetching ? <span className="gh-spin" /> : null}
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data && !isFetching && !error ? <Answer answer={data} /> : null}
    </section>
  );
}
