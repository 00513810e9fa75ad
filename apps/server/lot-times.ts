/**
 * Times given without an offset are what the wall of the lot shows that a call is about, whichever zone its caller sits
 * in.
 */
import { isZone } from '#domain/time/zone.ts';
import type { Call } from '#kit/declare/call.ts';
import { isId, rawOf } from '#kit/declare/check.ts';
import type { Fields } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { instantOf } from '#kit/server/filter.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Person } from '#kit/server/work.ts';
import { resources } from '#apps/models.ts';
import { park } from '#areas/lot/model/park.ts';

type Raw = Record<string, unknown>;

const byName = new Map(resources.map((of) => [of.name, of]));
const resourceOf = ({ name }: Call): Resource | undefined => byName.get(name.split('.')[0]!);

/** What a call takes: its own input, and the fields of the row it saves. */
function fieldsOf(call: Call): Fields {
  const of = call.name.endsWith('.submit') ? resourceOf(call) : undefined;
  return { ...of?.fields, ...call.input };
}

/** A day and a time without an offset, as `instantOf` reads it; null for anything else. */
function plainTime(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const spoken = given.trim().replace('T', ' ');
  return /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(spoken) ? spoken : null;
}

/** The row an input names by an id, null where there is none the caller sees: then the call itself says so. */
async function seen(of: Resource, id: string, db: Db): Promise<Raw | null> {
  try {
    return await rowOf(of, id, db);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** The zone of the lot an input is about: the one it names, else that of the row it changes or names. */
async function zoneOfLot(call: Call, raw: Raw, db: Db): Promise<string | null> {
  const zoneOf = async (lot: unknown): Promise<string | null> =>
    isId(lot) ? (((await seen(park, lot, db))?.['zone'] as string | null | undefined) ?? null) : null;
  const named = Object.entries(fieldsOf(call)).flatMap(([name, field]) => {
    const id = field.kind === 'relation' ? rawOf(name, field, raw) : undefined;
    return isId(id) && field.target ? [{ of: field.target(), id }] : [];
  });
  const own = resourceOf(call);
  const id = [raw['id'], raw['ids'], own?.wire.key ? raw[own.wire.key] : undefined].find(isId);
  if (own && id !== undefined) named.push({ of: own, id });
  const lot = named.find(({ of }) => of.name === park.name);
  if (lot) return zoneOf(lot.id);
  for (const { of, id: rowId } of named) {
    if (!Object.hasOwn(of.fields, 'parkId')) continue;
    const zone = await zoneOf((await seen(of, rowId, db))?.['parkId']);
    if (zone) return zone;
  }
  return null;
}

/**
 * Reads times without an offset by the wall of the lot; where an input is about none, by that of the caller's company.
 */
export const lotTimes =
  (database: Database) =>
  async (call: Call, raw: Raw, person: Person): Promise<Raw> => {
    if (!call.changes && call.zone === undefined) return raw;
    const times = Object.entries(fieldsOf(call))
      .filter(([, { kind }]) => kind === 'dateTime')
      .flatMap(([name, { alias = [] }]) => [name, ...alias])
      .filter((name) => plainTime(raw[name]) !== null);
    if (times.length === 0) return raw;
    const named = typeof call.zone === 'function' ? call.zone(raw) : null;
    const zone =
      typeof named === 'string' && isZone(named)
        ? named
        : ((await database.read(scopeOf(person), (db) => zoneOfLot(call, raw, db))) ?? person.zone);
    return {
      ...raw,
      ...Object.fromEntries(times.map((name) => [name, instantOf(plainTime(raw[name]), zone) ?? raw[name]])),
    };
  };
