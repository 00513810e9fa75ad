import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRule, sharedWords, wordsIn } from './keyword.ts';
import { bytesOf, cutTo, filled, linkText } from './reply.ts';

const rule = (id: string, scene: string, match: string, keyword: string | null, sort = 0) => ({
  id,
  scene,
  match,
  keyword,
  sort,
});
const rules = [
  rule('a', 'text', 'contains', '停车'),
  rule('b', 'text', 'exact', '停车费，缴费'),
  rule('c', 'text', 'prefix', '停车费'),
  rule('d', 'text', 'contains', '月租'),
  rule('e', 'text', 'contains', '办理月租', 9),
  rule('f', 'default', 'exact', null),
  rule('g', 'subscribe', 'exact', null),
  rule('h', 'click', 'exact', 'HELP'),
];
const chosen = (words: string) => {
  const found = chooseRule(rules, { scene: 'text', words });
  return found && `${found.rule.id} ${found.why}`;
};

test('the whole word comes first, then the longest beginning, then the longest word within, else the default', () => {
  assert.deepEqual(['停车费', ' 缴费 ', '停车费多少', '附近停车场', '怎么办理月租车', '你好'].map(chosen), [
    'b exact',
    'b exact',
    'c prefix',
    'a contains',
    'e contains',
    'f default',
  ]);
});

test('the smaller order wins between words that are equally good', () => {
  const two = [rule('x', 'text', 'contains', '发票', 5), rule('y', 'text', 'contains', '开票', 1)];
  assert.equal(chooseRule(two, { scene: 'text', words: '要发票还是开票' })?.rule.id, 'y');
});

test('a key of the menu and a new follower are answered by rules of their own alone', () => {
  assert.equal(chooseRule(rules, { scene: 'click', words: 'help' })?.rule.id, 'h');
  assert.equal(chooseRule(rules, { scene: 'click', words: '停车' }), null);
  assert.equal(chooseRule(rules, { scene: 'subscribe' })?.rule.id, 'g');
});

test('two rules for the same word are ambiguous', () => {
  assert.deepEqual(sharedWords(rule('z', 'text', 'exact', '缴费,退费'), rules), ['缴费']);
  assert.deepEqual(sharedWords(rule('z', 'text', 'contains', '缴费'), rules), []);
  assert.deepEqual(wordsIn('ＡＢ, c，，'), ['ab', 'c']);
});

test('answers are filled, cut at whole characters, and their links hold what they were given', () => {
  assert.equal(filled('请拨{hotline}{none}', { hotline: '400' }), '请拨400');
  assert.equal(cutTo('停车费', 7), '停车');
  assert.equal(bytesOf('停a'), 4);
  assert.equal(linkText('<b>', 'https://x.example/?a=1&b="'), '<a href="https://x.example/?a=1&amp;b=%22">＜b＞</a>');
});
