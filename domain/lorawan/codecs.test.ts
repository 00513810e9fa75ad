import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { nwavePrevious, readSensor, sensorCodecs } from './codecs.ts';
import type { SensorCodec, SensorModel } from './codecs.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

test('a Bosch sensor says its state on ports 1 and 2, with a signed temperature, and at the end of its start', () => {
  const change = readSensor('boschTps110', 1, bytes('01f6'));
  assert.deepEqual([change?.kind, change?.occupied, change?.temperatureCelsius], ['change', true, -10]);
  const heartbeat = readSensor('boschTps110', 2, bytes('0017'));
  assert.deepEqual([heartbeat?.kind, heartbeat?.occupied, heartbeat?.temperatureCelsius], ['heartbeat', false, 23]);
  assert.equal(readSensor('boschTps110', 2, bytes('01'))?.temperatureCelsius, null, 'older firmware sends one byte');
  const startup = readSensor('boschTps110', 3, bytes('0000000000000000000000000102030001'));
  assert.deepEqual([startup?.kind, startup?.occupied], ['startup', true]);
});

test('an Nwave sensor says how long the state before lasted: 0x5C is 100 minutes, 0x7A 360, 0x7F 660 and more', () => {
  const minutes = (code: number) => nwavePrevious(code).previousSeconds! / 60;
  assert.deepEqual([0, 89, 90, 0x5c, 119, 120, 0x7a, 126, 127].map(minutes), [0, 89, 90, 100, 235, 240, 360, 600, 660]);
  assert.equal(nwavePrevious(127).previousErrorSeconds, null);
  const change = readSensor('nwaveNps405', 1, bytes('dc'));
  assert.deepEqual([change?.occupied, change?.previousSeconds], [true, 6000]);
});

test('what an Nwave sensor says of the time before is never more than it was, and less by no more than it admits', () => {
  /** The code of so many seconds, by the maker's description: minutes are cut, never rounded up. */
  const codeOf = (seconds: number): number => {
    const minutes = Math.floor(seconds / 60);
    if (minutes < 90) return minutes;
    if (minutes < 240) return 90 + Math.floor((minutes - 90) / 5);
    return Math.min(127, 120 + Math.floor((minutes - 240) / 60));
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), (seconds) => {
      const { previousSeconds, previousErrorSeconds } = nwavePrevious(codeOf(seconds));
      assert.ok(previousSeconds! <= seconds);
      if (previousErrorSeconds !== null) assert.ok(seconds - previousSeconds! <= previousErrorSeconds);
    }),
  );
});

test('an Nwave heartbeat carries battery and temperature, a start the state after the reset', () => {
  const heartbeat = readSensor('nwaveNps405', 2, bytes('807d14'));
  assert.deepEqual([heartbeat?.occupied, heartbeat?.batteryMv, heartbeat?.temperatureCelsius], [true, 3000, 20]);
  const startup = readSensor('nwaveNps405', 3, bytes('0102030201'));
  assert.deepEqual([startup?.kind, startup?.occupied], ['startup', true]);
});

test('a SENSO8 sensor’s events distinguish a change from a heartbeat', () => {
  const change = readSensor('senso8Lrs20', 10, bytes('0b0464012c01'));
  assert.deepEqual([change?.kind, change?.occupied], ['change', true]);
  const heartbeat = readSensor('senso8Lrs20', 10, bytes('0b01640bb800'));
  assert.deepEqual([heartbeat?.kind, heartbeat?.occupied], ['heartbeat', false]);
  assert.equal(readSensor('senso8Lrs20', 10, bytes('0c01640bb800')), null, 'another type of sensor');
});

test('any bytes on any port are a reading or nothing, never a fault', () => {
  const models = Object.keys(sensorCodecs) as SensorModel[];
  fc.assert(
    fc.property(
      fc.constantFrom(...models),
      fc.integer({ min: 0, max: 255 }),
      fc.uint8Array({ maxLength: 24 }),
      (model, port, payload) => {
        const reading = readSensor(model, port, payload);
        const codec: SensorCodec = sensorCodecs[model];
        if (!(port in codec.ports) || payload.length === 0) assert.equal(reading, null);
        else if (reading) assert.equal(typeof reading.occupied, 'boolean');
      },
    ),
  );
});
