import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorContacts, doorState } from './state.ts';

test('a reached door stands as its contact reported last, and unknown where it has none', () => {
  assert.deepEqual(
    doorContacts.map((contact) => doorState(true, contact)),
    ['open', 'closed', 'forced', 'held'],
  );
  assert.equal(doorState(true, null), 'unknown');
});

test('a door none of whose devices is reached is offline, whatever it reported before', () => {
  for (const contact of [...doorContacts, null]) assert.equal(doorState(false, contact), 'offline');
});
