/**
 * The settings of the object store that files may lie in. No message repeats a value: an address may hold a password
 * that does not belong there.
 */
import type { ObjectStoreSettings } from '#db/files/object-store.ts';
import { text, type Text } from '#kit/declare/text.ts';

const [URL_OF, REGION, ACCESS, SECRET] = [
  'OBJECT_STORE_URL',
  'OBJECT_STORE_REGION',
  'OBJECT_STORE_ACCESS_KEY',
  'OBJECT_STORE_SECRET_KEY',
] as const;

const NOT_AN_ADDRESS = text(
  '{setting} 应为形如 https://s3.example.com/bucket 的地址，不含账号与参数。',
  '{setting} must be an address like https://s3.example.com/bucket, without a user and parameters.',
);
const NO_URL = text(
  '设置了 {setting}，也要设置 OBJECT_STORE_URL。',
  '{setting} is set; OBJECT_STORE_URL must be set as well.',
);
const MISSING = text(
  '设置了 OBJECT_STORE_URL，也要设置 {setting}。',
  'OBJECT_STORE_URL is set; {setting} must be set as well.',
);
const NOT_A_KEY = text(
  '{setting} 应为不含空格的字母、数字与符号。',
  '{setting} must be letters, digits and signs without spaces.',
);
const NOT_A_REGION = text(
  '{setting} 应为小写字母、数字与连字符，如 us-east-1。',
  '{setting} must be lower-case letters, digits and hyphens, like us-east-1.',
);

function isPlace(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/** The store, or null when `OBJECT_STORE_URL` is not set. */
export function readObjectStore(
  value: (setting: string) => string | undefined,
  refuse: (setting: string, message: Text) => unknown,
): ObjectStoreSettings | null {
  const url = value(URL_OF);
  if (url === undefined) {
    for (const setting of [REGION, ACCESS, SECRET]) if (value(setting) !== undefined) refuse(setting, NO_URL);
    return null;
  }
  if (!isPlace(url)) refuse(URL_OF, NOT_AN_ADDRESS);
  const region = value(REGION) ?? 'us-east-1';
  if (!/^[a-z0-9-]+$/.test(region)) refuse(REGION, NOT_A_REGION);
  for (const setting of [ACCESS, SECRET]) {
    const given = value(setting);
    if (given === undefined) refuse(setting, MISSING);
    else if (!/^[\x21-\x7e]+$/.test(given)) refuse(setting, NOT_A_KEY);
  }
  return { url: url.replace(/\/+$/, ''), region, accessKey: value(ACCESS) ?? '', secretKey: value(SECRET) ?? '' };
}
