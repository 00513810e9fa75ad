import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import { steady } from './answers.ts';
import type { Answer, Hits } from './answers.ts';

const [inside, stays] = ['inside', 'stays'];
const plates = (key: string, ...labels: string[]): Hits => ({
  key,
  title: text(key, key),
  hits: labels.map((label) => ({ key: `${key} ${label}`, label, note: '', icon: 'car', address: `/${key}/${label}` })),
});
const answered = (hits: Hits): Answer => ({ ...hits, answered: true });
const open = (key: string): Answer => ({ ...plates(key), answered: false });
const shown = (answers: readonly Answer[], before: readonly Hits[], query: string, typed: string): string[] =>
  steady(answers, before, query, typed).flatMap(({ hits }) => hits.map(({ key }) => key));

test('nothing comes in above what is read: a list waits for those above it', () => {
  assert.deepEqual(shown([open(inside!), answered(plates(stays!, 'A12345'))], [], 'a12345', 'a12345'), []);
  assert.deepEqual(
    shown([answered(plates(inside!, 'A12345')), answered(plates(stays!, 'A12345'))], [], 'a12345', 'a12345'),
    ['inside A12345', 'stays A12345'],
  );
});

test('while more is typed, what was found stays as far as it still answers', () => {
  const found = [plates(inside!, '浙A12345', '浙A12399'), plates(stays!, '浙A12345')];
  assert.deepEqual(shown(found.map(answered), found, 'a123', 'a1234'), ['inside 浙A12345', 'stays 浙A12345']);
  assert.deepEqual(shown([open(inside!), open(stays!)], found, 'a1239', 'A·1239'), ['inside 浙A12399']);
  assert.deepEqual(shown(found.map(answered), found, 'a123', 'a'), []);
});

test('what a list itself found is shown, also where the words stand in no name', () => {
  assert.deepEqual(shown([answered(plates(inside!, '浙B00001'))], [], 'a123', 'a123'), ['inside 浙B00001']);
});
