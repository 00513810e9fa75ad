/** What the calls that price and check tariffs answer, as JSON Schema for the documents. */
import type { JsonSchema } from '#kit/declare/call.ts';
import { LAWS } from '#domain/fee/lint-types.ts';

const string: JsonSchema = { type: 'string' };
const fen: JsonSchema = { type: 'integer', description: '分 / fen, or the smallest unit of the currency' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const orNull = ({ type, ...schema }: JsonSchema): JsonSchema => ({ ...schema, type: [type, 'null'] });
const object = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const line = object(
  {
    from: time,
    to: time,
    kind: {
      type: 'string',
      enum: ['free', 'time', 'flat', 'covered', 'cap', 'minimum', 'extra', 'derate', 'prepaid', 'waived', 'rounding'],
    },
    units: { type: 'integer' },
    unitFen: fen,
    amountFen: fen,
    clause: string,
    ref: string,
  },
  ['units', 'unitFen', 'ref'],
);

/** A trial: its sums and lines. */
export const trialAnswer = object({
  FeeRuleID: orNull(string),
  ruleName: orNull(string),
  version: orNull({ type: 'integer' }),
  status: string,
  description: string,
  currency: { type: 'string', description: 'ISO 4217' },
  zone: string,
  inTime: time,
  outTime: time,
  minutes: { type: 'integer' },
  totalFen: { ...fen, description: '出场应补 / still due' },
  receivableFen: fen,
  prepaidFen: fen,
  waivedFen: fen,
  surplusFen: fen,
  lineCount: { type: 'integer' },
  summarised: { type: 'boolean' },
  lines: { type: 'array', items: line },
});

const shown = { inTime: time, outTime: time, fen: orNull(fen) };
const example = object(
  {
    ...shown,
    others: { type: 'array', items: object(shown) },
    carKind: string,
    area: string,
    values: { type: 'object', additionalProperties: { type: ['string', 'integer'] } },
    calendar: { type: 'object' },
  },
  ['carKind', 'area', 'values', 'calendar'],
);

/** What a check of a tariff finds: each law, whether it holds, and the stay that shows it. */
export const lintAnswer = object({
  zone: string,
  findings: {
    type: 'array',
    items: object(
      {
        law: { type: 'string', enum: LAWS },
        where: { ...string, description: 'schemes[0].after[1]' },
        ok: { enum: [true, false, 'unknown'] },
        severity: { type: 'string', enum: ['error', 'warning', 'note'] },
        words: string,
        aside: { type: 'string', enum: ['free-time'] },
        counterExample: example,
        example,
        searched: object(
          { by: { type: 'string', enum: ['form', 'search'] }, stays: { type: 'integer' }, hours: { type: 'number' } },
          ['hours'],
        ),
      },
      ['aside', 'counterExample', 'example'],
    ),
  },
});
