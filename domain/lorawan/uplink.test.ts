import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { chirpStackUplink, thingsStackUplink } from './uplink.ts';

const chirpStack = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-05-06T09:00:20.123+00:00',
  deviceInfo: { tenantId: 't', applicationName: 'curb', deviceName: '0315', devEui: '0004A30B001A2B3C' },
  devAddr: '00189440',
  fCnt: 7,
  fPort: 1,
  data: 'Ac4=',
  rxInfo: [
    { gatewayId: 'a', rssi: -118 },
    { gatewayId: 'b', rssi: -97 },
  ],
};

const thingsStack = {
  end_device_ids: { device_id: 'sensor-0315', dev_eui: '0004A30B001A2B3C', dev_addr: '00189440' },
  received_at: '2026-05-06T09:00:21.500Z',
  uplink_message: {
    session_key_id: 'AXBSH1Pk6Z0G166',
    f_port: 1,
    f_cnt: 7,
    frm_payload: 'Ac4=',
    rx_metadata: [{ gateway_ids: { gateway_id: 'a' }, rssi: -97 }],
    received_at: '2026-05-06T09:00:20.123Z',
  },
};

test('both networks’ messages of one uplink read alike', () => {
  const expected = {
    devEui: '0004a30b001a2b3c',
    frame: 7,
    port: 1,
    bytes: Uint8Array.of(1, 0xce),
    at: Date.parse('2026-05-06T09:00:20.123Z'),
    rssi: -97,
  };
  assert.deepEqual(chirpStackUplink(chirpStack), { ...expected, session: '00189440' });
  assert.deepEqual(thingsStackUplink(thingsStack), { ...expected, session: 'AXBSH1Pk6Z0G166' });
});

test('a counter of 0 is left out by both and counts as 0; gateways and time may be missing', () => {
  const { fCnt: _, rxInfo: __, time: ___, ...bare } = chirpStack;
  const read = chirpStackUplink(bare);
  assert.deepEqual([read?.frame, read?.rssi, read?.at], [0, null, null]);
});

test('what is no uplink is nothing: a join, another EUI, a payload that is not base64, any JSON', () => {
  assert.equal(chirpStackUplink({ deviceInfo: chirpStack.deviceInfo, devAddr: '00189440' }), null);
  assert.equal(chirpStackUplink({ ...chirpStack, deviceInfo: { devEui: '12' } }), null);
  assert.equal(chirpStackUplink({ ...chirpStack, data: '<script>' }), null);
  assert.equal(chirpStackUplink({ ...chirpStack, data: 'A' }), null, 'base64 cut short');
  assert.equal(thingsStackUplink(chirpStack), null);
  assert.equal(
    thingsStackUplink({ ...thingsStack, uplink_message: { ...thingsStack.uplink_message, f_cnt: -1 } }),
    null,
  );
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      assert.equal(chirpStackUplink(body), null);
      assert.equal(thingsStackUplink(body), null);
    }),
  );
});
