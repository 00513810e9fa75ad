import type { RemoteEvent } from '#domain/lane/types.ts';
import { committedEvent, transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';
import type { IngestTarget } from './link.ts';

/**
 * The lane has to give the opening its cause. Should it be lost, the gate's report is listed as an opening without a
 * known cause, with this command's id.
 */
export const openedFromAfar = committedEvent<{ target: IngestTarget; event: RemoteEvent }>({
  name: 'openedFromAfar',
  area: 'device',
  title: text('远程开闸', 'Opened from afar'),
  payload: {
    target: text('集团与车场', 'Group and car park'),
    event: text('开闸命令：车道、时间、命令编号', 'The command: lane, time, its id'),
  },
  required: true,
});

/**
 * A print that is over. `done` is false where it failed, was not confirmed or ran out; `about` is the order or stay it
 * is of, `time` when it was given.
 */
export type EndedPrint = {
  readonly id: string;
  readonly time: string;
  readonly parkId: string;
  readonly companyId: string;
  readonly gateId: string | null;
  readonly cause: string;
  readonly about: string | null;
  readonly plate: string | null;
  readonly done: boolean;
};

/** In the transaction that writes what came of them. May be emitted again for the same print. */
export const printsEnded = transactionEvent<{ tenantId: number; prints: readonly EndedPrint[] }>({
  name: 'printsEnded',
  area: 'device',
  title: text('打印结束', 'Prints ended'),
  payload: {
    tenantId: text('集团', 'Group'),
    prints: text(
      '每次打印：车场、车道、原因、凭条所属记录、是否打出',
      'Each: car park, lane, cause, what it is of, whether it came out',
    ),
  },
});

export const events = [openedFromAfar, printsEnded];
