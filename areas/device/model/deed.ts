import { call } from '#kit/declare/call.ts';
import type { Call, Method, Permission } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export const base = '/api/updown/parkdevices';

type More = Partial<Pick<Call, 'answer' | 'changes' | 'note'>>;

/** A call about devices; POST unless said. */
export const deed = <const F extends Fields>(name: string, title: Text, path: string, permission: Permission, input: F, more: More = {}, method: Method = 'POST'): Call<F> =>
  call({ name: `parkDevice.${name}`, title, area: 'device', method, path, permission, input, ...more });

/** What a command to a device answers: `{ commandIds }`, at once. */
export const queued: More = {
  answer: 'object',
  note: text('命令写入发件箱即返回；设备的应答见命令记录。', 'Answers when the command is in the outbox; what the device answered stands in the command record.'),
};

export const serialNumber = str(text('序列号', 'Serial number'), { required: true, max: 40 });
export const reason = str(text('原因', 'Reason'), { max: 200 });
