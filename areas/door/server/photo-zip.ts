/**
 * Photos of many people in one ZIP, each named by what tells its person. What is wrong with one keeps no other from
 * being taken.
 */
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { MOST_BYTES } from '#domain/door/jpeg.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { photoZip } from '#areas/door/model/door-photo.ts';
import { keepPhoto, photoIn } from './photos.ts';
import type { Person } from './photos.ts';
import { villageNamed } from './place.ts';

const MOST_PHOTOS = 200;
const MOST_ZIP = 40 * 1024 * 1024;
/** Folders and what programs leave beside photos. */
const MOST_ENTRIES = 1_000;
/** With what is cut out of it a photo may be larger than one that is kept. */
const MOST_UNPACKED = 2 * MOST_BYTES;

type File = { readonly file: string; readonly bytes: Buffer | null };
type Line = {
  readonly file: string;
  readonly name: string | null;
  readonly saved: boolean;
  readonly why: string | null;
};

const refused = (msg: Text): Refused => new Refused('bad_input', {}, [{ field: 'file', msg }]);

/** Unpacked as far as it may be, whatever the archive says of its size. Null: more than that. */
async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) {
    size += (part as Buffer).length;
    if (size > MOST_UNPACKED) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

const leftBeside = (path: string): boolean => path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(path);

async function filesIn(bytes: unknown): Promise<File[]> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw refused(text('请选择文件', 'Please choose a file'));
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: false }).catch(
    () => {
      throw refused(text('不是 ZIP 文件', 'Not a ZIP file'));
    },
  );
  if (zip.entryCount > MOST_ENTRIES) throw refused(text('文件过多', 'Too many files'));
  const files: File[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (leftBeside(entry.fileName)) continue;
      if (files.length >= MOST_PHOTOS) throw refused(text('一次最多 200 张', 'At most 200 photos at once'));
      const file = entry.fileName.slice(entry.fileName.lastIndexOf('/') + 1);
      files.push({ file, bytes: entry.isEncrypted() ? null : await unpacked(zip, entry) });
    }
  } catch (error) {
    throw error instanceof Refused ? error : refused(text('ZIP 文件已损坏', 'The ZIP file is damaged'));
  } finally {
    zip.close();
  }
  if (files.length === 0) throw refused(text('没有照片', 'There is no photo in it'));
  return files;
}

const columns = { empNo: 'emp_no', phone: 'phone', cardNo: 'card_no' } as const;

/** People of the community by what their files are named by. */
async function peopleBy(work: Work, villageId: string, suffix: keyof typeof columns, names: readonly string[]) {
  const { tenantId } = await villageNamed(work, villageId);
  const rows = await ofTenant(work.db, tenantId).raw<{ id: string; name: string; value: string }>(
    `SELECT id, emp_name AS name, ${columns[suffix]} AS value FROM door_employee
     WHERE tenant_id = $1 AND village_id = $2 AND ${columns[suffix]} = ANY($3::text[]) AND deleted_at IS NULL AND status <> 'left'`,
    [tenantId, villageId, [...names]],
  );
  return Map.groupBy(rows, ({ value }) => value);
}

const nameOf = (file: string): string => file.replace(/\.jpe?g$/i, '').trim();
const doubt = {
  many: text('同名的不止一人', 'It fits more than one person'),
  none: text('没有这个人', 'There is nobody so named'),
  twice: text('同一人有多张照片', 'Another photo of the same person'),
  large: text('文件过大或已加密', 'Too large, or locked with a password'),
};

async function take(work: Work<typeof photoZip.input>): Promise<unknown> {
  const { villageId, suffix, textVersion } = work.input;
  const files = await filesIn(work.raw['bytes']);
  const people = await peopleBy(
    work as Work,
    villageId!,
    (suffix ?? 'empNo') as keyof typeof columns,
    files.map(({ file }) => nameOf(file)),
  );
  const done = new Set<string>();
  const lines: Line[] = [];
  for (const { file, bytes } of files) {
    const [one, ...more] = people.get(nameOf(file)) ?? [];
    const name = one && more.length === 0 ? one.name : null;
    const not = (why: Text) => lines.push({ file, name, saved: false, why: why[work.lang] });
    if (!one) not(doubt.none);
    else if (more.length > 0) not(doubt.many);
    else if (done.has(one.id)) not(doubt.twice);
    else if (!bytes) not(doubt.large);
    else
      try {
        const jpeg = photoIn(bytes, 'file');
        const person = (await rowOf(doorEmployee, one.id, work.db, { lock: true })) as Person;
        await keepPhoto(work as Work, person, jpeg, { textVersion: textVersion ?? null, way: 'paper' });
        done.add(one.id);
        lines.push({ file, name, saved: true, why: null });
      } catch (error) {
        if (!(error instanceof Refused) || error.id === 'unavailable') throw error;
        lines.push({ file, name, saved: false, why: error.words[work.lang] });
      }
  }
  const failed = lines.flatMap(({ file, saved, why }) => (saved ? [] : [{ file, why }]));
  return { total: lines.length, saved: done.size, failed, lines };
}

export const photoZipServed: readonly Served[] = [serve(photoZip, take, { bodyLimit: MOST_ZIP + 1 })];
