/**
 * Parts of a tariff that would mean nothing where they stand are refused, with their place, instead of being taken in
 * silence.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Meter, Scheme, Season, Tariff } from './form.ts';
import { checkTariff } from './tariff-grammar.ts';

const time: Meter = { id: 'time', again: 'day', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 500 }] };
const label = { zh: '测试', en: 'Test' };
const nth = { by: 'nth', of: { 1: 100 }, else: 200 };
const of = (scheme: Partial<Scheme>, frame: Partial<Tariff> = {}): Tariff => ({
  form: 2,
  ...frame,
  schemes: [{ meters: [time], ...scheme }],
});
const places = (tariff: Tariff): string[] => checkTariff(tariff).map(({ field }) => field);
const refused = (tariff: Tariff, ...fields: string[]): void => assert.deepEqual(places(tariff), fields);

test('a choice by nth is refused where nothing is counted', () => {
  const meter = (again: Meter['again']): Meter => ({ ...time, again, ladder: [{ unitMinutes: 60, fen: nth }] });
  refused(of({ meters: [meter('stay')] }), 'schemes[0].meters[0].ladder[0].fen.by');
  refused(of({ free: { minutes: nth, lost: true } }), 'schemes[0].free.minutes.by');
  refused(of({ after: [{ cap: nth, per: 'stay' }] }), 'schemes[0].after[0].cap.by');
  refused(
    of({ after: [{ atLeast: nth }, { times: nth }] }),
    'schemes[0].after[0].atLeast.by',
    'schemes[0].after[1].times.by',
  );
  refused(of({ after: [{ plus: nth, label }] }), 'schemes[0].after[0].plus.by');
  refused(
    of({ after: [{ cap: { by: 'vehicle', of: { small: nth }, else: 5 }, per: 'stay' }] }),
    'schemes[0].after[0].cap.of.small.by',
  );
  refused(
    of({
      meters: [meter('piece')],
      after: [
        { cap: nth, per: 'day' },
        { plus: nth, label, each: { from: '02:00' } },
        { complete: nth, per: 'day' },
      ],
    }),
  );
});

test('a choice by season needs seasons, and names those there are; kinds of days and numbers are those there can be', () => {
  const fen = (by: string, key: string): Partial<Scheme> => ({
    meters: [{ ...time, ladder: [{ unitMinutes: 60, fen: { by, of: { [key]: 1 }, else: 2 } }] }],
  });
  const seasons: Season[] = [{ id: 'high', months: [7] }];
  refused(of(fen('season', 'high')), 'schemes[0].meters[0].ladder[0].fen.by');
  refused(of(fen('season', 'hihg'), { seasons }), 'schemes[0].meters[0].ladder[0].fen.of.hihg');
  refused(of(fen('day', 'weekend')), 'schemes[0].meters[0].ladder[0].fen.of.weekend');
  refused(of(fen('nth', 'first')), 'schemes[0].meters[0].ladder[0].fen.of.first');
  refused(of(fen('season', 'high'), { seasons }));
  refused(of({}, { seasons: [{ id: 'high' }] }), 'seasons[0]');
  refused(of({}, { seasons: [{ id: 'high', from: '12-20' }] }), 'seasons[0].to');
});

test('a condition that asks for nothing is refused', () => {
  const when = (condition: object): Tariff => of({ when: [condition] });
  refused(when({}), 'schemes[0].when[0]');
  refused(when({ value: 'zone' }), 'schemes[0].when[0].value');
  refused(when({ is: ['remote'] }), 'schemes[0].when[0].is');
  refused(when({ atLeast: 5 }), 'schemes[0].when[0].atLeast');
  refused(when({ entry: {} }), 'schemes[0].when[0].entry');
  refused(when({ exit: { from: '09:00', toInclusive: true } }), 'schemes[0].when[0].exit.toInclusive');
  refused(when({ exit: { to: '09:00', fromExclusive: true } }), 'schemes[0].when[0].exit.fromExclusive');
  refused(when({ earlier: { per: 'day' } }), 'schemes[0].when[0].earlier');
  refused(when({ earlier: { per: 'piece', visitsAtLeast: 1 } }), 'schemes[0].when[0].earlier.per');
  refused(of({ after: [{ plus: 5, label, when: [{}] }] }), 'schemes[0].after[0].when[0]');
  refused(when({ entry: { to: '09:30:00', toInclusive: true }, earlier: { per: 'day', paidAtLeast: 500 } }));
});

test('lengths, spans and gifts that say nothing are refused', () => {
  refused(
    of({ free: { minutes: 5, lost: true, gifts: [{ value: 'spend', minutes: 60 }] } }),
    'schemes[0].free.gifts[0]',
  );
  refused(of({ free: { minutes: 5, lost: true, once: 'piece' } }), 'schemes[0].free.once');
  refused(of({ meters: [{ ...time, ladder: [{ fen: 500, round: 'down' }] }] }), 'schemes[0].meters[0].ladder[0].round');
  refused(of({ after: [{ cap: 500, per: { minutes: 1440, from: 'free' } }] }), 'schemes[0].after[0].per');
  refused(of({ after: [{ complete: 500, per: 'stay' }] }), 'schemes[0].after[0].per');
  refused(of({ after: [{ complete: 500, per: 'day', of: ['night'] }] }), 'schemes[0].after[0].of');
  refused(of({ after: [{ less: { paid: { minutes: 1440, from: 'free' } }, label }] }), 'schemes[0].after[0].less.paid');
  refused(of({}, { currency: 'XYZ' }), 'currency');
  refused(
    of(
      { free: { minutes: 30, lost: false }, after: [{ cap: 500, per: { minutes: 1440, from: 'free' } }] },
      { currency: 'JPY' },
    ),
  );
});
