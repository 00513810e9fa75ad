import { isDay } from '#domain/time/day.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { canonicalIdentity, checkIdentity, IDENTITY_PROBLEMS } from '#domain/plate/identity.ts';
import { canonicalPhone, checkPhone, PHONE_PROBLEMS } from '#domain/plate/phone.ts';
import { applies } from './field.ts';
import type { Field, Fields, Kind } from './field.ts';
import { fill, text } from './text.ts';
import type { Text } from './text.ts';
import type { Problem } from './refused.ts';

/** A value fit to store, or what is wrong with it. Accepts what a form holds and what a query string carries. */
export type Checked = { value: unknown; problem?: undefined } | { problem: Text; value?: undefined };

const bad = (zh: string, en: string): Checked => ({ problem: text(zh, en) });
const good = (value: unknown): Checked => ({ value });

function whole(field: Field, raw: unknown): Checked {
  const value =
    typeof raw === 'number'
      ? raw
      : typeof raw === 'string' && /^-?\d{1,16}$/.test(raw.trim())
        ? Number(raw)
        : Number.NaN;
  if (!Number.isSafeInteger(value)) return bad('应为整数', 'must be a whole number');
  if ((field.kind === 'duration' || field.kind === 'percent') && Math.abs(value) > 2_147_483_647)
    return bad('超出范围', 'is out of range');
  return inRange(field, value);
}

function inRange(field: Field, value: number): Checked {
  if (field.min !== undefined && value < field.min) return bad(`不能小于${field.min}`, `must be at least ${field.min}`);
  return field.max !== undefined && value > field.max
    ? bad(`不能大于${field.max}`, `must be at most ${field.max}`)
    : good(value);
}

/**
 * PostgreSQL refuses NUL and half a surrogate pair in text, and no other control character belongs in a line a person
 * typed.
 */
const unshown = /[^\t\n\r\u0020-\u007e\u0080-\ud7ff\ue000-\u{10ffff}]/u;

function words(field: Field, raw: unknown, most: number): Checked {
  if (typeof raw !== 'string' && typeof raw !== 'number') return bad('应为文字', 'must be text');
  const value = String(raw).trim();
  if (unshown.test(value)) return bad('含有不可见字符', 'contains characters that cannot be shown');
  const max = field.max ?? most;
  if (value.length > max) return bad(`不能超过${max}个字`, `must be at most ${max} characters`);
  if (field.min !== undefined && value.length < field.min)
    return bad(`至少${field.min}个字`, `must be at least ${field.min} characters`);
  return good(value);
}

function matching(pattern: RegExp, zh: string, en: string) {
  return (field: Field, raw: unknown): Checked => {
    const checked = words(field, raw, 500);
    return checked.problem || pattern.test(checked.value as string) ? checked : bad(zh, en);
  };
}

function day(_: Field, raw: unknown): Checked {
  const value = typeof raw === 'string' ? raw.slice(0, 10) : '';
  return isDay(value) && value >= '1900' && value < '2200'
    ? good(value)
    : bad('应为日期，如 2026-05-01', 'must be a date such as 2026-05-01');
}

/**
 * ISO with offset or `Z`; `yyyy-MM-dd[ HH:mm[:ss]]` without one is read as +08:00 unless it was read by the wall of the
 * lot before (apps/server/lot-times.ts).
 */
function instant(_: Field, raw: unknown): Checked {
  const spoken = typeof raw === 'string' ? raw.trim() : '';
  const plain = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/.exec(spoken);
  const value = plain ? `${plain[1]}T${plain[2] ?? '00:00'}${plain[3] ?? ':00'}+08:00` : spoken;
  const ms =
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(value) && isDay(value.slice(0, 10))
      ? Date.parse(value)
      : Number.NaN;
  if (Number.isNaN(ms) || ms < Date.UTC(1970, 0, 1) || ms > Date.UTC(2200, 0, 1))
    return bad('应为时间，如 2026-05-01 08:00:00', 'must be a time such as 2026-05-01 08:00:00');
  return good(new Date(ms).toISOString());
}

/** So many choices are named to whoever picks none of them; more nobody reads. */
const MOST_NAMED = 40;

