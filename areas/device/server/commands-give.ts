/** A person gives a command: written with its audit, sent after the commit. */
import { parkDevice } from '#areas/device/model/park-device.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { WithMessage } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { queueCommands } from './commands-queue.ts';
import type { NewCommand, Queued } from './commands-queue.ts';

export type Device = Stored & {
  tenantId: number;
  parkId: string;
  sn: string;
  gateId: string | null;
  deviceType: string;
};
export type AnyWork = Pick<Work, 'db' | 'database' | 'record' | 'afterCommit' | 'now' | 'person'>;

const given = text('指令已下发，结果见设备指令', 'Command given; see device commands for what came of it');

export const deviceOf = (work: Pick<Work, 'db'>, id: string): Promise<Device> =>
  rowOf(parkDevice, id, work.db) as Promise<Device>;

/** Writes the commands of one person and has them sent after the commit; refuses when one finds no device. */
export async function give(work: AnyWork, tenantId: number, commands: readonly NewCommand[]): Promise<Queued[]> {
  const queued = await queueCommands(work.db, tenantId, commands, work.now);
  if (queued.length < commands.length) {
    throw ruleRefused(
      commands.some(({ deviceId }) => deviceId !== undefined)
        ? text('这类设备不能执行此指令', 'Devices of this kind cannot do this')
        : text('车道没有可执行此指令的设备', 'No device there can do this'),
    );
  }
  for (const { id, name, deviceId, parkId, companyId } of queued) {
    work.record({
      resource: parkDevice.name,
      action: name,
      rowId: deviceId,
      after: { commandId: id },
      tenantId,
      companyId,
      parkId,
    });
  }
  work.afterCommit(() => wakeDispatch(tenantId));
  return queued;
}

/** `commandIds` for whoever wants to follow them, and the state each is in now. */
export const answered = (queued: readonly Queued[]): WithMessage =>
  new WithMessage(
    { commandIds: queued.map(({ id }) => id), commands: queued.map(({ id, status }) => ({ commandId: id, status })) },
    given,
  );

/** A person's command to one device. */
export async function sendCommand(
  work: AnyWork,
  deviceId: string,
  name: NewCommand['name'],
  payload: Record<string, unknown>,
): Promise<WithMessage> {
  const { tenantId, id } = await deviceOf(work, deviceId);
  return answered(
    await give(work, tenantId, [
      { name, deviceId: id, payload, cause: 'staff', causeId: work.person.userId, remark: work.person.name },
    ]),
  );
}
