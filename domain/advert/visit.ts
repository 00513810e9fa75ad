/** What a message about an advert counts for, given what was counted before. The facts stay, counted or not. */
export type VisitKind = 'served' | 'viewable' | 'click' | 'close';
export type Unread = 'bot' | 'flood' | 'repeat' | 'unseen';

export type ReportedVisit = {
  readonly kind: VisitKind;
  readonly isBot: boolean;
  /** More of one address in a minute than a person looks at. */
  readonly isFlood: boolean;
  /** Kinds that have counted of the same viewer, advert and hour. */
  readonly counted: ReadonlySet<VisitKind>;
};

/** Why it does not count, or null. A view counts only of what was served, a click or a close only of what was seen. */
export function whyNot({ kind, isBot, isFlood, counted }: ReportedVisit): Unread | null {
  if (isBot) return 'bot';
  if (isFlood) return 'flood';
  if (counted.has(kind)) return 'repeat';
  if (kind === 'served') return null;
  return counted.has(kind === 'viewable' ? 'served' : 'viewable') ? null : 'unseen';
}

const BOTS =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|headless|phantom|lighthouse|monitor|curl\/|wget\/|python-|go-http|okhttp\/|java\/|scrapy|axios\/|node-fetch|facebookexternalhit/i;

/** Programs that say what they are, and those that say nothing. */
export const isKnownBot = (agent: string): boolean => agent.trim() === '' || BOTS.test(agent);

/** The hour an advert was served in, the same everywhere; whatever follows belongs to it. */
export const hourNo = (at: number): number => Math.floor(at / 3_600_000);
