import { Worker } from 'node:worker_threads';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { badFile, emptyFile, MOST_BYTES } from './table.ts';
import type { Line, TableFile } from './table.ts';
import type { FromWorker } from './worker.ts';

/** A form of 20,000 rows takes two seconds on an old machine. */
const MOST_MS = 15_000;
/** Memory for a workbook at the readers' bounds. */
const HEAP_MB = 384;
/** Files read at the same time, and waiting for their turn. */
const MOST_THREADS = 2;
const MOST_WAITING = 20;

const tooSlow = () =>
  badFile(text('读取文件超时，请减少内容后再试', 'Reading the file takes too long; please try with less in it'));

/** Requests the thread's next batch. */
const NEXT = 'next';

let reading = 0;
const waiting: (() => void)[] = [];

/** Runs the work when a thread is free; refuses when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= MOST_THREADS) {
    if (waiting.length >= MOST_WAITING) throw new Refused('too_many');
    await new Promise<void>((free) => void waiting.push(free));
  } else reading++;
  try {
    return await work();
  } finally {
    // The place goes on to whoever waits longest.
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

const outOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** @throws what the thread refuses; `bad_input` when it takes longer than `mostMs` or more memory than a form needs */
async function inThread(bytes: Buffer, mostMs: number): Promise<{ lines: Line[]; dayShift: number }> {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((then, fail) => {
      const lines: Line[] = [];
      timer = setTimeout(() => fail(tooSlow()), mostMs);
      thread.once('error', (error) => fail(outOfMemory(error) ? new Refused('too_large') : error));
      thread.once('exit', (code) => fail(new Error(`the reader's thread ended with ${code}`)));
      thread.on('message', (message: FromWorker) => {
        if ('refused' in message) return fail(new Refused(message.refused.id, {}, message.refused.problems));
        if ('done' in message) return then({ lines, dayShift: message.done.dayShift });
        for (const line of message.rows) lines.push(line);
        thread.postMessage(NEXT);
      });
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/**
 * Reads a filled-in form: the first sheet of an XLSX, or CSV in UTF-8 or GB18030. Refuses what is too large packed (10
 * MB) or unpacked (100 MB), has more than 20,000 rows or 500 columns, takes too long, or is something else.
 */
export async function readTable(bytes: Buffer, mostMs = MOST_MS): Promise<TableFile> {
  if (bytes.length > MOST_BYTES) throw new Refused('too_large');
  if (bytes.length < 2) throw bytes.length === 0 ? emptyFile() : new Refused('wrong_type');
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw badFile(text('请另存为 .xlsx 后再导入', 'Please save it as .xlsx first'));
  const { lines, dayShift } = await inTurn(() => inThread(bytes, mostMs));
  const [first, ...rest] = lines;
  if (!first) throw emptyFile();
  return { headings: first.cells.map((cell) => String(cell ?? '')), lines: rest, dayShift };
}

const read = new WeakMap<Buffer, Promise<TableFile>>();

/**
 * The table of a request's body, read once however often it is needed: before the transaction, in it, and for the rows
 * given back.
 */
export function uploadedTable(bytes: Buffer): Promise<TableFile> {
  const known = read.get(bytes) ?? readTable(bytes);
  read.set(bytes, known);
  return known;
}
