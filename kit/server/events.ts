/**
 * Events between areas. An area declares what it emits and handles; the composition root wires both once at start, so
 * that no area imports another only to be called back.
 */
import type { AreaEvent, EventTime } from '#kit/declare/event.ts';
import type { Database, Db } from './db.ts';

/** What a handler works with: the emitter's transaction under its scope, or the database after the commit. */
export type EventContext<T extends EventTime = EventTime> = T extends 'transaction'
  ? { readonly db: Db }
  : { readonly database: Database };

export type EventHandler = {
  readonly event: AreaEvent;
  readonly run: (payload: object, context: EventContext) => Promise<unknown> | unknown;
};

/** Binds a handler to an event that another area, or the own one, declares. */
export const on = <P extends object, R, T extends EventTime>(
  event: AreaEvent<P, R, T>,
  handler: (payload: P, context: EventContext<T>) => Promise<R> | R,
): EventHandler => ({
  event,
  run: (payload, context) => handler(payload as P, context as EventContext<T>),
});

/** What one area emits and handles. */
export type AreaEvents = {
  readonly name: string;
  readonly emits: readonly AreaEvent[];
  readonly handles: readonly EventHandler[];
};

/** What is wrong with the wiring of these areas, a sentence each; empty where nothing is. */
export function eventFaults(areas: readonly AreaEvents[]): string[] {
  const emitted = new Map<string, AreaEvent>();
  const faults: string[] = [];
  for (const { name: area, emits } of areas)
    for (const event of emits) {
      if (emitted.has(event.name)) faults.push(`two events are called ${event.name}`);
      if (event.area !== area) faults.push(`${event.name} is declared by ${event.area}, but ${area} says it emits it`);
      emitted.set(event.name, event);
    }
  const handled = areas.flatMap(({ name: area, handles }) => handles.map(({ event }) => ({ area, event })));
  for (const { area, event } of handled)
    if (emitted.get(event.name) !== event) faults.push(`${area} handles ${event.name}, which no area emits`);
  for (const event of emitted.values())
    if (event.required && !handled.some((each) => each.event === event))
      faults.push(`${event.name} of ${event.area} needs a handler, and no area handles it`);
  return faults;
}

let wired: ReadonlyMap<AreaEvent, readonly EventHandler[]> | null = null;

const byEvent = (handlers: readonly EventHandler[]) => Map.groupBy(handlers, ({ event }) => event);

/**
 * Wires the areas' events in the areas' order. Called once at start by the composition root. @throws Error that names
 * every fault
 */
export function wireEvents(areas: readonly AreaEvents[]): void {
  const faults = eventFaults(areas);
  if (faults.length > 0)
    throw new Error(`events do not fit together:\n${faults.map((each) => `  ${each}`).join('\n')}`);
  wired = byEvent(areas.flatMap(({ handles }) => handles));
}

/** Adds handlers to what is wired: those of a worker, a thread or a test. @returns takes them out again */
export function handle(...handlers: readonly EventHandler[]): () => void {
  wired = byEvent([...[...(wired?.values() ?? [])].flat(), ...handlers]);
  return () => {
    wired = byEvent([...(wired?.values() ?? [])].flat().filter((each) => !handlers.includes(each)));
  };
}

/** Lets this handler alone handle its event, or nobody; for tests. @returns puts back what was there */
export function handleOnly(event: AreaEvent, handler: EventHandler | null): () => void {
  const before = wired?.get(event) ?? [];
  const put = (handlers: readonly EventHandler[]) => {
    wired = new Map([...(wired ?? []), [event, handlers]]);
  };
  put(handler ? [handler] : []);
  return () => put(before);
}

/** Lets these handlers alone handle events for a while, all others nobody. @returns puts back what was there */
export function handleNoneBut(...handlers: readonly EventHandler[]): () => void {
  const before = wired;
  wired = byEvent(handlers);
  return () => {
    wired = before;
  };
}

const handlersOf = (event: AreaEvent): readonly EventHandler[] => {
  if (!wired) throw new Error(`${event.name} happened before the events were wired: wireEvents at start`);
  return wired.get(event) ?? [];
};

/** Whether anybody handles an event in this process. */
export const isHandled = (event: AreaEvent): boolean => handlersOf(event).length > 0;

/**
 * Passes an event to its handlers, one after another in the areas' order. Of a `transaction` event a handler's failure
 * is the caller's, and undoes its transaction. @returns what each handler answered
 */
export async function emit<P extends object, R, T extends EventTime>(
  event: AreaEvent<P, R, T>,
  payload: P,
  context: EventContext<T>,
): Promise<R[]> {
  const answers: R[] = [];
  for (const { run } of handlersOf(event)) answers.push((await run(payload, context as EventContext)) as R);
  return answers;
}
