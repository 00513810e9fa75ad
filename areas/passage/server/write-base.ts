import type { Fact } from '#domain/lane/facts.ts';
import type { Session } from './session.ts';

export type Wide = Record<string, unknown>;

export const MINUTE = 60_000;

export const now = (): string => new Date().toISOString();

export const owner = (session: Session): Wide => ({
  tenant_id: session.lot.place.tenantId,
  company_id: session.lot.place.companyId,
  park_id: session.lot.place.parkId,
});

export const frame = (): Wide => ({ created_at: now(), updated_at: now() });

export type Of<K extends Fact['fact']> = Extract<Fact, { fact: K }>;

export const facts = <K extends Fact['fact']>(session: Session, kind: K): Of<K>[] =>
  session.facts.filter((fact): fact is Of<K> => fact.fact === kind);

export const plateOf = (session: Session, stay: string | null): string | null =>
  stay === null ? null : (session.book.stay(stay)?.plate ?? null);
