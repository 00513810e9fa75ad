import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flawOf, readJpeg } from './jpeg.ts';

const part = (marker: number, ...body: number[]): number[] => [
  0xff,
  marker,
  Math.floor((body.length + 2) / 256),
  (body.length + 2) % 256,
  ...body,
];
const frame = (width: number, height: number): number[] =>
  part(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
const exif = (orientation: number): number[] =>
  part(
    0xe1,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
  );
const scan = [...part(0xda, 1, 1, 0, 0, 63, 0), 1, 2, 3, 0xff, 0xd9];
const whole = (...parts: number[][]): Uint8Array => Uint8Array.from([0xff, 0xd8, ...parts.flat(), ...scan]);

test('size and way up are read from the content, and what was written besides the picture is cut out', () => {
  const comment = part(0xfe, 0x50, 0x51);
  const jpeg = readJpeg(whole(exif(6), comment, frame(600, 800)))!;
  assert.deepEqual([jpeg.width, jpeg.height, jpeg.orientation], [600, 800, 6]);
  assert.deepEqual([...jpeg.bare], [...whole(frame(600, 800))]);
  assert.equal(flawOf(jpeg), 'turned');
  assert.equal(flawOf(readJpeg(whole(exif(1), frame(600, 800)))), null);
});

test('sides of 480 to 1,920 are taken and no others', () => {
  const flaw = (width: number, height: number) => flawOf(readJpeg(whole(frame(width, height))));
  assert.deepEqual([flaw(480, 1_920), flaw(479, 900), flaw(900, 1_921)], [null, 'tooSmall', 'tooWide']);
});

test('whatever is cut short, lies about its length or is something else is no picture', () => {
  const good = whole(exif(1), frame(600, 800));
  for (let length = 0; length < good.length; length += 1)
    assert.equal(readJpeg(good.subarray(0, length)), null, `${length}`);
  for (let at = 0; at < good.length; at += 1)
    for (const value of [0, 0xff]) {
      const bad = Uint8Array.from(good);
      bad[at] = value;
      readJpeg(bad);
    }
  assert.equal(readJpeg(Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])), null);
});
