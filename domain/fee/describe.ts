/** A rule in plain words: one line for people, one clause for each kind of bill line. */
import { describeTariff } from './describe-tariff.ts';
import type { AreaNames } from './describe-tariff.ts';
import type { FeeRule, SimpleRule } from './types.ts';
import { amountWords, minutesWords, perWords } from './words.ts';
import type { Words } from './words.ts';

function unitWords(rule: SimpleRule): Words {
  const amount = amountWords(rule.unitFen);
  const { zh, en } = perWords(rule.unitMinutes);
  return { zh: `${zh}${amount.zh}`, en: `${amount.en} ${en}` };
}

function firstWords(rule: SimpleRule): Words {
  const amount = amountWords(rule.firstFen ?? 0);
  const { zh, en } = minutesWords(rule.firstMinutes ?? 0);
  return { zh: `首${zh}${amount.zh}`, en: `first ${en} ${amount.en}` };
}

function capWords(rule: SimpleRule): Words {
  const { zh, en } = amountWords(rule.dayCapFen ?? 0);
  return rule.dayCapBasis === 'natural-day'
    ? { zh: `每日封顶${zh}`, en: `at most ${en} per day` }
    : { zh: `每24小时封顶${zh}`, en: `at most ${en} per 24 hours` };
}

function freeWords(rule: SimpleRule): Words {
  const { zh, en } = minutesWords(rule.freeMinutes);
  return { zh: `免费${zh}`, en: `${en} free` };
}

function visitWords(rule: SimpleRule): Words {
  const { zh, en } = amountWords(rule.perVisitFen ?? 0);
  return { zh: `每次${zh}`, en: `${en} per visit` };
}

/**
 * The whole rule in one line: 免费15分钟，首1小时5.00元，之后每30分钟2.00元，每日封顶30.00元. `areaNames`: where a rule names areas by their
 * ids.
 */
export function describeRule(rule: FeeRule, areaNames?: AreaNames): Words {
  return rule.form === 1 ? describeSimple(rule) : describeTariff(rule, areaNames);
}

function describeSimple(rule: SimpleRule): Words {
  const parts: Words[] = [];
  if (rule.freeMinutes > 0) {
    const free = freeWords(rule);
    parts.push(
      rule.freeMinutesCounted
        ? { zh: `${free.zh}（超出后从入场起计费）`, en: `${free.en} (charged from entry once exceeded)` }
        : free,
    );
  }
  if (rule.perVisitFen !== undefined) parts.push(visitWords(rule));
  else {
    const first = rule.firstMinutes !== undefined;
    const unit = unitWords(rule);
    if (first) parts.push(firstWords(rule));
    parts.push(first ? { zh: `之后${unit.zh}`, en: `then ${unit.en}` } : unit);
    if (!rule.roundUp) parts.push({ zh: '不足一个单元不计', en: 'unfinished units not charged' });
    if (rule.dayCapFen !== undefined) parts.push(capWords(rule));
  }
  const en = parts.map((part) => part.en).join(', ');
  return { zh: parts.map((part) => part.zh).join('，'), en: en.charAt(0).toUpperCase() + en.slice(1) };
}
