/** A box terminal is a device; what somebody does at it he does in his own session, and only what he may do. */
import { and, eq, isNull } from 'drizzle-orm';
import { homeOf, personOfSession } from '#areas/access/server/door.ts';
import type { BoothAct, Doer, DeviceIdentity } from '#areas/device/model/link.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { permits, scopeOf } from '#kit/server/work.ts';
import { boxCash, boxDeclare, boxPick, boxRelease, boxTerminal } from '../model/box-calls.ts';
import { drawerOf, gateRow } from './box-cash.ts';

const MARK = 'terminal';
/** No shift is longer. */
const TICKET_MS = 16 * 3_600_000;

type Ticket = { readonly tenantId: number; readonly sessionId: string; readonly deviceId: string };

function readTicket(sealed: string, now: number): Ticket | null {
  try {
    const [mark, tenantId, sessionId, deviceId, until] = JSON.parse(unseal(sealed)) as [
      string,
      number,
      string,
      string,
      number,
    ];
    return mark === MARK && until > now ? { tenantId, sessionId, deviceId } : null;
  } catch {
    return null; // not sealed by us, or altered
  }
}

/** The input of an action, as in the calls. */
const RIGHTS: { readonly [action in BoothAct['act']['action']]?: string } = {
  cash: boxCash.permission!,
  release: boxRelease.permission!,
  open: boxRelease.permission!,
  pick: boxPick.permission!,
  declare: boxDeclare.permission!,
};

const NO_SESSION = text(
  'session：登录已退出或失效，或不是在该终端登录的',
  'session: ended, or not of somebody who logged on to this terminal',
);
const NO_RIGHT = text('session：操作人没有此项权限', 'session: this person may not do that');
const NO_LANE = text('lane：操作人不管此车道', 'lane: not one this person sees to');
const TOO_LITTLE = text('tenderedFen：收到的现金少于实收', 'tenderedFen: less than is kept');
const LATER = text('inAt：不能晚于现在', 'inAt: cannot be in the future');

/**
 * The person whose action it is at a booth terminal, or why it is nobody's: logged out since, or not permitted. Cash is
 * booked whether or not the lot takes any: it lies in the drawer.
 */
export const doerAtBox =
  (database: Database) =>
  async (device: DeviceIdentity, { session, lane, act }: BoothAct): Promise<Doer> => {
    const now = Date.now();
    const refused = (problem: Text): Doer => ({ problem });
    const ticket = readTicket(session, now);
    const person = ticket?.deviceId === device.deviceId ? await personOfSession(database, ticket) : null;
    if (!person) return refused(NO_SESSION);
    const right = RIGHTS[act.action];
    if (!right || !permits(person.permissions, right)) return refused(NO_RIGHT);
    if (act.action === 'cash' && act.tenderedFen < act.amountFen) return refused(TOO_LITTLE);
    if (act.action === 'declare' && act.inAt > now) return refused(LATER);
    return database.read(scopeOf(person), async (db) => {
      const gate = await gateRow(db, lane).catch((error: unknown) => {
        if (error instanceof Refused) return null;
        throw error;
      });
      if (!gate || gate.parkId !== device.parkId) return refused(NO_LANE);
      const own = ofTenant(db, gate.tenantId);
      return { by: person.name || person.account, drawer: await drawerOf(own, gate, person.userId) };
    });
  };

export const terminalServed: Served = serve(boxTerminal, async (work) => {
  const t = tableOf(parkDevice);
  const [found] = await work.db
    .select({ id: t.id! })
    .from(t)
    .where(
      and(
        scoped(parkDevice, work.db.scope, [eq(t.sn!, work.input.sn!), eq(t.deviceType!, 'box')]),
        isNull(t.deletedAt!),
      ),
    )
    .limit(1);
  if (!found) throw new Refused('no_such_record', { what: parkDevice.title });
  const until = work.now.getTime() + TICKET_MS;
  const { tenantId } = homeOf(work.person);
  return {
    session: seal(JSON.stringify([MARK, tenantId, work.person.sessionId, found.id, until])),
    until: new Date(until).toISOString(),
  };
});
