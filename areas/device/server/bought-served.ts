/** Calls of the page that connects a camera of another maker. */
import { maskPlate } from '#domain/plate/plate.ts';
import { boughtConnection, tryMapping } from '#areas/device/model/bought-calls.ts';
import { contacts } from '#areas/device/model/families.ts';
import { reasonIn } from '#areas/device/model/incident.ts';
import { faultLine, readMapping } from '#areas/device/model/webhook-mapping.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { namesOf } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { setting } from '#kit/server/setting.ts';
import type { Work } from '#kit/server/work.ts';

type Step = { readonly label: Text; readonly value: string | Text };
export type FamilySetup = {
  readonly steps: (to: { host: string; port: number; path: string; secure: boolean }) => readonly Step[];
  /** Ways an opening takes, whether a passage is seen, whether inputs report contacts, and whether it reads pay codes. */
  readonly can: {
    readonly open: readonly string[];
    readonly seesPassage: boolean;
    readonly contacts?: 'push' | 'poll';
    readonly payCodes?: 'push' | 'read';
    readonly prints?: true;
    readonly mapping?: true;
  };
  /** It reports cars; else it is called, and shows only by its answer whether it is there. */
  readonly reports: boolean;
  /** What a message would be understood as, by a mapping that is tried. */
  readonly read: (message: string, mapping: string) => ReadMessage;
};
export type ReadMessage = {
  readonly nativeId: string | null;
  readonly problem: Text | null;
  readonly events: readonly {
    readonly key: string;
    readonly plate: string;
    readonly colour: string;
    readonly confidence: number | null;
    /** ISO with offset, or local text. */
    readonly at: string;
    readonly pictures: number;
  }[];
};

/** Setup notes for each family, and how this server is reached; given by the module that knows the families. */
export const familySetups = setting<Readonly<Record<string, FamilySetup>>>({});
export const ownAddress = setting<string>('http://127.0.0.1:8080');

type Device = Stored & {
  tenantId: number;
  family: string | null;
  trust: string | null;
  nativeId: string | null;
  sourceNetworks: string | null;
  mapping: string | null;
  ipAddress: string | null;
  port: number | null;
  status: string;
  faultText: string | null;
  gateId: string | null;
  lastSeenAt: string | null;
  firmware: string | null;
};

const SHOWN = 5;
const MESSAGES = `
  SELECT payload, received_at AS "receivedAt", seq IS NOT NULL AS counts, live FROM device_inbox
  WHERE tenant_id = $1 AND device_id = $2 AND message IN ('plate', 'scan') ORDER BY received_at DESC LIMIT ${SHOWN}`;
const SAMPLE = `SELECT payload->>'text' AS text FROM device_inbox WHERE tenant_id = $1 AND device_id = $2 AND native_key = 'sample'`;
const BEAT = `SELECT payload, received_at AS at FROM device_inbox WHERE tenant_id = $1 AND device_id = $2 AND native_key = 'beat'`;
const CONTACTS = `SELECT native_key AS key, received_at AS at FROM device_inbox WHERE tenant_id = $1 AND device_id = $2 AND native_key = ANY($3::text[])`;
const PROBLEM_HOURS = 24;
const PROBLEMS = `
  SELECT time, reason, times FROM device_incident
  WHERE tenant_id = $1 AND device_id = $2 AND kind = 'rejected' AND time > $3::timestamptz ORDER BY time DESC LIMIT ${SHOWN}`;

type Message = { payload: Record<string, unknown>; receivedAt: string; counts: boolean; live: boolean };

async function boughtOf(work: Work, id: string): Promise<Device & { family: string }> {
  const device = (await rowOf(parkDevice, id, work.db)) as Device;
  if (!device.family)
    throw ruleRefused(
      text('该设备使用本系统协议，无需接入向导', 'This device speaks our own protocol and needs no guide'),
    );
  return device as Device & { family: string };
}

/** When each contact changed last; null of a device that reports none. */
async function contactsOf(work: Work, { tenantId, id }: Device, setup: FamilySetup | undefined): Promise<unknown> {
  if (!setup?.can.contacts) return null;
  const names = Object.keys(contacts);
  const keys = names.map((name) => `contact/${name}`);
  const rows = await work.db.raw<{ key: string; at: string }>(CONTACTS, [tenantId, id, keys]);
  return names.map((name) => ({ contact: name, at: rows.find(({ key }) => key === `contact/${name}`)?.at ?? null }));
}

