import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 160 random bits in letters and digits a person can type into a device. Shown once, kept as a hash. */
export const newSecret = (): string => randomBytes(20).toString('hex');

/** A secret is random and long, so a plain hash of it can not be guessed back. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const isSecret = (secret: string, hash: string): boolean => {
  const [a, b] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)];
  return a.length === b.length && timingSafeEqual(a, b);
};
