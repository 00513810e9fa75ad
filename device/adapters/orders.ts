/**
 * What goes to a device with its answers, and what became of it: foreign devices know no command by its id, so that
 * each goes once.
 */
import { faultOf } from '#areas/device/model/incident.ts';
import { boardFamilies, listFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import type { BoughtDevice, BoughtPorts, Journaled, NativeFact } from '#areas/device/model/bought-link.ts';
import type { DevicePorts } from '#areas/device/model/link.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { boardCommands } from '#device/boards/index.ts';
import type { Adapter, Decoded, Order, Setup } from './adapter.ts';
import { adapters } from './index.ts';

type Ports = DevicePorts & { readonly bought: BoughtPorts };
/** Passes what is journaled to the lane; resolves when all of it is stored, or could not be. */
export type Push = (device: BoughtDevice, events: readonly Journaled[]) => Promise<boolean>;
/** How an answer left: whole, cut off on its way, or not a byte of it. */
export type Left = 'whole' | 'cut' | 'unsent';
/** What came of an order: `delivered` where the device does not report it, `unsent` where it never left. */
export type Came =
  | { readonly as: 'done'; readonly result?: unknown }
  | { readonly as: 'delivered' | 'unsent' }
  | { readonly as: 'failed' | 'uncertain'; readonly why: Text };
export type Settle = (device: BoughtDevice, order: Order, came: Came) => Promise<void>;

/** Writes what came of an order; answers whether the order was still under way. */
async function closed(ports: Ports, device: BoughtDevice, { id }: Order, came: Came): Promise<boolean> {
  const error = 'why' in came ? faultOf(came.why) : null;
  if (came.as === 'done' || came.as === 'failed') {
    const at = new Date().toISOString();
    const result = came.as === 'done' ? (came.result ?? null) : null;
    await ports.answered([{ device, commandId: id, ok: came.as === 'done', error, result, at }]);
    return true;
  }
  return ports.bought.close(device, id, came.as, error);
}

export type Barrier = (device: BoughtDevice, order: Order, gate: 'up' | 'fault') => Promise<void>;

/**
 * The lane receives an opening as one that a barrier of its own reports, and an uncertain one as a fault, so
 * that a person looks and it is not repeated by itself.
 */
export const barriers =
  ({ bought }: Ports, push: Push): Barrier =>
  async (device, { id, name }, gate) => {
    if (name !== 'open' || device.gateId === null) return;
    const fact: NativeFact = {
      key: `${gate === 'up' ? 'gate' : 'fault'}/${id}`,
      message: 'gate',
      rawAt: Date.now(),
      live: true,
      payload: { gate, by: 'command', commandId: id, ...(gate === 'up' ? { assumed: true } : {}) },
    };
    await push(device, await bought.journal(device, [fact]));
    if (gate === 'up' && !adapters[device.family as FamilyName].can.seesPassage) await bought.opened(device, id);
  };

export const settles =
  (ports: Ports, barrier: Barrier): Settle =>
  async (device, order, came) => {
    if (!(await closed(ports, device, order, came))) return;
    if (order.name === LIST) return ports.bought.listed(device, order.id);
    if (came.as === 'uncertain') await barrier(device, order, 'fault');
    if (came.as === 'done' || came.as === 'delivered') await barrier(device, order, 'up');
  };

/** Names of what the device does, with what hangs on its serial line. */
export function abilities({ family, board }: BoughtDevice): string[] {
  const { can } = adapters[family as FamilyName];
  const keeps = listFamilies[family as FamilyName] !== undefined;
  return [
    'open',
    ...can.other,
    ...(keeps ? [LIST] : []),
    ...(boardFamilies.includes(family as FamilyName) ? boardCommands(board) : []),
  ];
}

/**
 * With an event goes what it caused and nothing older, and with the same again what nobody took before; with a sign of
 * life whatever waits. A list goes with signs of life alone: a car does not wait for it. Nothing goes with history.
 */
export async function waitingFor(
  { bought }: Ports,
  device: BoughtDevice,
  content: Decoded,
  events: readonly Journaled[],
): Promise<readonly Order[]> {
  const { can } = adapters[device.family as FamilyName];
  const names = abilities(device);
  if (content.events.length === 0)
    return content.beat && can.open.includes('poll') ? bought.claim(device, { names }) : [];
  const from = events.find(({ ordersSince }) => ordersSince !== null);
  return from && can.open.includes('reply')
    ? bought.claim(device, {
        names: names.filter((name) => name !== LIST),
        since: from.ordersSince!,
        answerTo: from.key,
      })
    : [];
}

/** Whoever sends the same again has perhaps not had the answer: what went with it is no longer taken as done. */
export async function doubt(
  { bought }: Ports,
  barrier: Barrier,
  device: BoughtDevice,
  events: readonly Journaled[],
): Promise<void> {
  const again = events.filter(({ fresh, live }) => !fresh && live).map(({ key }) => key);
  if (again.length === 0 || !adapters[device.family as FamilyName].can.open.includes('reply')) return;
  for (const { id, name, delivered } of await bought.repeated(device, again, faultOf(SENT_AGAIN))) {
    await barrier(device, { id, name, payload: {} }, 'fault');
    // The answer that carried it is under way still, and will find that it is uncertain.
    if (!delivered && name === 'open') await bought.opened(device, id);
  }
}

/** The command about a camera's own list. */
const LIST = 'whiteList';

export const CANNOT = text('该设备不能执行此指令', 'this device cannot do it');
const CUT_OFF = text(
  '不确定：应答未完整送出，请到现场查看道闸',
  'uncertain: the answer was cut off; look at the barrier',
);
const LIST_CUT = text('应答未完整送出，稍后再发', 'the answer was cut off; sent again later');
const SENT_AGAIN = text(
  '不确定：设备又发来同一消息，可能没有收到应答，请到现场查看道闸',
  'uncertain: the device sent the same again and may not have had the answer; look at the barrier',
);

/** What came of an order that went with an answer, by how the answer left. */
export function cameOf({ carries }: Adapter, order: Order, to: Setup, left: Left): Came {
  if (!(carries?.(order, to) ?? true)) return { as: 'failed', why: CANNOT };
  // The same list again changes nothing.
  if (left === 'cut') return order.name === LIST ? { as: 'failed', why: LIST_CUT } : { as: 'uncertain', why: CUT_OFF };
  return { as: left === 'whole' ? 'delivered' : 'unsent' };
}
