import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { fileType } from './files-type.ts';
import { onDisk } from './on-disk.ts';
import { Raw, serve } from './served.ts';
import type { Served } from './served.ts';
import type { Work } from './work.ts';

const MOST = 20 * 1024 * 1024;
/** Who may store archives and binaries: firmware for devices. */
export const firmwarePermission = 'storedFile:firmware';

let folder: string | null = null;

/** Where the bytes lie, told once at start: `<data folder>/files`. */
export const setFilesFolder = (path: string): void => { folder = resolve(path); };

/** `<files>/ab/cd/<hash>`; without being told, `files` of `GATEHOUSE_DATA`, else of `data` in the working folder. */
const placeOf = (hash: string): string => join(folder ?? join(resolve(process.env['GATEHOUSE_DATA'] ?? 'data'), 'files'), hash.slice(0, 2), hash.slice(2, 4), hash);

const hashAsked = (work: Work): string => {
  const hash = String(work.input.hash ?? '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Refused('bad_input', {}, [{ field: 'hash', msg: text('应为文件的 SHA-256', 'must be the SHA-256 of the file') }]);
  return hash;
};

/** Written aside, on the disk, then put in place: what stands under a hash is always whole. Its folders too are on the disk, from `files` on. */
async function keep(hash: string, bytes: Buffer): Promise<void> {
  const place = placeOf(hash);
  const there = await stat(place).catch(() => null);
  if (there?.size !== bytes.length) await put(place, bytes);
  for (const each of ['.', '..', '../..']) await onDisk(join(dirname(place), each));
}

async function put(place: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o750 });
  const aside = `${place}.${randomUUID()}`;
  try {
    const handle = await open(aside, 'wx', 0o640);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

export const fileUrl = (hash: string): string => `/api/updown/file/${hash}`;

async function store(work: Work): Promise<unknown> {
  const hash = hashAsked(work);
  const { bytes } = work.raw;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new Refused('bad_input', {}, [{ field: 'file', msg: text('请选择文件', 'Please choose a file') }]);
  if (bytes.length > MOST) throw new Refused('too_large');
  if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Refused('bad_input', {}, [{ field: 'hash', msg: text('文件内容与 SHA-256 不符', 'The content does not have this SHA-256') }]);
  const found = fileType(bytes);
  if (!found || (found.opaque && !work.permits(firmwarePermission))) throw new Refused('wrong_type');
  await keep(hash, bytes);
  await work.db.raw('INSERT INTO stored_file (tenant_id, hash, type, size, created_by) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tenant_id, hash) DO NOTHING', [work.person.tenantId, hash, found.type, bytes.length, work.person.userId]);
  work.record({ resource: 'storedFile', action: 'add', rowId: null, after: { hash, type: found.type, size: bytes.length } });
  return { url: fileUrl(hash), hash, type: found.type, size: bytes.length };
}

/** A file goes only to the group of companies that stored it, and to the platform. Not stored and not yours are the same answer. */
async function fetched(work: Work): Promise<Raw> {
  const hash = hashAsked(work);
  const [row] = await work.db.raw<{ type: string; size: number }>(
    `SELECT type, size FROM stored_file WHERE hash = $1 ${work.db.scope.platform ? '' : 'AND tenant_id = $2'} LIMIT 1`, work.db.scope.platform ? [hash] : [hash, work.db.scope.tenantId]);
  return sent(hash, row, 'private');
}

/** A stored picture of any group; whoever calls must have found that it is for everybody's eyes. */
export async function storedPicture(db: Db, hash: string | null): Promise<Raw> {
  const [row] = hash ? await db.raw<{ type: string }>(`SELECT type FROM stored_file WHERE hash = $1 AND type LIKE 'image/%' LIMIT 1`, [hash]) : [];
  return sent(hash ?? '', row, 'public');
}

async function sent(hash: string, row: { type: string } | undefined, seenBy: 'private' | 'public'): Promise<Raw> {
  const there = row && await stat(placeOf(hash)).catch(() => null);
  if (!row || !there) throw new Refused('no_such_record', { what: text('文件', 'File') });
  const inline = /^(image\/|application\/pdf|video\/)/.test(row.type);
  return new Raw((reply) => reply
    .header('Content-Type', row.type).header('Content-Length', there.size).header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', `${inline ? 'inline' : 'attachment'}; filename="${hash.slice(0, 12)}${endings[row.type] ?? ''}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox").header('Cache-Control', `${seenBy}, max-age=31536000, immutable`)
    .send(createReadStream(placeOf(hash))));
}

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png', 'image/jpeg': '.jpg', 'image/gif': '.gif', 'image/webp': '.webp', 'application/pdf': '.pdf', 'video/mp4': '.mp4',
  'text/plain; charset=utf-8': '.txt', 'application/zip': '.zip', 'application/octet-stream': '.bin',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

const asked = { hash: str(text('内容摘要（SHA-256）', 'SHA-256 of the content'), { required: true, max: 64 }) };
const path = '/api/updown/file/:hash';
const storeCall = call({
  name: 'storedFile.add', title: text('上传文件', 'Store a file'), area: 'kit', method: 'POST', path, permission: 'session', input: asked, answer: 'object',
  note: text('请求体为文件内容，不超过20MB；按内容识别类型，HTML 与 SVG 不收', 'The body is the content, at most 20 MB; known by content; HTML and SVG are refused'),
});
const fetchCall = call({ name: 'storedFile.read', title: text('读取文件', 'Fetch a file'), area: 'kit', method: 'GET', path, permission: 'session', input: asked, answer: 'file' });

export const files: Served[] = [
  serve(storeCall, (work) => store(work as unknown as Work), { bodyLimit: MOST + 1 }),
  serve(fetchCall, (work) => fetched(work as unknown as Work)),
];
