import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { fileType } from './file-type.ts';
import { fewAtOnce, ensureFileQuota } from './quota.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';

const MOST = 20 * 1024 * 1024;
/** Who may store archives and binaries: firmware for devices. */
export const firmwarePermission = 'storedFile:firmware';

/** Where the bytes lie, found by their hash. */
export type FileStore = {
  /** Answers once they are there to stay; the same ones again are harmless. */
  readonly put: (hash: string, bytes: Buffer) => Promise<void>;
  /** Null where nothing is stored under the hash. A stream that is not read to its end is to be destroyed. */
  readonly open: (hash: string) => Promise<{ readonly size: number; readonly stream: Readable } | null>;
  /** Removes what is stored under the hash; a missing file is no error. */
  readonly drop: (hash: string) => Promise<void>;
};

let stored: FileStore | null = null;

/** Set once at start. */
export const setFileStore = (store: FileStore): void => {
  stored = store;
};
export const fileStore = (): FileStore => {
  if (!stored) throw new Error('no file store is set');
  return stored;
};

const requestedHash = (work: Work): string => {
  const hash = String(work.input.hash ?? '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw new Refused('bad_input', {}, [
      { field: 'hash', msg: text('应为文件的 SHA-256', 'must be the SHA-256 of the file') },
    ]);
  return hash;
};

export const fileUrl = (hash: string): string => `/api/updown/file/${hash}`;

/**
 * The bytes are in the store before a row names them, and the row is there before the request's own transaction begins:
 * what is stored counts for whoever stored it, also where the request is refused after all.
 */
async function keep(work: Work): Promise<void> {
  const hash = requestedHash(work);
  const { bytes } = work.raw;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw new Refused('bad_input', {}, [{ field: 'file', msg: text('请选择文件', 'Please choose a file') }]);
  if (bytes.length > MOST) throw new Refused('too_large');
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new Refused('bad_input', {}, [
      { field: 'hash', msg: text('文件内容与 SHA-256 不符', 'The content does not have this SHA-256') },
    ]);
  const found = fileType(bytes);
  if (!found || (found.opaque && !work.permits(firmwarePermission))) throw new Refused('wrong_type');
  await fewAtOnce(work.person.userId, async () => {
    await work.database.write(scopeOf(work.person), (db) => ensureFileQuota(db, work, bytes.length));
    await fileStore().put(hash, bytes);
    await work.database.write(scopeOf(work.person), async (db) => {
      await ensureFileQuota(db, work, bytes.length);
      await db.raw(
        'INSERT INTO stored_file (tenant_id, hash, type, size, created_by) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tenant_id, hash) DO NOTHING',
        [work.person.tenantId, hash, found.type, bytes.length, work.person.userId],
      );
    });
  });
}

async function enter(work: Work): Promise<unknown> {
  const [hash, bytes] = [requestedHash(work), work.raw.bytes as Buffer];
  const { type } = fileType(bytes)!;
  work.record({ resource: 'storedFile', action: 'add', rowId: null, after: { hash, type, size: bytes.length } });
  return { url: fileUrl(hash), hash, type, size: bytes.length };
}

/**
 * A file goes only to the group of companies that stored it, and to the platform. Not stored and not yours are the same
 * answer.
 */
async function fetched(work: Work): Promise<Raw> {
  const hash = requestedHash(work);
  const [row] = await work.db.raw<{ type: string; size: number }>(
    `SELECT type, size FROM stored_file WHERE hash = $1 ${work.db.scope.platform ? '' : 'AND tenant_id = $2'} LIMIT 1`,
    work.db.scope.platform ? [hash] : [hash, work.db.scope.tenantId],
  );
  return sent(hash, row, 'private');
}

/**
 * Keeps a picture that somebody without a login sends, for a group: whoever calls has counted how many he may. The
 * bytes are there before the row names them.
 */
export async function keepPicture(database: Database, tenantId: number, bytes: Buffer): Promise<string> {
  const found = fileType(bytes);
  if (!found?.type.startsWith('image/')) throw new Refused('wrong_type');
  const hash = createHash('sha256').update(bytes).digest('hex');
  await fileStore().put(hash, bytes);
  await database.write(tenantScope(tenantId), (db) =>
    db.raw(
      'INSERT INTO stored_file (tenant_id, hash, type, size) VALUES ($1, $2, $3, $4) ON CONFLICT (tenant_id, hash) DO NOTHING',
      [tenantId, hash, found.type, bytes.length],
    ),
  );
  return fileUrl(hash);
}

