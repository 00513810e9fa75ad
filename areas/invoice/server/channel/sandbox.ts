/**
 * Play invoices, for trying the product where no provider is: the number follows from the request, so that the same one
 * always has the same.
 */
import { createHash } from 'node:crypto';
import type { InvoiceChannel, InvoiceFile } from './channel.ts';

/** No province of the tax platform has 99. */
export const playNumber = (requestId: string): string => {
  const digits = BigInt(`0x${createHash('sha256').update(requestId).digest('hex').slice(0, 24)}`) % 10n ** 18n;
  return `99${String(digits).padStart(18, '0')}`;
};

/** One page that states plainly that it is no invoice. */
function playPdf(invoiceNo: string): Buffer {
  const content = `BT /F1 20 Tf 60 760 Td (Sandbox - not an invoice) Tj 0 -40 Td (${invoiceNo}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const starts = objects.map((object, nth) => {
    const at = body.length;
    body += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

const playFiles = (invoiceNo: string): InvoiceFile[] => [
  { kind: 'pdf', bytes: playPdf(invoiceNo) },
  { kind: 'xml', bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<sandbox number="${invoiceNo}"/>\n`) },
];

const now = (): string => new Date().toISOString();

export const sandbox: InvoiceChannel = {
  issue: async (_, { requestId }) => ({ state: 'issued', invoiceNo: playNumber(requestId), at: now(), used: false }),
  query: async () => ({ state: 'unknown' }),
  red: async (_, { requestId }) => ({ state: 'done', invoiceNo: playNumber(requestId), at: now() }),
  queryRed: async () => ({ state: 'unknown' }),
  files: async (_, invoiceNo) => playFiles(invoiceNo),
  test: async () => undefined,
};
