/** A full description of a tariff, part by part, for its author: every number, every time it holds, every condition. */
import { capital } from './clauses.ts';
import { eventWords } from './events.ts';
import {
  EDGES,
  againWords,
  maxPaidWords,
  freeWords,
  noNames,
  rungWords,
  seasonWords,
  stepWords,
  whenWords,
  windowWords,
} from './describe-tariff.ts';
import type { AreaNames } from './describe-tariff.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { asTariff } from './simple.ts';
import type { FeeRule } from './types.ts';
import { minutesWords } from './words.ts';
import type { Words } from './words.ts';

/** One part of a tariff: the frame, a scheme, a meter, or what follows the meters. */
export type Part = { readonly title: Words; readonly lines: readonly Words[] };

const say = (zh: string, en: string): Words => ({ zh, en });

function meterPart(
  { id, label, windows, free, again, edge, ladder }: Meter,
  alone: boolean,
  areaNames: AreaNames,
  currency: string | undefined,
): Part {
  const name = label ?? (alone ? say('计费', 'Charge') : say(id, id));
  const times = windows?.map((window) => windowWords(window, areaNames)) ?? [say('全部时间', 'all time')];
  return {
    title: say(
      `${name.zh}（${times.map(({ zh }) => zh).join('；')}）`,
      `${name.en} (${times.map(({ en }) => en).join('; ')})`,
    ),
    lines: [
      ...(free ? [freeWords(free)] : []),
      ...ladder.map((rung, nth) => rungWords(rung, nth, currency)),
      againWords(again),
      ...(windows ? [EDGES[edge]] : []),
    ].map(capital),
  };
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Whether the meters leave no time of any day, wherever the car is: those that ask for nothing but the clock fill it.
 */
function fillDay(meters: readonly Meter[]): boolean {
  const spans = meters
    .flatMap(({ windows }) => windows ?? [{}])
    .flatMap(({ from = '00:00', to = '24:00', ...dayKinds }) => {
      const [begin, end] = [minuteOf(from), minuteOf(to)];
      if (Object.keys(dayKinds).length > 0) return [];
      return begin < end
        ? [[begin, end]]
        : [
            [0, end],
            [begin, 1440],
          ];
    });
  return (
    spans
      .toSorted(([a], [b]) => a! - b!)
      .reduce((filled, [begin, end]) => (begin! <= filled ? Math.max(filled, end!) : filled), 0) === 1440
  );
}

function schemeParts(
  { label, when, startsAt, maxStayMinutes, maxPaid, free, meters, otherwise, after = [] }: Scheme,
  nth: number,
  many: boolean,
  areaNames: AreaNames,
  currency: string | undefined,
): Part[] {
  const conditions = whenWords(when, areaNames, currency);
  const lines: Words[] = [];
  if (conditions) lines.push(say(`适用：${conditions.zh}`, `For: ${conditions.en}`));
  if (startsAt !== undefined)
    lines.push(say(`从“${eventWords(startsAt).zh}”开始计时`, `The clock starts at “${eventWords(startsAt).en}”`));
  if (free) lines.push(capital(freeWords(free)));
  if (maxStayMinutes !== undefined)
    lines.push(
      say(
        `最长停车${minutesWords(maxStayMinutes).zh}，超过则拒绝计费`,
        `At most ${minutesWords(maxStayMinutes).en}; longer stays have no price`,
      ),
    );
  if (maxPaid) lines.push(capital(maxPaidWords(maxPaid)));
  if (!fillDay(meters))
    lines.push(
      otherwise === 'refuse'
        ? say('其余时间未规定收费，拒绝计费', 'Other time has no price and is refused')
        : say('其余时间免费', 'Other time is free'),
    );
  const title = label ?? (many ? say(`方案${nth + 1}`, `Scheme ${nth + 1}`) : say('通则', 'In general'));
  return [
    ...(many || lines.length > 0 ? [{ title, lines }] : []),
    ...meters.map((meter) => meterPart(meter, meters.length === 1, areaNames, currency)),
    ...(after.length > 0
      ? [
          {
            title: say('最后', 'Finally'),
            lines: after.map((step) => capital(stepWords(step, meters, areaNames))),
          },
        ]
      : []),
  ];
}

function frameLines({ seasons = [], entryArea, leaveMinutes, choose, schemes }: Tariff, areaNames: AreaNames): Words[] {
  const entry = entryArea === undefined ? undefined : (areaNames.get(entryArea) ?? entryArea);
  return [
    ...(schemes.length > 1
      ? [
          choose === 'cheapest'
            ? say('适用的方案中取最便宜的', 'Of the schemes that fit, the cheapest holds')
            : say('第一个适用的方案为准', 'The first scheme that fits holds'),
        ]
      : []),
    ...seasons.map((season) => capital(seasonWords(season))),
    ...(entry === undefined ? [] : [say(`入场时在区域 ${entry}`, `A stay begins in area ${entry}`)]),
    ...(leaveMinutes === undefined
      ? []
      : [
          capital(
            say(
              `缴费后${minutesWords(leaveMinutes).zh}内离场`,
              `${minutesWords(leaveMinutes).en} to leave after a payment`,
            ),
          ),
        ]),
  ];
}

/** All of a rule, in its own order. A simple rule is described as the tariff it stands for. */
export function outline(rule: FeeRule, areaNames: AreaNames = noNames): Part[] {
  const tariff = rule.form === 1 ? asTariff(rule) : rule;
  const frame = frameLines(tariff, areaNames);
  return [
    ...(frame.length > 0 ? [{ title: tariff.label ?? say('总则', 'The whole'), lines: frame }] : []),
    ...tariff.schemes.flatMap((scheme, nth) =>
      schemeParts(scheme, nth, tariff.schemes.length > 1, areaNames, tariff.currency),
    ),
  ];
}
