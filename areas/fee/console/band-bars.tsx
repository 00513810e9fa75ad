import type { ReactNode } from 'react';
import { DAY_NAMES } from '#domain/fee/day-names.ts';
import type { Band, DayBands, SchemeBands } from '#domain/fee/picture.ts';
import { amountWords, minutesWords } from '#domain/fee/words.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';

const words = {
  free: text('不计费', 'Free'),
  every: text('每天', 'Every day'),
  days: text('{kinds}（一年{n}天）', '{kinds} ({n} days a year)'),
  like: text('如 {day}', 'such as {day}'),
  scheme: text('方案{n}', 'Scheme {n}'),
};
const TONES = 6;

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** 每15分钟4.00元 of each rung. */
function priceOf({ ladder }: Band): Text {
  const prices = ladder.map(({ fen, unitMinutes, minutes, perMinutes }): Text => {
    const price = fen === null ? text('?', '?') : amountWords(fen);
    const length = perMinutes ?? unitMinutes ?? minutes;
    return length === undefined
      ? price
      : { zh: `${price.zh}/${minutesWords(length).zh}`, en: `${price.en} per ${minutesWords(length).en}` };
  });
  return { zh: prices.map(({ zh }) => zh).join('，'), en: prices.map(({ en }) => en).join(', ') };
}

function nameOf({ kinds, days, day }: DayBands, alone: boolean): Text {
  if (alone) return words.every;
  const dayNames = kinds.map((kind) => DAY_NAMES[kind]);
  const like = fill(words.like, { day });
  return fill(words.days, {
    kinds:
      dayNames.length > 0
        ? { zh: dayNames.map(({ zh }) => zh).join('、'), en: dayNames.map(({ en }) => en).join(', ') }
        : like,
    n: days,
  });
}

/**
 * A day as a bar for each kind of day: which price holds when. The words stand below, as they do not fit in narrow
 * bands.
 */
export function BandBars({ schemes }: { schemes: readonly SchemeBands[] }): ReactNode {
  const { t } = useWords();
  const meters = [
    ...new Set(
      schemes.flatMap(({ days }) =>
        days.flatMap(({ bands }) => bands.flatMap(({ meter }) => (meter === null ? [] : [meter]))),
      ),
    ),
  ];
  const tone = ({ meter }: Band): string => (meter === null ? 'none' : `tone-${(meters.indexOf(meter) % TONES) + 1}`);
  return (
    <div className="fr-bands">
      {schemes.map(({ label, days }, nth) => (
        <section key={nth}>
          {schemes.length > 1 ? <h3>{t(label ?? fill(words.scheme, { n: nth + 1 }))}</h3> : null}
          {days.map((each) => (
            <div key={each.day} className="day">
              <p>{t(nameOf(each, days.length === 1))}</p>
              <div className="bar" aria-hidden="true">
                {each.bands.map((band) => (
                  <i
                    key={band.from}
                    className={tone(band)}
                    style={{ left: `${band.from / 14.4}%`, width: `${(band.to - band.from) / 14.4}%` }}
                  />
                ))}
              </div>
              <ul>
                {each.bands.map((band) => (
                  <li key={band.from}>
                    <i className={tone(band)} />
                    <span className="gh-num">
                      {clock(band.from)}–{clock(band.to)}
                    </span>{' '}
                    {band.meter === null ? (
                      t(words.free)
                    ) : (
                      <>
                        {band.label ? `${t(band.label)} ` : ''}
                        {t(priceOf(band))}
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
