/**
 * A server of its own for a world of streets: calls, broker and database as in production, and a clock that the world
 * sets.
 */
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { moneyRound, noticesArrived } from '#areas/billing/server/door.ts';
import { liveNews } from '#areas/passage/server/door.ts';
import {
  chaseDebts,
  endTerms,
  proveMountings,
  sweepEnds,
  sweepSilence,
  takeStreet,
  updateGuideScreens,
  tendLocks,
  warnOfCollectors,
  warnOfSwaps,
  warnOfUnattended,
} from '#areas/road/server/door.ts';
import { openDevices } from '#device/index.ts';
import { must } from '#device/simulator/roadside/server.ts';
import type { Round, Server } from '#device/simulator/roadside/server.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { text } from '#kit/declare/text.ts';
import type { Database } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { setClock } from '#test/clock.ts';
import { startTestProduct } from '#test/test-product.ts';

/** Messages on live topics: the car park, the topic and the content. */
export type LiveListener = (parkId: string, topic: string, payload: unknown) => void;

const trueNow = Date.now;
const quiet = { error: (fields: object, message: string) => console.error(message, fields), info: () => undefined };

export type RoadsideServer = Server & {
  /** Called with everything that consoles receive. */
  readonly onLive: (listener: LiveListener | null) => void;
  readonly close: () => Promise<void>;
};

/** What the server's own clock does, when the world's says so. */
const roundsOf = (database: Database): Record<Round, (at: Date) => Promise<unknown>> => ({
  ends: (at) => sweepEnds(database, at),
  silence: (at) => sweepSilence(database, at),
  money: async () => {
    await noticesArrived();
    await moneyRound(database);
  },
  terms: (at) => endTerms(database, at),
  notices: (at) => chaseDebts(database, at),
  gaps: async (at) => {
    await warnOfUnattended(database, at);
    await warnOfCollectors(database, at);
  },
  mountings: (at) => proveMountings(database, at),
  swaps: (at) => warnOfSwaps(database, at),
  screens: (at) => updateGuideScreens(database, at),
  locks: (at) => tendLocks(database, { raises: true }, at),
});

export async function openRoadsideServer(): Promise<RoadsideServer> {
  const product = await startTestProduct();
  const { database } = product;
  const devices = await openDevices({
    ports: devicePorts(database, {
      ingest: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      street: (target, events) => takeStreet(database, target, events),
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'roadside',
    share: 'servers',
  });
  let listener: LiveListener | null = null;
  configure(
    liveNews.as((tenantId, parkId, topic, payload) => {
      devices.live(tenantId, parkId, topic, payload);
      listener?.(parkId, topic, payload);
    }),
  );
  const dispatch = startDispatch(database, devices, quiet);
  const rounds = roundsOf(database);
  const opened: VirtualDevice[] = [];
  const ask: Server['ask'] = async (method, path, input, how = {}) => {
    const as = how.as === undefined ? 'admin' : how.as;
    const answer = await product.ask(method, path, { ...input }, { as, ...(how.ip ? { ip: how.ip } : {}) });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.status,
      data: answer.status === 200 ? answer.body.data : answer.body,
      retryAfter: retryAfter === undefined ? null : Number(retryAfter),
    };
  };
  return {
    companyId: product.companies.child,
    setClock: (at) => setClock(at - trueNow()),
    login: async (username, password) => {
      const fields = { username, password };
      const as = null;
      return (await must<{ accessToken: string }>({ ask }, 'POST', '/api/api-uaa/oauth/user/token', fields, { as }))
        .accessToken;
    },
    ask,
    device: async (memory, tally) => {
      const device = await VirtualDevice.open(`mqtt://127.0.0.1:${devices.port}`, memory, tally);
      opened.push(device);
      return device;
    },
    round: async (name, at) => {
      await rounds[name](new Date(at));
    },
    onLive: (next) => {
      listener = next;
    },
    close: async () => {
      await Promise.all(opened.map((device) => device.close()));
      await devices.close();
      await dispatch.close();
      setClock(0);
      await product.close();
    },
  };
}
