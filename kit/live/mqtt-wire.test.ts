import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { goodbye, hello, keepAliveSeconds, kinds, listenTo, messageOf, packetReader, stillHere } from './mqtt-wire.ts';

test('a greeting names protocol, credentials and patience', () => {
  const bytes = Buffer.from(hello({ clientId: 'c', username: '甲', password: 'pw' }));
  equal(
    bytes.toString('hex'),
    Buffer.concat([
      Buffer.from([0x10, 22]),
      Buffer.from([0, 4]),
      Buffer.from('MQTT'),
      Buffer.from([4, 0xc2, 0, keepAliveSeconds, 0, 1]),
      Buffer.from('c'),
      Buffer.from([0, 3]),
      Buffer.from('甲'),
      Buffer.from([0, 2]),
      Buffer.from('pw'),
    ]).toString('hex'),
  );
  equal(Buffer.from(listenTo(['a/+', 'b/#'])).toString('latin1'), '\x82\x0e\x00\x01\x00\x03a/+\x00\x00\x03b/#\x00');
  deepEqual(
    [[...stillHere], [...goodbye]],
    [
      [0xc0, 0],
      [0xe0, 0],
    ],
  );
});

const message = (topic: string, payload: string): Buffer => {
  const body = Buffer.concat([Buffer.from([0, topic.length]), Buffer.from(topic + payload)]);
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
};

test('packets are read whole, however the bytes are cut', () => {
  const long = '车'.repeat(300);
  const stream = Buffer.concat([
    Buffer.from([0x20, 2, 0, 0]),
    message('a/b', 'one'),
    message('c', long),
    Buffer.from([0xd0, 0]),
  ]);
  for (const step of [1, 2, 5, 100, stream.length]) {
    const read = packetReader();
    const found = Array.from({ length: Math.ceil(stream.length / step) }, (_, at) =>
      read(stream.subarray(at * step, (at + 1) * step)),
    ).flat();
    deepEqual(
      found.map(({ kind }) => kind),
      [kinds.welcome, kinds.message, kinds.message, kinds.stillHere],
    );
    deepEqual(
      found
        .slice(1, 3)
        .map((each) => messageOf(each))
        .map(({ topic, payload }) => [topic, new TextDecoder().decode(payload)]),
      [
        ['a/b', 'one'],
        ['c', long],
      ],
    );
  }
});

test('bytes of another kind are refused, not waited for', () => {
  throws(() => packetReader()(Uint8Array.from([0x30, 255, 255, 255, 255, 1])), /not a packet/);
});
