import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** OWASP's small setting for argon2id: 19 MiB, two passes, one lane. */
const memory = 19_456;
const passes = 2;
const lanes = 1;
const tagLength = 32;

/** At most so many at once, so that a storm of logins cannot take the machine's memory; the rest wait in line. */
const atOnce = 2;
const longestLine = 200;
let running = 0;
const line: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (line.length >= longestLine) throw new Refused('too_many');
    await new Promise<void>((go) => line.push(go));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else running -= 1;
  }
}

const derive = (
  message: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; lanes: number },
): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2(
          'argon2id',
          {
            message: message.normalize('NFKC'),
            nonce,
            parallelism: cost.lanes,
            tagLength,
            memory: cost.memory,
            passes: cost.passes,
          },
          (error, key) => (error ? reject(error) : resolve(key)),
        );
      }),
  );

const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The password as stored: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${plain(salt)}$${plain(await derive(password, salt, { memory, passes, lanes }))}`;
}

const stored = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const noSalt = Buffer.alloc(16, 7);

/**
 * Whether the password is the stored one. Without a stored one it takes as long and answers no, so that nobody learns
 * which accounts exist.
 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parts = stored.exec(hash ?? '');
  if (!parts) {
    await derive(password, noSalt, { memory, passes, lanes });
    return false;
  }
  const [, m, t, p, salt, wanted] = parts;
  const key = await derive(password, Buffer.from(salt!, 'base64'), {
    memory: Number(m),
    passes: Number(t),
    lanes: Number(p),
  });
  const known = Buffer.from(wanted!, 'base64');
  return known.length === key.length && timingSafeEqual(known, key);
}

/** What is wrong with a new password, or null. At least 8 characters of two kinds, and not the account. */
export function passwordProblem(password: string, account: string): Text | null {
  if (password.length < 8) return text('密码至少8个字符', 'The password must be at least 8 characters');
  if (password.length > 128) return text('密码最多128个字符', 'The password can be at most 128 characters');
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  if (kinds < 2)
    return text(
      '密码须含字母、数字、符号中的两种',
      'The password must contain at least two of letters, digits and symbols',
    );
  if (account && password.toLowerCase().includes(account.toLowerCase()))
    return text('密码不能包含账号', 'The password must not contain the account name');
  return null;
}

/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A one-time password of 14 characters (about 80 bits) that satisfies `passwordProblem`. */
export function randomPassword(): string {
  for (;;) {
    const made = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
    if (/[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made)) return made;
  }
}
