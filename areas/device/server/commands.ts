/**
 * Calls that end as a command to a device. Each answers at once with the command's id; what came of it stands in its
 * row.
 */
import { eq } from 'drizzle-orm';
import { kitToken, mqttConfig, openByGate, settleOpening, videoUrl, videoUrlBySn } from '#areas/device/model/calls.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import { reasonIn } from '#areas/device/model/incident.ts';
import {
  ledLight,
  openBySn,
  parkDevice,
  printTest,
  speak,
  sysTime,
  upgradMqtt,
  voice,
} from '#areas/device/model/park-device.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { mayOpenFromAfar } from '#areas/lot/server/door.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { newId } from '#kit/server/id.ts';
import { scoped } from '#kit/server/scope.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { WithMessage, Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { brokerAddress } from './broker-address.ts';
import { answered, deviceOf, give, sendCommand } from './commands-give.ts';
import type { AnyWork, Device } from './commands-give.ts';
import { publishOpening } from './commands-opened.ts';
import { listCalls } from './commands-list.ts';
import { logCalls } from './commands-log.ts';
import { outcomeCalls } from './commands-outcome.ts';
import { settleCalls } from './commands-settle.ts';
import { upgradeTo, wholeLots } from './commands-lot.ts';
import type { Version } from './commands-lot.ts';
import type { Queued } from './commands-queue.ts';
import { writeTicket, writeVideoTicket } from './ticket.ts';
import { sessionOf, watchedBy } from './watched.ts';
import { kindOf, mayRelay, VIDEO_PATH } from './video.ts';
import { testPage } from './test-page.ts';

type Owned = { tenantId: number; parkId: string };

/** Opening from afar: the command's own id is the cause, so that the gate's report can be traced to this person. */
async function open(
  work: AnyWork,
  { tenantId, parkId: lot }: Owned,
  target: { deviceId: string } | { gateId: string },
  remark: string | null,
): Promise<WithMessage> {
  await mayOpenFromAfar(work, { tenantId, parkId: lot });
  const id = newId();
  const queued = await give(work, tenantId, [
    {
      id,
      name: 'open',
      ...target,
      cause: 'remote',
      causeId: id,
      remark: [work.person.name, remark].filter(Boolean).join('：'),
    },
  ]);
  for (const { gateId, parkId } of queued)
    if (gateId)
      work.afterCommit(() =>
        publishOpening(work.database, { tenantId, parkId }, { gateId, commandId: id, at: work.now.getTime() }),
      );
  return answered(queued);
}

const lane = async (work: AnyWork, id: string): Promise<Owned & { id: string }> =>
  rowOf(parkGate, id, work.db) as never; // owner columns, which no declaration names

async function bySn(work: AnyWork, sn: string): Promise<Device> {
  const t = tableOf(parkDevice);
  const [found] = (await work.db
    .select()
    .from(t)
    .where(scoped(parkDevice, work.db.scope, [eq(t.sn!, sn)]))
    .limit(1)) as Device[];
  if (!found) throw new Refused('no_such_record', { what: parkDevice.title });
  return found;
}

const opening: Served[] = [
  serve(openByGate, async (work) => {
    const found = await lane(work, work.input.gateId!);
    return open(work, found, { gateId: found.id }, work.input.remark ?? null);
  }),
  serve(openBySn, async (work) => {
    const found = await bySn(work, work.input.sn!);
    return open(work, found, { deviceId: found.id }, work.input.remark ?? null);
  }),
];

const sending: Served[] = [
  serve(speak, (work) =>
    sendCommand(work, work.input.deviceId!, 'speak', { zh: work.input.content, en: work.input.content }),
  ),
  serve(voice, (work) =>
    sendCommand(work, work.input.deviceId!, 'speak', {
      voiceNo: work.input.voiceNo,
      ...(work.input.volume == null ? {} : { volume: work.input.volume }),
    }),
  ),
  serve(ledLight, (work) =>
    sendCommand(work, work.input.deviceId!, 'light', {
      on: work.input.onOff,
      colour: work.input.color,
      brightness: work.input.brightness,
    }),
  ),
  serve(printTest, (work) => sendCommand(work, work.input.deviceId!, 'print', { escpos: testPage(work.now) })),
  serve(sysTime, (work) => sendCommand(work, work.input.deviceId!, 'syncTime', { now: work.now.toISOString() })),
  serve(upgradMqtt, async (work) => {
    const version = (await rowOf(firmware, work.input.versionId!, work.db)) as Version;
    const devices = await Promise.all(work.input.deviceIds!.map((id) => deviceOf(work, id)));
    const wrong = devices.find(({ deviceType }) => deviceType !== version.deviceType);
    if (wrong)
      throw ruleRefused(
        text(`固件不适用于“${String(wrong.deviceName)}”`, `This firmware is not for “${String(wrong.deviceName)}”`),
      );
    const queued: Queued[] = [];
    for (const [tenantId, own] of Map.groupBy(devices, (each) => each.tenantId)) {
      queued.push(
        ...(await give(
          work,
          tenantId,
          own.map(({ id }) => ({
            name: 'upgrade' as const,
            deviceId: id,
            payload: upgradeTo(version),
            cause: 'staff' as const,
            causeId: work.person.userId,
            remark: work.person.name,
          })),
        )),
      );
    }
    return answered(queued);
  }),
];

