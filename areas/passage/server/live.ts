/** News for consoles that watch a lot, told after the commit. Lost news is no harm: screens ask again. */
import type { Session } from './session.ts';

type Publish = (tenantId: number, parkId: string, topic: string, payload: unknown) => void;
let publish: Publish = () => undefined;

/** The composition root says how consoles are reached. */
export const setLive = (how: Publish): void => { publish = how; };

export function publishLive(session: Session): void {
  const { tenantId, parkId } = session.lot.place;
  for (const fact of session.facts) {
    if (fact.fact === 'passage') publish(tenantId, parkId, 'lane', { id: fact.id, lane: session.lot.lanes.get(fact.lane)?.name ?? '', gateId: fact.lane, direction: fact.direction, state: fact.state, plate: fact.plate, at: new Date(fact.at).toISOString() });
    if (fact.fact === 'quoted' && fact.quote.dueFen > 0) publish(tenantId, parkId, 'money', { orderId: fact.quote.order, dueFen: fact.quote.dueFen, gateId: fact.lane });
  }
  if (session.touchedStays.size > 0) publish(tenantId, parkId, 'space', { inside: session.book.occupancy(), capacity: session.lot.capacity });
}
