/** Whole tariffs to start the plain form from: as the commonest ones are published. Money in fen. */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export type SimpleStarter = {
  readonly name: string;
  readonly label: Text;
  readonly values: Readonly<Record<string, number | boolean | string | null>>;
};

/** What an example does not say is empty: nothing of what stood there before is left over. */
const empty = {
  freeMinutes: null,
  freeMinutesCounted: false,
  firstMinutes: null,
  firstFee: null,
  unitMinutes: 60,
  unitFee: null,
  roundUp: true,
  dayMaxFee: null,
  dayCapBasis: 'natural-day',
  perVisitFee: null,
} as const;

const starter = (name: string, label: Text, values: SimpleStarter['values']): SimpleStarter => ({
  name,
  label,
  values: { ...empty, ...values },
});

export const simpleStarters: readonly SimpleStarter[] = [
  starter('hourly', text('按时计费，每日封顶', 'By the hour, with a daily cap'), {
    freeMinutes: 15,
    freeMinutesCounted: true,
    firstMinutes: 60,
    firstFee: 1000,
    unitMinutes: 30,
    unitFee: 300,
    dayMaxFee: 5000,
  }),
  starter('plain', text('每小时一价，24小时封顶', 'One price for each hour, each 24 hours capped'), {
    freeMinutes: 30,
    unitMinutes: 60,
    unitFee: 500,
    dayMaxFee: 3000,
    dayCapBasis: 'rolling-24h',
  }),
  starter('quarter', text('每15分钟计费，每日封顶', 'By the quarter of an hour, with a daily cap'), {
    freeMinutes: 15,
    unitMinutes: 15,
    unitFee: 150,
    dayMaxFee: 4000,
  }),
  starter('visit', text('按次收费', 'One price for a visit'), {
    freeMinutes: 15,
    unitFee: 0,
    perVisitFee: 500,
  }),
];
