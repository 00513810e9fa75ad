import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { lockScreen, unlock } from './lock.ts';
import { isLocked } from './locked.ts';

const store = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
    removeItem: (name: string) => void store.delete(name),
  },
});

/** The server's side of one login: the password it is locked under. */
let held: string | null;
let away: boolean;
beforeEach(() => {
  store.clear();
  held = null;
  away = false;
});

const answer = (status: number, more: object): Response =>
  Response.json({ code: status, success: status === 200, data: null, msg: '', ...more }, { status });
globalThis.fetch = async (url, init) => {
  if (away) throw new TypeError('no network');
  const { password } = JSON.parse(String(init!.body)) as { password: string };
  if (String(url).endsWith('/lock')) held = password;
  else if (password !== held) return answer(400, { msg: '锁屏密码不正确', error: 'bad_input' });
  return answer(200, {});
};

test('a locked screen opens with the password the server holds, and with no other', async () => {
  assert.equal(isLocked(), false);
  await lockScreen('night shift 3');
  assert.equal(isLocked(), true);
  assert.equal(await unlock('night shift 4'), '锁屏密码不正确');
  assert.equal(isLocked(), true);
  assert.equal(await unlock('night shift 3'), null);
  assert.equal(isLocked(), false);
});

test('the browser keeps nothing to open the lock by', async () => {
  await lockScreen('夜班-2026');
  const [kept] = store.values();
  assert.deepEqual(Object.keys((JSON.parse(kept!) as { content: object }).content), ['at']);
});

test('a screen that the server could not lock is not shown as locked, and none opens without the server', async () => {
  away = true;
  await assert.rejects(lockScreen('x'));
  assert.equal(isLocked(), false);
  away = false;
  await lockScreen('x');
  away = true;
  assert.notEqual(await unlock('x'), null);
  assert.equal(isLocked(), true);
});
