/**
 * Who may log on to the built-in broker, and which topics each may publish and subscribe to. What is not listed is
 * refused.
 */
import type { Aedes, AuthenticateError, Client } from 'aedes';
import type { DevicePorts, LiveTicket } from '#areas/device/model/link.ts';
import type { Gateway } from './gateway.ts';
import type { Done, Log } from './types.ts';
import { isOwnDown, isSn, readLive, readUp } from './topics.ts';

type Role =
  | { readonly kind: 'device'; readonly sn: string; readonly secret: string }
  | { readonly kind: 'console'; readonly ticket: LiveTicket; readonly timer: NodeJS.Timeout };

export type GuardOptions = {
  readonly ports: DevicePorts;
  readonly gateway: Gateway;
  readonly log: Log;
  /** CONNECT has come; who it is has yet to be looked up. */
  readonly connecting: (client: Client) => void;
  /** A device listens from now on. */
  readonly listening: (sn: string) => void;
  /** Takes what a host of another maker publishes under topics of its own. */
  readonly foreign?: Foreign;
};

/** Resolves when what was published is kept; false where the device may publish nothing of the kind. */
export type Foreign = (from: {
  readonly sn: string;
  readonly secret: string;
  readonly address: string;
  readonly topic: string;
  readonly payload: Buffer;
}) => Promise<boolean>;

const CONSOLE_NAME = 'console';
/** A person who has logged out receives nothing more after this, on whichever server that was. */
const LOOK_MS = 5_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Over a WebSocket it is not known, and so in none of the networks of cameras. */
const addressOf = (client: Client | null): string =>
  client && 'remoteAddress' in client.conn ? String(client.conn.remoteAddress ?? '') : '';

const refusal = (words: string, returnCode: number): AuthenticateError =>
  Object.assign(new Error(words), { returnCode }) as AuthenticateError;

export type Guard = {
  /** Ends the connections of one device. */
  readonly drop: (sn: string) => void;
  /** Checks now whether the sessions of subscribed consoles are still valid. */
  readonly look: () => Promise<void>;
};

/** Sets the broker's hooks. */
export function guard(aedes: Aedes, options: GuardOptions): Guard {
  const roles = new WeakMap<Client, Role>();
  const bySn = new Map<string, Set<Client>>();
  aedes.preConnect = (client, packet, callback) => {
    options.connecting(client);
    // The id is put under the name, so that nobody can push another one off by taking its id.
    packet.clientId = `${String(packet.username ?? '').slice(0, 64)}/${packet.clientId || crypto.randomUUID()}`.slice(
      0,
      160,
    );
    // No session outlives its connection: a command kept for a device that is away would be carried out late.
    packet.clean = true;
    delete packet.will;
    callback(null, true);
  };
  aedes.authenticate = async (client, username, password, done) => {
    const name = String(username ?? '');
    const secret = password?.toString('utf8') ?? '';
    const role =
      name === CONSOLE_NAME ? await consoleRole(client, secret, options) : await deviceRole(name, secret, options);
    if (!('kind' in role)) return done(role, false);
    roles.set(client, role);
    if (role.kind === 'device') bySn.set(name, (bySn.get(name) ?? new Set()).add(client));
    done(null, true);
  };
  aedes.authorizePublish = (client, packet, callback) => {
    packet.retain = false;
    const role = client ? roles.get(client) : undefined;
    void receive(role, packet, addressOf(client), options, callback);
  };
  aedes.authorizeSubscribe = (client, { topic, ...rest }, callback) => {
    const role = roles.get(client);
    const may =
      role?.kind === 'device' ? isOwnDown(topic, role.sn) : role?.kind === 'console' && mayWatch(role.ticket, topic);
    callback(null, may ? { topic, ...rest } : null); // null refuses this one subscription (0x80); the connection stands
  };
  aedes.on('subscribe', (made, client) => {
    const role = roles.get(client);
    if (role?.kind === 'device' && made.some(({ topic }) => isOwnDown(topic, role.sn))) options.listening(role.sn);
  });
  // A subscription is checked when it is made; a ticket may have run out since.
  aedes.authorizeForward = (client, packet) => {
    const role = roles.get(client);
    return role?.kind === 'console' && role.ticket.until <= Date.now() ? null : packet;
  };
  aedes.on('clientDisconnect', (client) => {
    const role = roles.get(client);
    if (role?.kind === 'console') clearTimeout(role.timer);
    if (role?.kind !== 'device') return;
    const mates = bySn.get(role.sn);
    mates?.delete(client);
    if (mates?.size === 0) bySn.delete(role.sn);
  });
  aedes.on('clientError', (client, error) =>
    options.log.info({ client: client.id, reason: error.message }, 'connection ended'),
  );
  return {
    drop: (sn) => {
      options.gateway.forget(sn);
      for (const client of bySn.get(sn) ?? []) client.close();
    },
    look: watchSessions(aedes, roles, options),
  };
}

