import type { RemoteEvent } from '#domain/lane/types.ts';
import { committedEvent } from '#kit/declare/event.ts';
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

export const events = [openedFromAfar];