/**
 * What the server itself fetched for a group, such as an invoice: its kind is known from where it comes. @returns its
 * hash
 */
export async function keepDocument(database: Database, tenantId: number, bytes: Buffer, type: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await fileStore().put(hash, bytes);
  await database.write(tenantScope(tenantId), (db) =>
    db.raw(
      'INSERT INTO stored_file (tenant_id, hash, type, size) VALUES ($1, $2, $3, $4) ON CONFLICT (tenant_id, hash) DO NOTHING',
      [tenantId, hash, type, bytes.length],
    ),
  );
  return hash;
}

/** The bytes of a stored file; null where they are not there. */
export async function storedBytes(hash: string): Promise<Buffer | null> {
  const there = await fileStore().open(hash);
  return there ? Buffer.concat(await there.stream.toArray()) : null;
}

/** A stored file of a group for somebody who was found to be its owner, without a login. */
export async function storedDocument(db: Db, tenantId: number, hash: string | null): Promise<Raw> {
  const [row] = hash
    ? await db.raw<{ type: string }>('SELECT type FROM stored_file WHERE tenant_id = $1 AND hash = $2', [
        tenantId,
        hash,
      ])
    : [];
  return sent(hash ?? '', row, 'private');
}

/** A stored picture of a group for somebody who was found to be allowed to see it; null where the group has none. */
export async function groupPicture(db: Db, tenantId: number, hash: string): Promise<Raw | null> {
  const [row] = await db.raw<{ type: string }>(
    `SELECT type FROM stored_file WHERE tenant_id = $1 AND hash = $2 AND type LIKE 'image/%'`,
    [tenantId, hash],
  );
  return row ? sent(hash, row, 'private') : null;
}

/** A stored picture of any group; whoever calls must have found that it is for everybody's eyes. */
export async function storedPicture(db: Db, hash: string | null): Promise<Raw> {
  const [row] = hash
    ? await db.raw<{ type: string }>(`SELECT type FROM stored_file WHERE hash = $1 AND type LIKE 'image/%' LIMIT 1`, [
        hash,
      ])
    : [];
  return sent(hash ?? '', row, 'public');
}

/** The store is read after the transaction that found the row. */
function sent(hash: string, row: { type: string } | undefined, seenBy: 'private' | 'public'): Raw {
  return new Raw(async (reply) => {
    const there = row && (await fileStore().open(hash));
    if (!row || !there) throw new Refused('no_such_record', { what: text('文件', 'File') });
    const inline = /^(image\/|application\/pdf|video\/)/.test(row.type);
    return reply
      .header('Content-Type', row.type)
      .header('Content-Length', there.size)
      .header('X-Content-Type-Options', 'nosniff')
      .header(
        'Content-Disposition',
        `${inline ? 'inline' : 'attachment'}; filename="${hash.slice(0, 12)}${endings[row.type] ?? ''}"`,
      )
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Cache-Control', `${seenBy}, max-age=31536000, immutable`)
      .send(there.stream);
  });
}

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'video/mp4': '.mp4',
  'text/plain; charset=utf-8': '.txt',
  'application/zip': '.zip',
  'application/ofd': '.ofd',
  'application/xml': '.xml',
  'application/octet-stream': '.bin',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

const hashInput = { hash: str(text('内容摘要（SHA-256）', 'SHA-256 of the content'), { required: true, max: 64 }) };
const path = '/api/updown/file/:hash';
const storeCall = call({
  name: 'storedFile.add',
  title: text('上传文件', 'Store a file'),
  area: 'kit',
  method: 'POST',
  path,
  permission: 'session',
  input: hashInput,
  answer: 'object',
  note: text(
    '请求体为文件内容，不超过20MB；按内容识别类型，HTML 与 SVG 不收',
    'The body is the content, at most 20 MB; known by content; HTML and SVG are refused',
  ),
});
const fetchCall = call({
  name: 'storedFile.read',
  title: text('读取文件', 'Fetch a file'),
  area: 'kit',
  method: 'GET',
  path,
  permission: 'session',
  input: hashInput,
  answer: 'file',
});

export const files: Served[] = [
  serve(storeCall, (work) => enter(work), { bodyLimit: MOST + 1, before: keep }),
  serve(fetchCall, (work) => fetched(work)),
];
