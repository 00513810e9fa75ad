/**
 * Passes issued from a file: a form to fill in, every line checked, the good ones granted, the others given back with
 * what is wrong.
 */
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { importFile, templateOf, uploaded } from '#kit/sheets/server/import.ts';
import type { ImportReport } from '#kit/sheets/server/import.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { uploadedTable } from '#kit/sheets/read/read.ts';
import { MOST_BYTES } from '#kit/sheets/read/table.ts';
import { xlsx } from '#kit/sheets/write/xlsx.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';
import { park } from '#areas/lot/model/park.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { batchGrant, batchTemplate } from '../model/calls.ts';
import { passGrant } from '../model/park-month.ts';

const grant = passGrant as Resource;
/** Given once for the whole file. */
const given = ['parkId', 'carTypeId'];

/** The lines with problems as they were written, each with what is wrong, ready to be put right and sent again. */
async function failedFile(bytes: Buffer, report: ImportReport, work: Work): Promise<string | null> {
  if (report.bad === 0) return null;
  const { headings, lines } = await uploadedTable(bytes);
  const wrong = new Map(
    report.rows.map((row) => [row.line, row.problems.map(({ msg }) => msg).join(work.lang === 'zh' ? '；' : '; ')]),
  );
  const columns: Column[] = [...headings, text('问题', 'Error')[work.lang]].map((heading) => ({
    heading,
    style: 'text',
    width: 18,
  }));
  const rows = lines
    .filter(({ line }) => wrong.has(line))
    .map(({ line, cells }): CellRow => [
      ...headings.map((_, at) => (cells[at] === null || cells[at] === undefined ? null : String(cells[at]))),
      wrong.get(line)!,
    ]);
  const file = await buffer(
    Readable.from(xlsx([{ name: grant.title[work.lang], columns, batches: [rows] }], { now: work.now })),
  );
  return file.toString('base64');
}

async function batch(work: Work): Promise<unknown> {
  const { parkId, carTypeId, mode } = work.input as { parkId: string; carTypeId: string; mode: 'check' | 'submit' };
  await Promise.all([rowOf(park, parkId, work.db), rowOf(carType, carTypeId, work.db)]);
  const bytes = await uploaded(work);
  const report = await importFile(grant, bytes, work, mode === 'check', { parkId, carTypeId });
  return { ...report, failedFile: await failedFile(bytes, report, work) };
}

export const batchServed: Served[] = [
  serve(batchTemplate, async (work) => {
    if (work.input.parkId) await rowOf(park, work.input.parkId, work.db);
    return templateOf(grant, work, given);
  }),
  serve(batchGrant, batch, {
    bodyLimit: MOST_BYTES + 1,
    before: async (work) => {
      await uploaded(work);
    },
  }),
];
