/** News for consoles that watch a lot, told after the commit, alike to whoever may watch: no plate is whole in it. Lost news is no harm: screens ask again. And releases, for whoever keeps the shifts. */
import type { Fact } from '#domain/lane/types.ts';
import { maskPlate } from '#domain/plate/plate.ts';
import type { Place } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import type { Session } from './session.ts';

type Publish = (tenantId: number, parkId: string, topic: string, payload: unknown) => void;
let publish: Publish = () => undefined;

/** The composition root says how consoles are reached. */
export const setLive = (how: Publish): void => {
  publish = how;
};

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
export type Deed = {
  readonly gateId: string;
  readonly lane: string;
  readonly by: string;
  readonly byId: string;
  readonly action: string;
  readonly amountFen: number | null;
};
export const publishDeed = ({ tenantId, parkId }: { tenantId: number; parkId: string }, deed: Deed): void =>
  publish(tenantId, parkId, 'deed', deed);

/** A person let a vehicle go. Told in the transaction that writes it, and again whenever it is written again: its id stays. */
export type Release = Extract<Fact, { fact: 'release' }> & { readonly plate: string | null };
type ReleaseHearer = (db: Db, place: Place, releases: readonly Release[]) => Promise<void>;
let hearReleased: ReleaseHearer = async () => undefined;

export const hearReleases = (by: ReleaseHearer): void => {
  hearReleased = by;
};
export const tellReleases: ReleaseHearer = (db, place, releases) => hearReleased(db, place, releases);
