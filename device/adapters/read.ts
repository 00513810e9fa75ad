/**
 * Reading what devices send: texts in whatever letters, numbers, pictures. All total: what is wrong reads as nothing.
 */
import { readColour } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { isMainlandPlate, isUnread } from '#domain/plate/plate.ts';
import type { Pic } from './adapter.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const gbk = new TextDecoder('gbk');

/** UTF-8 where it is that, else GBK: cameras made for China write either, whatever they declare. */
export function readText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return gbk.decode(bytes);
  }
}

export type Json = { readonly [name: string]: unknown };
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const DEEPEST = 16;
const [QUOTE, ESCAPE, OBJECT, LIST, OBJECT_END, LIST_END] = [...'"\\{[}]'].map((sign) => sign.charCodeAt(0));
function isShallow(text: string): boolean {
  let depth = 0;
  for (let nth = 0; nth < text.length; nth += 1) {
    const sign = text.charCodeAt(nth);
    if (sign === QUOTE) nth = quoteEnd(text, nth + 1);
    else if (sign === OBJECT || sign === LIST) {
      depth += 1;
      if (depth > DEEPEST) return false;
    } else if (sign === OBJECT_END || sign === LIST_END) depth -= 1;
  }
  return true;
}

/** Where a quoted text ends that is read from here on; pictures are such texts, and long. */
function quoteEnd(text: string, from: number): number {
  for (let here = text.indexOf('"', from); here !== -1; here = text.indexOf('"', here + 1)) {
    let escapes = 0;
    while (here - 1 - escapes >= from && text.charCodeAt(here - 1 - escapes) === ESCAPE) escapes += 1;
    if (escapes % 2 === 0) return here;
  }
  return text.length;
}

/** An object of JSON; null for anything else, and for what nests deeper than any device does. */
export function readJson(text: string): Json | null {
  if (!isShallow(text)) return null;
  try {
    const read: unknown = JSON.parse(text);
    return isJson(read) ? read : null;
  } catch {
    return null;
  }
}

/** What stands at a path of names. */
export function at(of: unknown, ...path: readonly string[]): unknown {
  let here: unknown = of;
  for (const name of path) here = isJson(here) ? here[name] : undefined;
  return here;
}

const LONGEST = 200;
/** Of a text that is longer only so much is looked at. */
const LOOKED_AT = 2_000;
const CONTROL = /\p{Cc}/gu;
export const word = (value: unknown): string =>
  typeof value === 'string'
    ? value.slice(0, LOOKED_AT).replace(CONTROL, '').trim().slice(0, LONGEST)
    : typeof value === 'number'
      ? String(value)
      : '';
export function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

/** Epoch ms of a time with its offset, however many digits its seconds have; null for a local one. */
export function isoTime(value: unknown): number | null {
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})$/i.exec(word(value));
  if (!parts) return null;
  const [, day, time, part = '', zone] = parts;
  const ms = Date.parse(`${day}T${time}${part.slice(0, 4)}${zone!.toUpperCase().replace(/^([+-]\d{2}):?/, '$1:')}`);
  return Number.isNaN(ms) ? null : ms;
}

/** 0..1 from a share of `full`; null where there is none, or one beyond it. */
export function share(value: unknown, full: number): number | undefined {
  const read = number(value);
  return read === null || read < 0 || read > full ? undefined : read / full;
}

const NOTHING = /^(?:_?无_?|无牌车?|无车牌|车牌未识别|未识别|no[\s_-]?plate|unknown|none|null|-)$/i;
const COLOURED = /^([蓝黄绿白黑])色?(.+)$/u;

/** The plate as it was read, '' where none was; a colour written before it is taken off where the rest is a plate. */
export function plateOf(value: unknown): { readonly plate: string; readonly colour: PlateColour } {
  const read = word(value);
  if (NOTHING.test(read) || isUnread(read)) return { plate: '', colour: 'unknown' };
  const coloured = COLOURED.exec(read);
  if (coloured && isMainlandPlate(coloured[2]!)) return { plate: coloured[2]!, colour: readColour(coloured[1]!) };
  return { plate: read, colour: 'unknown' };
}

/** Strict base64; null where it is none. */
export function base64(value: unknown): Buffer | null {
  if (typeof value !== 'string' || value === '') return null;
  const text = value.replace(/^data:image\/\w+;base64,/, '').replace(/[\r\n]/g, '');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}

const MOST_PIXELS = 40_000_000;

/** Whether the bytes are a whole JPEG of a size that a camera makes, by its markers and not by its name. */
export function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 2) return false;
  for (let here = 2; here + 9 < bytes.length;) {
    if (bytes[here] !== 0xff) return false;
    const marker = bytes[here + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return bytes.readUInt16BE(here + 5) * bytes.readUInt16BE(here + 7) <= MOST_PIXELS;
    if (marker === 0xd9 || marker === 0xda) return false;
    here += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(here + 2);
  }
  return false;
}

/** The pictures that are some, the whole view first. */
export const pictures = (...found: readonly (readonly [Pic['shows'], Buffer | null])[]): readonly Pic[] =>
  found.flatMap(([shows, bytes]) => (bytes && isJpeg(bytes) ? [{ shows, bytes }] : []));
