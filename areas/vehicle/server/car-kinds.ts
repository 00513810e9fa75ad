import { and, asc, eq, ne } from 'drizzle-orm';
import type { PlateColour } from '#domain/plate/colour.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carKinds, carType } from '#areas/vehicle/model/car-type.ts';
import type { Rules } from '#kit/server/rules.ts';
import { carTypesOfPark, payingTypesOfPark } from '#areas/vehicle/model/lookups.ts';

export type CarKind = keyof typeof carKinds;
/** `plateColours`: plates of these colours are of this model. `isDefault`: used when no colour matches. */
export type CarModelOf = {
  readonly id: string;
  readonly modelName: string;
  readonly modelNo: string | null;
  readonly plateColours: readonly PlateColour[];
  readonly isDefault: boolean;
};
export type CarTypeOf = {
  readonly id: string;
  readonly typeName: string;
  readonly kind: CarKind;
  readonly isDefault: boolean;
};
export type CarKinds = { readonly models: readonly CarModelOf[]; readonly types: readonly CarTypeOf[] };

/** The car models and car types of a lot, in their order. */
export async function carKindsOf(db: Db, parkId: string): Promise<CarKinds> {
  const [m, t] = [tableOf(carModel), tableOf(carType)];
  const [models, types] = await Promise.all([
    db
      .select()
      .from(m)
      .where(scoped(carModel, db.scope, [eq(m.parkId!, parkId)]))
      .orderBy(asc(m.sort!), asc(m.id!)),
    db
      .select()
      .from(t)
      .where(scoped(carType, db.scope, [eq(t.parkId!, parkId)]))
      .orderBy(asc(t.sort!), asc(t.id!)),
  ]);
  return {
    models: models.map((row) => ({
      id: row.id as string,
      modelName: row.modelName as string,
      modelNo: row.modelNo as string | null,
      plateColours: (row.plateColours ?? []) as PlateColour[],
      isDefault: row.isDefault === true,
    })),
    types: types.map((row) => ({
      id: row.id as string,
      typeName: row.typeName as string,
      kind: row.kind as CarKind,
      isDefault: row.isDefault === true,
    })),
  };
}

/** The model for a plate's colour, else the car park's default; null without either. */
export const modelOfColour = (kinds: CarKinds, colour: string): CarModelOf | null =>
  kinds.models.find(({ plateColours }) => (plateColours as readonly string[]).includes(colour)) ??
  kinds.models.find(({ isDefault }) => isDefault) ??
  null;

/** What tariffs call the vehicles of a model: its number, else its name. */
export const carKindOf = ({ modelNo, modelName }: CarModelOf): string => modelNo || modelName;

/**
 * The type of vehicles of a kind if none is given: the kind's default, else its first; null when the lot has none of
 * the kind.
 */
export const typeOfKind = (kinds: CarKinds, kind: CarKind): CarTypeOf | null =>
  kinds.types.find((type) => type.kind === kind && type.isDefault) ??
  kinds.types.find((type) => type.kind === kind) ??
  null;

const usualModels = [
  { modelName: '小型车', modelNo: 'small', plateColours: ['blue', 'green'], isDefault: true },
  { modelName: '大型车', modelNo: 'large', plateColours: ['yellow', 'yellow-green'], isDefault: false },
  { modelName: '摩托车', modelNo: 'motorcycle', plateColours: [], isDefault: false },
];

/** Gives a new lot the usual models and one type of each kind, so that it can charge from the first car on. */
export async function seedCarKinds(
  db: Db,
  park: { id: string; tenantId: number; companyId: string },
  by: string | null,
): Promise<void> {
  const frame = () => ({
    id: newId(),
    tenantId: park.tenantId,
    companyId: park.companyId,
    parkId: park.id,
    createdBy: by,
    updatedBy: by,
  });
  await db.insert(tableOf(carModel)).values(usualModels.map((model, nth) => ({ ...frame(), ...model, sort: nth + 1 })));
  await db.insert(tableOf(carType)).values(
    Object.entries(carKinds).map(([kind, label], nth) => ({
      ...frame(),
      kind,
      typeName: label.zh,
      isDefault: true,
      sort: nth + 1,
    })),
  );
}

/** One default per lot (and kind): the row saved last as default takes it from the others. */
async function soleDefault(of: Resource, row: Record<string, unknown> & { id: string }, work: Work): Promise<void> {
  if (row.isDefault !== true) return;
  const t = tableOf(of);
  const sameKind = t.kind ? [eq(t.kind, row.kind)] : [];
  await work.db
    .update(t)
    .set({ isDefault: false, updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
    .where(
      and(
        eq(t.tenantId!, row.tenantId),
        eq(t.parkId!, row.parkId),
        ne(t.id!, row.id),
        eq(t.isDefault!, true),
        ...sameKind,
      ),
    );
}

const choices = (kinds: CarKinds, only?: readonly CarKind[]) =>
  kinds.types
    .filter(({ kind }) => !only || only.includes(kind))
    .map(({ id, typeName, kind, isDefault }) => ({ value: id, label: typeName, kind, isDefault }));

export const carKindRules: Record<string, Rules> = {
  carModel: { saved: (row, _, work) => soleDefault(carModel, row, work) },
  carType: { saved: (row, _, work) => soleDefault(carType, row, work) },
};

export const carKindsServed: Served[] = [
  serve(carTypesOfPark, async (work) => choices(await carKindsOf(work.db, work.input.parkId!))),
  serve(payingTypesOfPark, async (work) =>
    choices(await carKindsOf(work.db, work.input.parkId!), ['temp', 'stored-value']),
  ),
];
