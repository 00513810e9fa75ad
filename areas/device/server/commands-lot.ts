/**
 * A command to all devices of a lot that can do it. Each is a command of its own, so that what came of it stands device
 * by device.
 */
import { eq, inArray } from 'drizzle-orm';
import { parkCommand, parkCommandVno } from '#areas/device/model/calls.ts';
import type { CommandName } from '#areas/device/model/command.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import type { deviceTypes } from '#areas/device/model/park-device.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { WithMessage, Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { answered, give } from './commands-give.ts';
import type { AnyWork, Device } from './commands-give.ts';
import { commandKinds } from './commands-kinds.ts';
import { isMute } from './commands-queue.ts';
import { syncLot } from './commands-list.ts';

export type Version = {
  versionNo: string;
  fileUrl: string;
  sha256: string | null;
  deviceType: keyof typeof deviceTypes | 'detector';
};

export const upgradeTo = ({ versionNo, fileUrl, sha256 }: Version) => ({ version: versionNo, url: fileUrl, sha256 });

type Order = {
  readonly name: CommandName;
  readonly types: readonly string[];
  readonly payload: Record<string, unknown> | ((device: Device) => Record<string, unknown>);
};

const nobody = text('该车场没有可执行此指令的设备', 'No device of this car park can do this');

async function queueAll(work: AnyWork, parkId: string, orders: readonly Order[]): Promise<WithMessage> {
  const t = tableOf(parkDevice);
  const devices = (await work.db
    .select()
    .from(t)
    .where(
      scoped(parkDevice, work.db.scope, [
        eq(t.parkId!, parkId),
        inArray(
          t.deviceType!,
          orders.flatMap(({ types }) => types),
        ),
      ]),
    )
    .orderBy(t.deviceName!, t.id!)) as (Device & { family: string | null; board: string | null })[];
  const commands = devices.flatMap((device) =>
    orders
      .filter(
        ({ name, types }) => types.includes(device.deviceType) && !isMute({ ...device, type: device.deviceType }, name),
      )
      .map(({ name, payload }) => ({
        name,
        deviceId: device.id,
        payload: typeof payload === 'function' ? payload(device) : payload,
        cause: 'staff' as const,
        causeId: work.person.userId,
        remark: work.person.name,
      })),
  );
  if (commands.length === 0) throw ruleRefused(nobody);
  return answered(await give(work, devices[0]!.tenantId, commands));
}

async function byNumber(work: Pick<AnyWork, 'db'>, versionNo: string): Promise<Version[]> {
  const t = tableOf(firmware);
  const found = (await work.db
    .select()
    .from(t)
    .where(scoped(firmware, work.db.scope, [eq(t.versionNo!, versionNo)]))) as Version[];
  if (found.length === 0)
    throw new Refused('bad_input', {}, [
      {
        field: 'versionNo',
        msg: versionNo
          ? text('没有这个版本号的固件', 'There is no firmware of this version')
          : text('请选择固件版本或填写版本号', 'Choose a firmware or give its version'),
      },
    ]);
  return found;
}

export const wholeLots: Served[] = [
  serve(parkCommand, async (work) => {
    const { parkId, command, content, onOff } = work.input;
    if (command === 'speak' && !content)
      throw new Refused('bad_input', {}, [
        { field: 'content', msg: text('请填写播报内容', 'Please enter the text to speak') },
      ]);
    if (command === 'whiteList') {
      const given = await syncLot(work, parkId!);
      if (!given) throw ruleRefused(nobody);
      return given;
    }
    const payload = {
      syncTime: () => ({ now: work.now.toISOString() }),
      speak: () => ({ zh: content, en: content }),
      light: () => ({ on: onOff }),
    }[command!];
    return queueAll(work, parkId!, [{ name: command!, types: commandKinds[command!].devices, payload: payload() }]);
  }),
  serve(parkCommandVno, async (work) => {
    const { parkId, versionId, versionNo } = work.input;
    const versions = versionId
      ? [(await rowOf(firmware, versionId, work.db)) as Version]
      : await byNumber(work, versionNo ?? '');
    return queueAll(
      work,
      parkId!,
      versions.map((version) => ({ name: 'upgrade', types: [version.deviceType], payload: upgradeTo(version) })),
    );
  }),
];
