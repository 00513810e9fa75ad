import { call } from '#kit/declare/call.ts';
import type { Call, Method, Permission } from '#kit/declare/call.ts';
import { select, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export const base = '/api/updown/parkdevices';

type More = Partial<Pick<Call, 'answer' | 'changes' | 'note'>>;

/** A call about devices; POST by default. */
export const deviceAction = <const F extends Fields>(
  name: string,
  title: Text,
  path: string,
  permission: Permission,
  input: F,
  more: More = {},
  method: Method = 'POST',
): Call<F> => call({ name: `parkDevice.${name}`, title, area: 'device', method, path, permission, input, ...more });

/** What a command to a device answers: `{ commandIds }`, at once. */
export const queued: More = {
  answer: 'object',
  note: text(
    '命令写入发件箱即返回；设备的应答见命令记录。',
    'Answers when the command is in the outbox; what the device answered stands in the command record.',
  ),
};

/** Called after a command was given: waits a few seconds for the devices' answers. */
export const commandOutcome = deviceAction(
  'commandOutcome',
  text('指令结果', 'What came of commands'),
  '/api/gatehouse/deviceCommand/outcome',
  'session',
  { commandIds: str(text('指令编号', 'Command ids'), { required: true, max: 4_000 }) },
  {
    answer: 'object',
    note: text(
      '{ commands: [{ commandId, status, error }] }。最多等六秒；有设备答复失败或没有应答的，应答 422 并写明设备和原因。播报、语音不须应答：发出后一秒半内设备没有答复失败即可。',
      '{ commands: [{ commandId, status, error }] }. Waits for six seconds at most; where a device failed or did not answer, 422 names the device and why. Speaking needs no answer: it is enough that the device has not reported a failure a second and a half after it was sent.',
    ),
  },
  'GET',
);

export const serialNumber = str(text('序列号', 'Serial number'), { required: true, max: 40 });
/** Input wherever somebody moves a barrier remotely. */
export const reason = str(text('原因', 'Reason'), { required: true, max: 200 });

/** What a person found who went to look at the barrier. */
export const settleOpening = deviceAction(
  'settleOpening',
  text('核实开闸', 'Settle the opening'),
  '/api/gatehouse/deviceCommand/settle',
  'parkDevice:open',
  {
    commandId: str(text('指令编号', 'Command'), { required: true, max: 40 }),
    found: select(
      text('现场情况', 'Found'),
      { opened: text('道闸开了', 'The barrier did open'), closed: text('道闸没开', 'The barrier did not open') },
      { required: true },
    ),
    remark: reason,
  },
  {
    answer: 'object',
    note: text(
      '仅用于“不确定”的开闸指令，只能核实一次。开了的记为已执行，一小时内的补记这次开闸；没开的记为失败，不推定通过。',
      'For openings that are “uncertain”, once each. One that did open is done, and within an hour the opening itself is recorded; one that did not has failed, and no passage is assumed.',
    ),
  },
);