function chosen(field: Field, raw: unknown): Checked {
  const value = String(raw);
  if (field.options && Object.hasOwn(field.options, value)) return good(value);
  const all = Object.entries(field.options ?? {});
  if (all.length > MOST_NAMED) return bad('不在可选范围内', 'is none of the choices');
  return bad(
    `应为：${all.map(([key, label]) => `${label.zh}(${key})`).join('、')}`,
    `must be one of: ${all.map(([key, label]) => `${label.en} (${key})`).join(', ')}`,
  );
}

const many =
  (one: (field: Field, raw: unknown) => Checked) =>
  (field: Field, raw: unknown): Checked => {
    const items = Array.isArray(raw)
      ? raw
      : typeof raw === 'string'
        ? raw.split(',').filter((item) => item !== '')
        : null;
    if (!items || items.length > 1000) return bad('应为列表', 'must be a list');
    const values = new Set<unknown>();
    for (const item of items) {
      const checked = one(field, item);
      if (checked.problem) return checked;
      values.add(checked.value);
    }
    return good([...values]);
  };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isId = (raw: unknown): raw is string => typeof raw === 'string' && uuid.test(raw);
const id = (_: Field, raw: unknown): Checked => {
  const value = typeof raw === 'string' ? raw.toLowerCase() : raw;
  return isId(value) ? good(value) : bad('编号无效', 'is not a valid id');
};

function point(_: Field, raw: unknown): Checked {
  const { lng, lat } = (typeof raw === 'object' && raw !== null ? raw : {}) as { lng?: unknown; lat?: unknown };
  const [x, y] = [Number(lng), Number(lat)];
  return lng != null && lat != null && Math.abs(x) <= 180 && Math.abs(y) <= 90
    ? good({ lng: x, lat: y })
    : bad('应为经纬度', 'must be a longitude and latitude');
}

function plateText(field: Field, raw: unknown): Checked {
  const checked = words({ ...field, max: 40 }, raw, 40);
  if (checked.problem) return checked;
  const value = plateIdentity(checked.value as string);
  return value.length >= 2 && value.length <= 12 && /^[\p{L}0-9-]+$/u.test(value)
    ? good(value)
    : bad('格式不正确', 'is not a plate');
}

function mobile(field: Field, raw: unknown): Checked {
  const checked = words(field, raw, 30);
  if (checked.problem) return checked;
  const problem = checkPhone(checked.value as string);
  return problem ? { problem: PHONE_PROBLEMS[problem] } : good(canonicalPhone(checked.value as string));
}

/** At the start of an address: this server, whatever it is called where the address is used. */
export const atHost = (spoken: string, host: string): string => spoken.replace(/^\{host\}/, host);

function address(field: Field, raw: unknown): Checked {
  const checked = words(field, raw, 500);
  if (checked.problem) return checked;
  try {
    const { protocol } = new URL(atHost(checked.value as string, 'http://host'));
    if (protocol === 'http:' || protocol === 'https:') return checked;
  } catch {
    // falls through to the refusal: not an address at all
  }
  return bad('应以 http://、https:// 或 {host} 开头', 'must start with http://, https:// or {host}');
}

const stored = (field: Field, raw: unknown): Checked => {
  const checked = words(field, raw, 300);
  return checked.problem ||
    /^(\/api\/updown\/file\/[0-9a-f]{64}(\?[\w=&-]*)?|\/demo\/[\w./-]+)$/.test(checked.value as string)
    ? checked
    : bad('应为已上传的文件', 'must be an uploaded file');
};

function plainJson(_: Field, raw: unknown): Checked {
  try {
    const value: unknown = typeof raw === 'string' ? JSON.parse(raw) : raw;
    return JSON.stringify(value).length <= 200_000 ? good(value) : bad('内容过大', 'is too large');
  } catch {
    return bad('应为 JSON', 'must be JSON');
  }
}

