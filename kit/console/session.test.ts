import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import './browser.fixture.ts';
import { keepFresh, session } from './session.ts';
import type { Given, Tokens } from './session.ts';

const old: Given = { accessToken: 'old', refreshToken: 'r1', expiresIn: 30_000, account: 'anbo' };
const fresh: Given = { accessToken: 'new', refreshToken: 'r2', expiresIn: 30_000, account: 'anbo' };

/** As if the tokens had been taken so many seconds ago. */
function aged(seconds: number): void {
  session.open(old);
  const entry = JSON.parse(localStorage.getItem('gatehouse-token')!) as { content: Tokens };
  entry.content.takenAt -= seconds * 1000;
  localStorage.setItem('gatehouse-token', JSON.stringify(entry));
  session.latest();
}

beforeEach(() => localStorage.clear());
afterEach(() => session.close());
const settled = () =>
  new Promise((then) => {
    setImmediate(then);
  });

test('a token is renewed at its age, checked once a second, and one renewal at a time', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let renewals = 0;
  let answer: (given: Given) => void = () => undefined;
  const stop = keepFresh((held) => {
    renewals += 1;
    assert.equal(held.refreshToken, 'r1');
    return new Promise((then) => {
      answer = then;
    });
  });
  t.after(stop);
  aged(29_000);
  t.mock.timers.tick(5_000);
  await settled();
  assert.equal(renewals, 0);
  aged(29_800);
  for (let second = 0; second < 5; second += 1) {
    t.mock.timers.tick(1_000);
    await settled();
  }
  assert.equal(renewals, 1);
  answer(fresh);
  await settled();
  assert.equal(session.tokens()!.accessToken, 'new');
  t.mock.timers.tick(5_000);
  await settled();
  assert.equal(renewals, 1);
});

test('who left while his token was being renewed stays out', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let answer: (given: Given) => void = () => undefined;
  t.after(
    keepFresh(
      () =>
        new Promise((then) => {
          answer = then;
        }),
    ),
  );
  aged(29_800);
  t.mock.timers.tick(1_000);
  await settled();
  session.close(true);
  answer(fresh);
  await settled();
  assert.equal(session.tokens(), null);
  assert.equal(localStorage.getItem('gatehouse-token'), null);
});

test('leaving drops the token, menus, roles, lock and tabs, and no more', () => {
  session.open(old);
  for (const name of ['menus', 'roles', 'lock', 'tabs', 'look', 'lang'])
    localStorage.setItem(`gatehouse-${name}`, '{"content":1}');
  sessionStorage.setItem('gatehouse-tabs', '{"content":1}');
  session.close(true);
  assert.deepEqual([...Array(localStorage.length).keys()].map((at) => localStorage.key(at)).sort(), [
    'gatehouse-lang',
    'gatehouse-look',
  ]);
  assert.equal(sessionStorage.length, 0);
  assert.equal(session.left(), true);
});
