/**
 * What a picture of a face is, by its content alone, and what is cut out of it: where and with what it was taken is
 * nobody's business.
 */
export type Jpeg = {
  readonly width: number;
  readonly height: number;
  /** As cameras write it: 1 is upright. */
  readonly orientation: number;
  /** The same picture without anything but what draws it. */
  readonly bare: Uint8Array;
};

const [SOI, EOI, SOS, APP0, APP1, APP14, APP15, COM] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xee, 0xef, 0xfe];
/** Frames of pictures: all but tables and what is reserved among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const drawsNothing = (marker: number): boolean =>
  marker === COM || (marker > APP0 && marker <= APP15 && marker !== APP14);

/** The orientation of an Exif part; 1 where it says none. */
function orientationOf(part: Uint8Array): number {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  if (part.length < 20 || String.fromCodePoint(...part.subarray(0, 4)) !== 'Exif') return 1;
  const little = view.getUint16(6) === 0x49_49;
  const first = 6 + view.getUint32(10, little);
  if (first + 2 > part.length) return 1;
  const count = view.getUint16(first, little);
  for (let nth = 0; nth < count && first + 2 + nth * 12 + 12 <= part.length; nth += 1) {
    const at = first + 2 + nth * 12;
    if (view.getUint16(at, little) === 0x01_12) return view.getUint16(at + 8, little);
  }
  return 1;
}

/** Null where it is no whole JPEG. */
export function readJpeg(bytes: Uint8Array): Jpeg | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes.at(-2) !== 0xff || bytes.at(-1) !== EOI) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let [at, width, height, orientation] = [2, 0, 0, 1];
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return null;
    const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (end < at + 4 || end > bytes.length) return null;
    if (marker === SOS) {
      if (width === 0 || height === 0) return null;
      kept.push(bytes.subarray(at));
      return { width, height, orientation, bare: joined(kept) };
    }
    const part = bytes.subarray(at + 4, end);
    if (isFrame(marker) && part.length >= 5) [height, width] = [part[1]! * 256 + part[2]!, part[3]! * 256 + part[4]!];
    if (marker === APP1) orientation = orientationOf(part);
    if (!drawsNothing(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const MOST_BYTES = 200 * 1024;
export const LEAST_SIDE = 480;
export const MOST_SIDE = 1_920;
export type Flaw = 'notJpeg' | 'tooLarge' | 'tooSmall' | 'tooWide' | 'turned';

/** Why terminals would not take it; null where they may. Whether it shows a face, only their own modelling can tell. */
export function flawOf(jpeg: Jpeg | null): Flaw | null {
  if (!jpeg) return 'notJpeg';
  if (jpeg.bare.length > MOST_BYTES) return 'tooLarge';
  if (Math.min(jpeg.width, jpeg.height) < LEAST_SIDE) return 'tooSmall';
  if (Math.max(jpeg.width, jpeg.height) > MOST_SIDE) return 'tooWide';
  return jpeg.orientation === 1 ? null : 'turned';
}