const checks: { readonly [K in Kind]: (field: Field, raw: unknown) => Checked } = {
  text: (field, raw) => words(field, raw, 100),
  longText: (field, raw) => words(field, raw, 2000),
  integer: whole,
  decimal: (field, raw) => {
    const value =
      typeof raw === 'number' ? raw : typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN;
    return Number.isFinite(value) ? inRange(field, value) : bad('应为数字', 'must be a number');
  },
  money: (field, raw) => whole({ max: 1_000_000_000_000, ...field }, raw),
  percent: (field, raw) => whole({ min: 0, max: 10_000, ...field }, raw),
  boolean: (_, raw) =>
    raw === true || raw === 'true' || raw === '1' || raw === 1
      ? good(true)
      : raw === false || raw === 'false' || raw === '0' || raw === 0
        ? good(false)
        : bad('应为是或否', 'must be yes or no'),
  select: chosen,
  multiSelect: many(chosen),
  relation: id,
  relations: many(id),
  plate: plateText,
  phone: mobile,
  idCard: (field, raw) => {
    const checked = words(field, raw, 30);
    if (checked.problem) return checked;
    const problem = checkIdentity(checked.value as string, new Date().toISOString().slice(0, 10));
    return problem ? { problem: IDENTITY_PROBLEMS[problem] } : good(canonicalIdentity(checked.value as string));
  },
  email: matching(/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/, '格式不正确', 'is not an e-mail address'),
  url: address,
  date: day,
  month: matching(/^\d{4}-(0[1-9]|1[0-2])$/, '应为月份，如 2026-05', 'must be a month such as 2026-05'),
  dateTime: instant,
  timeOfDay: matching(
    /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
    '应为时刻，如 08:00',
    'must be a time of day such as 08:00',
  ),
  duration: (field, raw) => whole({ min: 0, ...field }, raw),
  colour: matching(/^#[0-9a-fA-F]{6}$/, '应为颜色，如 #409EFF', 'must be a colour such as #409EFF'),
  image: stored,
  file: stored,
  geoPoint: point,
  json: plainJson,
  secret: (field, raw) => words(field, raw, 500),
  cron: matching(/^(\S+\s+){4,5}\S+$/, '应为定时表达式，如 0 3 * * *', 'must be a cron expression such as 0 3 * * *'),
};

/** Spaces of every kind, and signs that show nothing: who gives a reason of them gives none. */
const blank = /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
export const isBlank = (raw: string): boolean => blank.test(raw);

/**
 * null, undefined, blank text, the words `null` and `undefined`, and empty lists and objects are empty; numbers and
 * booleans never are.
 */
export function isEmpty(raw: unknown): boolean {
  if (raw === null || raw === undefined) return true;
  if (typeof raw === 'string') return isBlank(raw) || raw === 'null' || raw === 'undefined';
  if (Array.isArray(raw)) return raw.length === 0;
  return typeof raw === 'object' && Object.keys(raw).length === 0;
}

/** One value of a field. Empty is null. */
export const check = (field: Field, raw: unknown): Checked =>
  isEmpty(raw) ? good(null) : checks[field.kind](field, raw);

/** The raw value of a field under its own name or one of its other spellings. */
/** The contract gives a place on the map as two parameters. */
export const partsOf = (field: Field): readonly string[] =>
  field.kind === 'geoPoint' ? ['longitude', 'latitude'] : [];

/** What an input holds for a field: under its name, one of its other spellings, or in parts. */
export function rawOf(name: string, field: Field, input: Readonly<Record<string, unknown>>): unknown {
  if (input[name] !== undefined) return input[name];
  for (const other of field.alias ?? []) if (input[other] !== undefined) return input[other];
  const [lng, lat] = partsOf(field).map((part) => input[part]);
  return lng === undefined && lat === undefined ? undefined : { lng, lat };
}

/**
 * Checks an input against fields. `adding` demands required fields and fills defaults; without it only what is given is
 * looked at, but a required field may not be emptied. Names problems by field, its label before them in both languages,
 * set off from a problem that is a sentence by itself.
 */
export function checkFields(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  adding: boolean,
): { values: Record<string, unknown>; problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const say = (field: string, label: Text, problem: Text) =>
    problems.push({
      field,
      msg: fill(
        /^[A-Z]/.test(problem.en)
          ? text('{label}：{problem}', '{label}: {problem}')
          : text('{label}{problem}', '{label} {problem}'),
        { label, problem },
      ),
    });
  const seen: Record<string, unknown> = { ...input };
  for (const [name, field] of Object.entries(fields)) {
    const raw = rawOf(name, field, input);
    if (raw === undefined && !adding) continue;
    const given = raw === undefined || isEmpty(raw) ? (adding ? field.default : undefined) : raw;
    seen[name] = given;
    const checked = check(field, given);
    if (checked.problem) say(name, field.label, checked.problem);
    else if (checked.value === null && field.required && applies(field, seen))
      say(name, field.label, text('不能为空', 'is required'));
    else values[name] = checked.value;
  }
  return { values, problems };
}