type Beat = { at: string; from: string | null; nativeId: string | null; firmware: string | null };

/** The last sign of life, with or without a car; of a device that only claims to be it, what was kept to be shown. */
async function beatOf(work: Work, device: Device): Promise<Beat | null> {
  const { tenantId, id, trust, lastSeenAt, ipAddress, nativeId, firmware } = device;
  if (trust !== 'claimed') return lastSeenAt === null ? null : { at: lastSeenAt, from: ipAddress, nativeId, firmware };
  const [row] = await work.db.raw<{ payload: Omit<Beat, 'at'>; at: string }>(BEAT, [tenantId, id]);
  return row ? { ...row.payload, at: row.at } : null;
}

async function connection(work: Work): Promise<unknown> {
  const device = await boughtOf(work, work.input.deviceId as string);
  const setup = familySetups.value()[device.family];
  const own = new URL(ownAddress.value());
  const secure = own.protocol === 'https:';
  const path = `/device/${device.family}/`;
  const of = [device.tenantId, device.id] as const;
  const messages = await work.db.raw<Message>(MESSAGES, of);
  const since = new Date(work.now.getTime() - PROBLEM_HOURS * 3_600_000).toISOString();
  const problems = await work.db.raw<{ time: string; reason: string; times: number }>(PROBLEMS, [...of, since]);
  const whole = work.permits('passage:unmask');
  const names = device.gateId ? await namesOf(parkGate, [device.gateId], work.db) : new Map<string, string>();
  return {
    family: device.family,
    path,
    steps:
      setup?.steps({
        host: own.hostname,
        port: Number(own.port) || (secure ? 443 : 80),
        path: `${path}{secret}`,
        secure,
      }) ?? [],
    can: setup?.can ?? null,
    reports: setup?.reports ?? true,
    contacts: await contactsOf(work, device, setup),
    host: device.ipAddress,
    mapping: device.mapping,
    sample: setup?.can.mapping ? ((await work.db.raw<{ text: string }>(SAMPLE, of))[0]?.text ?? null) : null,
    online: device.status === 'online',
    // A fault that was read is a line in each language.
    fault: reasonIn(work.lang, 'rejected', device.faultText),
    address: device.ipAddress ? `${device.ipAddress}${device.port ? `:${device.port}` : ''}` : null,
    secure,
    trust: device.trust,
    beat: await beatOf(work, device),
    nativeId: device.nativeId,
    networks: device.sourceNetworks,
    gateId: device.gateId,
    gateName: device.gateId ? (names.get(device.gateId) ?? null) : null,
    messages: messages.map(({ payload, receivedAt, counts, live }) => {
      const plate = String(payload.plate ?? '');
      return {
        at: payload.at ?? null,
        receivedAt,
        plate: whole ? plate : maskPlate(plate),
        // Its wallet alone, also in the moment before the lane has it.
        payCode: payload.payCode === undefined ? null : `${String(payload.payCode).slice(0, 2)}…`,
        colour: payload.colour ?? 'unknown',
        confidence: payload.confidence ?? null,
        picture: payload.picture ?? null,
        from: payload.from ?? device.ipAddress,
        counts,
        live,
      };
    }),
    problems: problems.map((each) => ({ ...each, reason: reasonIn(work.lang, 'rejected', each.reason) })),
  };
}

/** What a sample would be understood as: nothing is kept, and nothing follows. */
async function tried(work: Work): Promise<unknown> {
  const { deviceId, mapping, sample } = work.input;
  const device = await boughtOf(work, deviceId as string);
  const setup = familySetups.value()[device.family];
  if (!setup?.can.mapping)
    throw ruleRefused(text('只有通用 Webhook 有字段对应', 'Only the universal webhook has a mapping'));
  const lines = String(mapping ?? '');
  const { faults } = readMapping(lines);
  if (lines.trim() !== '' && faults.length > 0)
    return { nativeId: null, events: [], problem: faultLine(faults[0]!)[work.lang] };
  const { problem, ...read } = setup.read(String(sample), lines);
  return { ...read, problem: problem?.[work.lang] ?? null };
}

export const boughtServed: Served[] = [serve(boughtConnection, connection), serve(tryMapping, tried)];
