import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import '#kit/console/browser.fixture.ts';
import { addSomeone, changeSomeone, fields, pageOfPeople, people, removePeople } from './people.ts';

beforeEach(() => localStorage.clear());

test('the try-out table has a name that is searched and a sex, 0 male and 1 female', () => {
  assert.equal(fields.name.search, true);
  assert.deepEqual(
    Object.entries(fields.sex.options!).map(([key, { zh }]) => [key, zh]),
    [
      ['0', '男'],
      ['1', '女'],
    ],
  );
});

test('rows are added, changed and removed, and stay in this browser', () => {
  addSomeone({ name: '王小明', sex: '0' });
  const [added] = people();
  assert.deepEqual([added!.name, people().length], ['王小明', 46]);
  changeSomeone({ ...added!, name: 'Ming' });
  assert.equal(pageOfPeople(people(), 'mIN', 1, 20).total, 1);
  removePeople([added!.id, '1']);
  assert.equal(people().length, 44);
  addSomeone({ name: 'again', sex: '1' });
  assert.equal(new Set(people().map(({ id }) => id)).size, 45);
});

test('pages neither overlap nor leave out', () => {
  const pages = [1, 2, 3].flatMap((page) => pageOfPeople(people(), '', page, 20).records);
  assert.deepEqual(
    pages.map(({ id }) => id),
    people().map(({ id }) => id),
  );
});
