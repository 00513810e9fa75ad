/**
 * Pay codes that drivers hold before a lane's reader: each is tried once, and what became of it is shown to the driver.
 */
import type { Fact } from '#domain/lane/facts.ts';
import type { MoneyDone } from '#domain/lane/sources.ts';
import { CODE_FAULTS, say } from '#domain/lane/words.ts';
import type { CodeFaultId } from '#domain/lane/words.ts';
import { beginTrade, wayOfCode } from '#areas/billing/server/door.ts';
import type { Session } from './session.ts';

export function take(session: Session, done: MoneyDone): void {
  session.postings.push(...done.postings);
  for (const { kind, about } of done.postings) if (kind === 'derate') session.offers.used(about);
}

/**
 * A scanned pay code begins a try through the channel; its trade number follows from order and code, so that a code
 * that is scanned again is the same try.
 */
export function charge(session: Session, fact: Extract<Fact, { fact: 'charge' }>): void {
  const [order, about] = [session.book.order(fact.order), session.abouts.get(fact.order)];
  if (fact.how !== 'pay-code' || fact.payCode === null || !order || !about) return;
  // A code without money behind it fails the try, not the order: the same sum may be paid by the next code.
  if (order.state === 'failed')
    take(
      session,
      session.book.pay(order.id, {
        kind: 'quote',
        receivableFen: order.receivableFen,
        deratedFen: order.deratedFen,
        pricedAt: order.pricedAt,
        validUntil: order.validUntil,
      }),
    );
  const way = wayOfCode(session.lot.ways, fact.payCode);
  if (!way) return showFault(session, about.gateId, 'unknown');
  const { trade, entry, refused } = beginTrade(
    session.lot.place.tenantId,
    { order: session.book.order(order.id) ?? order, about },
    { id: fact.id, ...way, at: fact.at },
  );
  const known = order.attempts.find((attempt) => attempt.trade === trade);
  if (known?.state === 'pending') return;
  if (refused === 'already-pending') return showFault(session, about.gateId, 'waiting');
  if (known) return showFault(session, about.gateId, 'code');
  session.abouts.set(order.id, entry.about);
  take(session, session.book.pay(fact.order, { kind: 'create', trade, channel: way.channel, at: fact.at }));
  session.charges.push({ trade, payCode: fact.payCode });
}

/** Shows and announces at the lane that a pay code did not pay; the lane goes on waiting for money. */
export function showFault(session: Session, lane: string | null, fault: CodeFaultId): void {
  const phase = lane === null ? undefined : session.lanes.get(lane)?.phase;
  if (lane === null || phase?.name !== 'awaiting') return;
  const words = CODE_FAULTS[fault];
  session.commands.push(
    { command: 'show', lane, lines: [say.plate(phase.vehicle.plate), words] },
    { command: 'speak', lane, words },
  );
}
