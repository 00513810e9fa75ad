/** What a stored file is, by its content; the name and type the sender claims are ignored. */
export type FileType = {
  readonly type: string;
  /** Anything that is not a picture, document or film: only for who may store firmware. */ readonly opaque: boolean;
};

const plain = (type: string): FileType => ({ type, opaque: false });
const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);
const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Markup that a browser could run, hidden in a text or picture of words. */
const markup = /^\s*<|<(?:!doctype|html|svg|script|iframe|body|head|meta|\?xml)[\s>/]/i;
const binary = /[^\t\n\v\f\r\u0020-\uffff]/;

function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return binary.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** null where the content must not be stored at all: markup, or nothing we know and nothing opaque either. */
export function fileType(bytes: Buffer): FileType | null {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return plain('image/png');
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return plain('image/jpeg');
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return plain('image/gif');
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return plain('image/webp');
  if (ascii(bytes, 0, 5) === '%PDF-') return plain('application/pdf');
  if (ascii(bytes, 4, 8) === 'ftyp' && /^(isom|iso[2-6]|mp4[12]|avc1|M4V |MSNV|dash|qt  )/.test(ascii(bytes, 8, 12)))
    return plain('video/mp4');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const book = bytes.includes('[Content_Types].xml') && bytes.includes('xl/');
    return book
      ? plain('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      : { type: 'application/zip', opaque: true };
  }
  const text = textOf(bytes);
  if (text === null) return { type: 'application/octet-stream', opaque: true };
  return markup.test(text) ? null : plain('text/plain; charset=utf-8');
}
