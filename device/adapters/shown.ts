/** What is kept of messages for people to read. */
import type { Raw } from './adapter.ts';
import { readText } from './read.ts';

const SHOWN = 1_000;
/** Somebody's money, wherever it stands. */
const PAY_CODE = /\b(1[0-5]|2[5-9]|30|62)\d{14,22}\b/g;

const LOGIN = /((?:pass_?wd|password|user_?name|session)"?\s*[:=]?\s*"?)[^"&\s,}-]+/gi;

/** What is kept of a message that was refused: without logins, pay codes and pictures. */
export const shown = ({ body }: Raw): string =>
  readText(body.subarray(0, 4 * SHOWN))
    .replace(/[\p{Cc}\uFFFD]+/gu, ' ')
    .replace(PAY_CODE, '$1…')
    .replace(LOGIN, '$1…')
    .slice(0, SHOWN);

const MOST_SAMPLE = 4_000;
/** As it came, without logins and pay codes, its pictures cut short: what is long and has no space is one. */
export const sampleOf = ({ body }: Raw): string =>
  readText(body.subarray(0, 256 * 1024))
    .replaceAll('\u0000', '')
    .replace(PAY_CODE, '$1…')
    .replace(LOGIN, '$1…')
    .replaceAll(/[A-Za-z0-9+/=]{200,}/g, (long) => `${long.slice(0, 12)}…`)
    .slice(0, MOST_SAMPLE);