async function deviceRole(
  sn: string,
  secret: string,
  { ports, gateway, log }: GuardOptions,
): Promise<Role | AuthenticateError> {
  try {
    if (!isSn(sn) || !(await ports.logOn(sn, secret))) return refusal('no such device, or the secret is wrong', 4);
  } catch (error) {
    log.error({ err: error, sn }, 'device log-on could not be checked');
    return refusal('not available just now', 3);
  }
  gateway.forget(sn);
  return { kind: 'device', sn, secret };
}

/**
 * A session may end, and rights change, while its console listens: consoles whose session stands no more are ended,
 * looked at every few seconds and whenever the result requires it. While the database is down nothing is known: they
 * are checked again later.
 */
function watchSessions(aedes: Aedes, roles: WeakMap<Client, Role>, { ports, log }: GuardOptions): Guard['look'] {
  const consoles = new Map<Client, LiveTicket>();
  aedes.on('client', (client) => {
    const role = roles.get(client);
    if (role?.kind === 'console') consoles.set(client, role.ticket);
  });
  aedes.on('clientDisconnect', (client) => consoles.delete(client));
  const lookAt = async (client: Client, ticket: LiveTicket): Promise<void> => {
    try {
      if (!(await ports.stands(ticket))) client.close();
    } catch (error) {
      log.error({ err: error }, 'session of a console could not be looked at');
    }
  };
  const look = async (): Promise<void> => {
    await Promise.all([...consoles].map((each) => lookAt(...each)));
  };
  const looking = setInterval(() => void look(), LOOK_MS).unref();
  aedes.once('closed', () => clearInterval(looking));
  return look;
}

async function consoleRole(
  client: Client,
  password: string,
  { ports, log }: GuardOptions,
): Promise<Role | AuthenticateError> {
  const ticket = ports.ticket(password);
  const left = ticket ? ticket.until - Date.now() : 0;
  if (!ticket || left <= 0) return refusal('the ticket is wrong or has run out', 4);
  try {
    if (!(await ports.stands(ticket))) return refusal('the session has ended', 4);
  } catch (error) {
    log.error({ err: error }, 'session of a console could not be looked at');
    return refusal('not available just now', 3);
  }
  return { kind: 'console', ticket, timer: setTimeout(() => client.close(), Math.min(left, LONGEST_TIMER_MS)).unref() };
}

async function receive(
  role: Role | undefined,
  packet: { readonly topic: string; readonly payload: Buffer | string },
  address: string,
  { gateway, foreign }: GuardOptions,
  done: Done,
): Promise<void> {
  const { topic } = packet;
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
  const up = readUp(topic);
  if (role?.kind !== 'device' || (up ? up.sn !== role.sn : !foreign)) return done(new Error('may not publish here'));
  try {
    if (!up)
      return done((await foreign!({ ...role, address, topic, payload })) ? null : new Error('may not publish here'));
    const device = await gateway.identify(role.sn);
    if (!device) return done(new Error('this device was removed'));
    gateway.receive(device, up.message, payload, done);
  } catch (error) {
    done(error as Error);
  }
}

function mayWatch(ticket: LiveTicket, filter: string): boolean {
  const live = readLive(filter);
  if (!live || ticket.until <= Date.now()) return false;
  const tenantFits = ticket.tenantId === null || live.tenant === String(ticket.tenantId);
  return tenantFits && (ticket.parkIds === null || ticket.parkIds.includes(live.park));
}
