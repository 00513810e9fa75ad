/**
 * How many files one person and one group of companies may store, so that neither can fill the disk. Stated in
 * docs/operations.md.
 */
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { oneAtATime } from '#kit/server/one-at-a-time.ts';
import type { Work } from '#kit/server/work.ts';

const MEGABYTE = 1024 * 1024;
/** Files a person may store within an hour: so many, of so many bytes. */
export const FILES_AN_HOUR = 300;
const BYTES_AN_HOUR = 100 * MEGABYTE;
/** All files of a group of companies. */
const BYTES_OF_TENANT = 20 * 1024 * MEGABYTE;
/** Uploads of one person at the same moment, on one server. */
const AT_ONCE = 4;
const tooMuch = (id: 'too_many' | 'too_large', zh: string, en: string, values: Record<string, number>): Refused =>
  new Refused(id, {}, [{ field: 'file', msg: fill(text(zh, en), values) }]);

/** @param bytes of the file to come. @throws Refused 429 or 413 in words */
export async function ensureFileQuota(db: Db, work: Work, bytes: number): Promise<void> {
  await oneAtATime(db, 'files', work);
  const { tenantId, userId } = work.person;
  const [used] = await db.raw<{ files: number; bytes: string; tenant: string }>(
    `SELECT count(*) FILTER (WHERE created_by = $2 AND created_at > now() - interval '1 hour')::int AS files,
       coalesce(sum(size) FILTER (WHERE created_by = $2 AND created_at > now() - interval '1 hour'), 0) AS bytes,
       coalesce(sum(size), 0) AS tenant
     FROM stored_file WHERE tenant_id = $1`,
    [tenantId, userId],
  );
  if (used!.files >= FILES_AN_HOUR || Number(used!.bytes) + bytes > BYTES_AN_HOUR)
    throw tooMuch(
      'too_many',
      '每小时最多上传{files}个文件、{mb}MB，请稍后再试',
      'At most {files} files and {mb} MB can be uploaded an hour; please try again later',
      {
        files: FILES_AN_HOUR,
        mb: BYTES_AN_HOUR / MEGABYTE,
      },
    );
  if (Number(used!.tenant) + bytes > BYTES_OF_TENANT)
    throw tooMuch('too_large', '本集团的文件空间（{gb}GB）已满', "The group's file storage ({gb} GB) is full", {
      gb: BYTES_OF_TENANT / MEGABYTE / 1024,
    });
}

const uploading = new Map<string, number>();

/** Runs an upload unless too many of the same person are under way. */
export async function fewAtOnce<T>(userId: string, run: () => Promise<T>): Promise<T> {
  const now = uploading.get(userId) ?? 0;
  if (now >= AT_ONCE) throw new Refused('too_many');
  uploading.set(userId, now + 1);
  try {
    return await run();
  } finally {
    const left = uploading.get(userId)! - 1;
    if (left === 0) uploading.delete(userId);
    else uploading.set(userId, left);
  }
}
