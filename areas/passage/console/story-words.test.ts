import { test } from 'node:test';
import assert from 'node:assert/strict';
import { CAUSES, REASONS } from '#domain/lane/words.ts';
import { changed, reasonWords, sentencesOf } from './story-words.ts';
import type { StoryEvent } from './story-words.ts';

const naming = {
  wall: (at: number) => new Date(at).toISOString().slice(0, 16),
  lane: (id: string) => ({ g1: '东入口', a1: '地下二层' })[id],
};
const event = (kind: string, detail: StoryEvent['detail']): StoryEvent => ({
  at: '2026-05-01T01:00:00Z',
  kind,
  title: { zh: '事', en: 'Event' },
  detail,
});
const zh = (it: StoryEvent) => sentencesOf(it, naming).map((words) => words.zh);

test('a decision shows its verdict and every reason', () => {
  assert.deepEqual(
    zh(
      event('decision', {
        verdict: 'charge',
        reasons: [
          { zh: '待缴费', en: 'Awaiting payment' },
          { zh: '找到在场记录', en: 'Open stay found' },
        ],
        offline: false,
      }),
    ),
    ['收费', '待缴费；找到在场记录'],
  );
  assert.equal(
    sentencesOf(event('decision', { verdict: 'open', reasons: [], offline: true }), naming)
      .map((words) => words.en)
      .join(),
    'Released,decided offline',
  );
});

test('a payment names its way and its sum, cash from a drawer included', () => {
  assert.deepEqual(zh(event('payment', { via: 'channel:wechat', amountFen: 1250 })), ['微信支付', '12.50 元']);
  assert.deepEqual(zh(event('payment', { via: 'drawer:7', amountFen: 5 })), ['现金', '0.05 元']);
  assert.deepEqual(zh(event('payment', { via: 'drawer:7', amountFen: 5, by: '王敏' })), [
    '现金',
    '0.05 元',
    '操作人：王敏',
  ]);
  assert.deepEqual(zh(event('payment', { via: 'drawer:lane:1', amountFen: 5, by: '脱机车道' })), [
    '现金',
    '0.05 元',
    '操作人：脱机车道',
  ]);
});

test('a failed try to pay shows how it ended', () => {
  assert.deepEqual(zh(event('attempt', { channel: 'alipay', amountFen: 800, state: 'failed' })), [
    '支付宝',
    '8.00 元',
    '失败',
  ]);
});

test('a refund names its way, its sum, how far it is, why and by whom', () => {
  assert.deepEqual(
    zh(event('refund', { payType: 'cash', amountFen: 300, status: 'refunded', by: '李丽', reason: '多收' })),
    ['现金', '3.00 元', '已退款', '原因：多收', '操作人：李丽'],
  );
});

test('a discount names its shop and rule, what became of it, what it took off, and who gave it', () => {
  assert.deepEqual(
    zh(event('derate', { seller: '云汇咖啡', rule: '停一小时', by: '王芳', status: 'used', benefitFen: 500 })),
    ['云汇咖啡 · 停一小时', '已使用', '抵扣：5.00 元', '操作人：王芳'],
  );
});

test('a passage names its lane where it is known', () => {
  assert.deepEqual(zh(event('passage', { status: 'entered', gateId: 'g1' })), ['已入场', '东入口']);
  assert.deepEqual(zh(event('passage', { status: 'left', gateId: 'g9' })), ['已出场']);
  assert.deepEqual(zh(event('passage', { status: 'moved', gateId: 'g9', areaId: 'a1' })), [
    '场内换区',
    '进入区域：地下二层',
  ]);
  assert.deepEqual(zh(event('opening', { cause: CAUSES.stay, gateId: 'g1' })), ['东入口', '停车记录放行']);
});

test('a correction shows only what is different, before and after', () => {
  const before = {
    plate: '浙A12345',
    kind: 'temp',
    state: 'open',
    entry: { at: Date.UTC(2026, 4, 1), lane: 'g1' },
    exit: null,
    mergedInto: null,
  };
  const changes = changed(
    event('change', {
      why: 'plate',
      before,
      after: { ...before, plate: '浙A12346', exit: { at: Date.UTC(2026, 4, 2) } },
    }),
    naming,
  );
  assert.deepEqual(
    changes.map(({ label, before: was, after }) => [label.zh, was.zh, after.zh]),
    [
      ['车牌', '浙A12345', '浙A12346'],
      ['出场时间', '无', '2026-05-02T00:00'],
    ],
  );
  assert.deepEqual(changed(event('change', { why: 'plate', before: null, after: null }), naming), []);
});

test('an event of an unknown kind has its title alone', () => assert.deepEqual(zh(event('moon', { phase: 3 })), []));

test('the reasons why a lane let a car pass are shown in words, however many there are', () => {
  assert.deepEqual(reasonWords('released-by-person,payment-due'), {
    zh: `${REASONS['released-by-person'].zh}；${REASONS['payment-due'].zh}`,
    en: `${REASONS['released-by-person'].en}; ${REASONS['payment-due'].en}`,
  });
  assert.equal(reasonWords('pass-valid').zh, '月租车，有效期内');
});