const video = async (found: Device): Promise<string> => {
  if (!found.videoUrl)
    throw ruleRefused(text('该设备未登记视频地址', 'No video address is registered for this device'));
  return String(found.videoUrl);
};

const TICKET_MS = 10 * 60_000;
/** Long enough to open the stream with, too short to be worth passing on. */
const VIDEO_TOKEN_MS = 60_000;

/**
 * What a browser needs to show a device: a token and the address it is good for; for rtsp the address alone, for a
 * player.
 */
async function lookAt(
  work: AnyWork,
  deviceId: string,
): Promise<{ kind: 'relayed' | 'address'; token: string | null; url: string; expiresAt: string | null }> {
  const device = await deviceOf(work, deviceId);
  const address = await video(device);
  if (kindOf(address) === 'address') return { kind: 'address', token: null, url: address, expiresAt: null };
  mayRelay(address);
  const until = Date.now() + VIDEO_TOKEN_MS;
  const token = writeVideoTicket({
    tenantId: device.tenantId,
    deviceId: device.id,
    session: sessionOf(work.person),
    until,
  });
  return { kind: 'relayed', token, url: `${VIDEO_PATH}?token=${token}`, expiresAt: new Date(until).toISOString() };
}

/** A login of some minutes to the news of lots: those the person watches, or one of them. */
export async function liveLogin(work: Pick<Work, 'person' | 'db'>, only: string | null = null): Promise<object> {
  const watched = await watchedBy(work.person, work.db);
  const { tenantId } = watched;
  const parkIds =
    only === null ? watched.parkIds : [only].filter((id) => watched.parkIds === null || watched.parkIds.includes(id));
  const until = Date.now() + TICKET_MS;
  const root = `gatehouse/v1/live/${tenantId ?? '+'}`;
  return {
    path: '/mqtt',
    username: 'console',
    password: writeTicket({ tenantId, parkIds, session: sessionOf(work.person), until }),
    expiresAt: new Date(until).toISOString(),
    broker: { ...brokerAddress.value(), up: 'gatehouse/v1/{sn}/up/+', down: 'gatehouse/v1/{sn}/down/+' },
    topics: parkIds === null ? [`${root}/+/+`] : parkIds.map((id) => `${root}/${id}/+`),
  };
}

const watching: Served[] = [
  serve(videoUrl, async (work) => video(await deviceOf(work, work.input.deviceId!))),
  serve(kitToken, (work) => lookAt(work, work.input.deviceId!)),
  serve(videoUrlBySn, async (work) => video(await bySn(work, work.input.sn!))),
  serve(mqttConfig, (work) => liveLogin(work as Work)),
];

type Outcome = { kind: string; reason: string | null };
const localizeReason = <R extends Outcome>(row: R, { lang }: Work): R => ({
  ...row,
  reason: reasonIn(lang, row.kind, row.reason),
});

/** The reason is in the reader's language. */
export const incidentRules: Rules = {
  verbs: {
    list: async (work, plain) => {
      const answer = (await plain(work)) as { records: Outcome[] };
      return { ...answer, records: answer.records.map((row) => localizeReason(row, work)) };
    },
    detail: async (work, plain) => localizeReason((await plain(work)) as Outcome, work),
  },
};

type Command = { command: string; error: string | null; may?: readonly string[] };
/**
 * A reason the server gives is a line in each language, one a device gives itself a single line. Only an opening is
 * settled by somebody who has looked at the barrier.
 */
const shownTo = <R extends Command>(row: R, { lang }: Work): R => {
  const [zh, en] = row.error?.split('\n') ?? [];
  const error = (lang === 'en' ? en : zh) ?? zh ?? null;
  return row.may === undefined || row.command === 'open'
    ? { ...row, error }
    : { ...row, error, may: row.may.filter((name) => name !== settleOpening.name) };
};

/** Why a command was not done is in the reader's language. */
export const commandRules: Rules = {
  verbs: {
    list: async (work, plain) => {
      const answer = (await plain(work)) as { records: Command[] };
      return { ...answer, records: answer.records.map((row) => shownTo(row, work)) };
    },
    detail: async (work, plain) => shownTo((await plain(work)) as Command, work),
  },
};

export const commandServed: Served[] = [
  ...opening,
  ...sending,
  ...watching,
  ...wholeLots,
  ...listCalls,
  ...logCalls,
  ...outcomeCalls,
  ...settleCalls,
];
