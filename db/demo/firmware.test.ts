/**
 * The demo's firmware is really there: each file is stored under the checksum of its row, for each kind of device that
 * can be sent one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { addFirmware } from './firmware.ts';

test('each kind of device has firmware, and its file is the one the row names', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) => product.must(method, `/api/updown/${path}`, input);
    await addFirmware(
      ask,
      async (hash, bytes) => (await product.must('POST', `/api/updown/file/${hash}`, {}, { bytes })).url,
    );
    const { records } = await product.must('GET', '/api/updown/noWireVersions/list', { size: 50 });
    assert.deepEqual([...new Set(records.map(({ deviceType }: { deviceType: string }) => deviceType))].sort(), [
      'box',
      'camera',
      'gate',
      'scanner',
      'screen',
      'sensor',
    ]);
    for (const { fileUrl, sha256 } of records as { fileUrl: string; sha256: string }[]) {
      const { status, headers } = await product.ask('GET', fileUrl);
      assert.deepEqual(
        [status, headers['content-type'], fileUrl.endsWith(sha256)],
        [200, 'application/octet-stream', true],
      );
    }
  } finally {
    await product.close();
  }
});
