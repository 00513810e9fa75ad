/** The demo's platforms have a past and call nobody. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import { uploadRound } from '#areas/upload/server/door.ts';
import { openHouse } from '#test/house.ts';
import type { Ask } from './build-base.ts';
import { addUploads } from './uploads.ts';

test('each platform is closed, its messages match the visits, and its log shows the outage', async () => {
  const house = await openHouse();
  try {
    const lot = await openLot(house);
    const T = Math.floor(Date.now() / MINUTE) * MINUTE - 300 * MINUTE;
    await lot.enter('京A10001', T);
    await lot.leave('京A10001', T + 60 * MINUTE);
    const ask: Ask = (method, path, input) => house.must(method, `/api/updown/${path}`, input);
    await addUploads(ask, house.database, [house.companies.first], Date.now());
    const { records } = await house.must('GET', '/api/updown/thirdparty/list', {});
    assert.deepEqual(
      records.map(({ openFlag, pending }: { openFlag: boolean; pending: number }) => [openFlag, pending]),
      [
        [false, 0],
        [false, 0],
      ],
    );
    const messages = await house.must('GET', '/api/updown/thirdparty/upPlatList', {});
    assert.equal(messages.total, 4);
    const diary = await house.must('GET', '/api/updown/thirdparty/diary', { outcome: 'away' });
    assert.equal(diary.total, 188);
    assert.ok((await house.must('GET', '/api/updown/thirdparty/queryGateList', {})).total >= 4);
    assert.equal(await uploadRound(house.database), 0);
  } finally {
    await house.close();
  }
});
