/**
 * The thread a file is read in: whatever it costs, the server goes on answering, and one that overruns is ended with
 * its thread.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem, RefusalId } from '#kit/declare/refused.ts';
import { readCsv } from './csv-file.ts';
import type { Line } from './table.ts';
import { readWorkbook } from './workbook.ts';

/** What the thread sends: its rows in batches, each on request, then the end; or why the file is refused. */
export type FromWorker =
  | { readonly rows: readonly Line[] }
  | { readonly done: { readonly dayShift: number } }
  | { readonly refused: { readonly id: RefusalId; readonly problems: readonly Problem[] } };

/** So few that the server's thread takes a batch in a millisecond or two. */
const BATCH_CELLS = 5_000;
const ZIP = 0x504b;

const port = parentPort!;
const send = (message: FromWorker): void => port.postMessage(message);

async function sendRows(lines: readonly Line[]): Promise<void> {
  let batch: Line[] = [];
  let cells = 0;
  for (const line of lines) {
    batch.push(line);
    cells += line.cells.length;
    if (cells < BATCH_CELLS) continue;
    send({ rows: batch });
    await once(port, 'message');
    batch = [];
    cells = 0;
  }
  if (batch.length > 0) send({ rows: batch });
}

const bytes = Buffer.from(workerData as Uint8Array);
try {
  const { lines, dayShift } =
    bytes.readUInt16BE(0) === ZIP ? await readWorkbook(bytes) : { lines: readCsv(bytes), dayShift: 0 };
  await sendRows(lines);
  send({ done: { dayShift } });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  send({ refused: { id: error.id, problems: error.problems } });
}
