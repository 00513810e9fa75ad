/**
 * What chargers report of cars: it belongs to the visit that was under way, whatever arrives first. A lane that was cut
 * off may report the entry hours after its charger reported, a plate may be read wrongly at first, an exit may arrive
 * after the next entry; what no visit can have yet waits. Instants are epoch ms.
 */
import type { StayEvent } from '../fee/events.ts';
import { factId } from './identity.ts';
import { changed, unclosed } from './pairing.ts';
import type { HappenedEvent, Stay } from './types.ts';
import type { StayChangedFact } from './facts.ts';

/** An event of the car of a plate (canonical) that no visit has yet. */
export type ReportedEvent = StayEvent & { readonly id: string; readonly plate: string };

export const reportedEventOf = (event: HappenedEvent): ReportedEvent => ({
  id: factId(event, 'told'),
  plate: event.plate,
  event: event.event,
  at: event.at,
});

/**
 * Who has what, given all visits of one plate and what waits for it: each event goes to the visit under way that began
 * last before it. One that a visit had and that happened after its exit, or after the entry of one just `opened` (ids),
 * moves on or waits again. Two cars that bear one plate by a person's word keep what they have. Bills that were made
 * stay as they are: a visit that has ended takes nothing.
 */
export function settleReported(
  stays: readonly Stay[],
  plate: string,
  waiting: readonly ReportedEvent[],
  opened: ReadonlySet<string>,
): { readonly facts: readonly StayChangedFact[]; readonly waiting: readonly ReportedEvent[] } {
  const next = new Map(stays.map((stay) => [stay.id, stay.events ?? []]));
  const loose = [...waiting];
  for (const stay of stays) {
    for (const each of stay.clone ? [] : (stay.events ?? [])) {
      if (
        !over(
          stay,
          each,
          stays.filter(({ id }) => opened.has(id)),
        )
      )
        continue;
      next.set(
        stay.id,
        next.get(stay.id)!.filter((other) => other !== each),
      );
      loose.push({ ...each, plate, id: factId({ device: stay.id, seq: each.at, rawAt: 0 }, `told:${each.event}`) });
    }
  }
  const left = loose.filter((reported) => {
    const owner = ownerAt(stays, reported.at);
    const known = owner && next.get(owner.id)!;
    if (known && !known.some(({ event, at }) => event === reported.event && at === reported.at))
      next.set(
        owner.id,
        [...known, { at: reported.at, event: reported.event }].sort((a, b) => a.at - b.at),
      );
    return !owner;
  });
  const facts = stays.flatMap((stay) => {
    const [before, after] = [stay.events ?? [], next.get(stay.id)!];
    if (
      before.length === after.length &&
      before.every((each, i) => each.event === after[i]!.event && each.at === after[i]!.at)
    )
      return [];
    return [changed(stay, { ...stay, events: after }, 'event', Math.max(...[...before, ...after].map(({ at }) => at)))];
  });
  return { facts, waiting: left };
}

/** The visit under way at that moment, of those not ended yet: the one that began last. */
const ownerAt = (stays: readonly Stay[], at: number): Stay | undefined =>
  stays
    .filter((stay) => unclosed(stay) && stay.entry !== null && stay.entry.at <= at)
    .sort((a, b) => a.entry!.at - b.entry!.at)
    .at(-1);

/** The visit had ended by then, or one just opened had begun. */
function over({ entry, exit }: Stay, { at }: StayEvent, opened: readonly Stay[]): boolean {
  if (exit !== null && at > exit.at) return true;
  const newer = ownerAt(opened, at);
  return newer !== undefined && !newer.clone && entry !== null && newer.entry!.at > entry.at;
}
