/**
 * Parts of a message as cameras write them. A part that states its length is read by it, for a picture may hold the
 * boundary; where the length is wrong or missing, to the next boundary. The boundary named in the header is not always
 * the one used. A part that is cut off is left out.
 */
export type Part = { readonly name: string; readonly type: string; readonly bytes: Buffer };

const MOST_PARTS = 12;
const MOST_HEAD = 2_048;
const CRLF = Buffer.from('\r\n');
const BLANK = Buffer.from('\r\n\r\n');

function boundaryOf(type: string, body: Buffer): Buffer | null {
  const named = /boundary="?([^";]+)"?/i.exec(type)?.[1]?.trim();
  if (named && body.includes(`--${named}`)) return Buffer.from(`--${named}`);
  const first = body.subarray(0, 300).toString('latin1').trimStart().split(/\r?\n/, 1)[0]!;
  return /^--[\x21-\x7e]{1,100}$/.test(first) ? Buffer.from(first) : null;
}

const header = (head: string, name: string): string =>
  new RegExp(`^${name}\\s*:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';

/** Where the content ends: by its length if a boundary, or the end, follows there; else at the next boundary. */
function endOf(body: Buffer, from: number, length: number | null, boundary: Buffer): number | null {
  const end = length === null ? -1 : from + length;
  if (end > from && end <= body.length) {
    const after = body.subarray(end, end + boundary.length + 4);
    if (after.length === 0 || after.subarray(0, 2).equals(CRLF) || after.indexOf(boundary) === 0) return end;
  }
  const next = body.indexOf(boundary, from);
  if (next === -1) return null;
  return body.subarray(next - 2, next).equals(CRLF) ? Math.max(from, next - 2) : next;
}

export function readParts(type: string, body: Buffer): readonly Part[] {
  const boundary = boundaryOf(type, body);
  if (!boundary) return [];
  const parts: Part[] = [];
  let here = body.indexOf(boundary);
  while (here !== -1 && parts.length < MOST_PARTS) {
    const start = here + boundary.length;
    const blank = body.indexOf(BLANK, start);
    if (blank === -1 || blank - start > MOST_HEAD) break;
    const head = body.subarray(start, blank).toString('latin1');
    const length = /^\d{1,9}$/.test(header(head, 'Content-Length')) ? Number(header(head, 'Content-Length')) : null;
    const from = blank + BLANK.length;
    const end = endOf(body, from, length, boundary);
    if (end === null) break;
    const disposition = header(head, 'Content-Disposition');
    const name = /\bname="?([^";\r\n]+)"?/i.exec(disposition)?.[1] ?? '';
    parts.push({
      name: name.slice(0, 100),
      type: header(head, 'Content-Type').toLowerCase(),
      bytes: body.subarray(from, end),
    });
    here = body.indexOf(boundary, end);
  }
  return parts;
}
