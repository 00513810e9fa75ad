/**
 * Live messages for consoles that watch a car park, sent after the commit and identical for everyone: plates are
 * masked. Losing one does no harm: screens refetch.
 */
import { maskPlate } from '#domain/plate/plate.ts';
import { setting } from '#kit/server/setting.ts';
import type { Session } from './session.ts';

type Publish = (tenantId: number, parkId: string, topic: string, payload: unknown) => void;
/** How consoles are reached; given by the server that runs the link to them. */
export const liveNews = setting<Publish>(() => undefined);
const publish: Publish = (...news) => liveNews.value()(...news);

export function publishLive(session: Session): void {
  const { tenantId, parkId } = session.lot.place;
  for (const fact of session.facts) {
    if (fact.fact === 'passage')
      publish(tenantId, parkId, 'lane', {
        id: fact.id,
        lane: session.lot.lanes.get(fact.lane)?.name ?? '',
        gateId: fact.lane,
        direction: fact.direction,
        state: fact.state,
        plate: maskPlate(fact.plate),
        at: new Date(fact.at).toISOString(),
      });
    if (fact.fact === 'quoted' && fact.quote.dueFen > 0)
      publish(tenantId, parkId, 'money', { orderId: fact.quote.order, dueFen: fact.quote.dueFen, gateId: fact.lane });
  }
  if (session.touchedLanes.size > 0) publish(tenantId, parkId, 'board', { gates: [...session.touchedLanes] });
  if (session.touchedStays.size > 0)
    publish(tenantId, parkId, 'space', { inside: session.book.occupancy(), capacity: session.lot.capacity });
}

/** A person's decision at a lane, for others who watch it. */
export type BoothAction = {
  readonly gateId: string;
  readonly lane: string;
  readonly by: string;
  readonly byId: string;
  readonly action: string;
  readonly amountFen: number | null;
};
export const publishAction = ({ tenantId, parkId }: { tenantId: number; parkId: string }, action: BoothAction): void =>
  publish(tenantId, parkId, 'action', action);
