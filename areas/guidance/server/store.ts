import { boolean, index, integer, pgTable, primaryKey, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/** Each change of a space's state: from `at` on it is `state`. Of one instant, the later `id` holds. */
const spaceChange = pgTable(
  'space_change',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    id: uuid('id').notNull(),
    spaceId: uuid('space_id').notNull(),
    at: at('at').notNull(),
    state: varchar('state', { length: 10 }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'space_change_pk', columns: [t.tenantId, t.id] }),
    index('space_change_space_ix').on(t.tenantId, t.spaceId, t.at, t.id),
    index('space_change_park_ix').on(t.tenantId, t.parkId, t.at),
  ],
);

/** How many spaces of a floor were what, looked at every ten minutes. */
const floorCount = pgTable(
  'floor_count',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    buildingId: uuid('building_id').notNull(),
    at: at('at').notNull(),
    free: integer('free').notNull(),
    taken: integer('taken').notNull(),
    unknown: integer('unknown').notNull(),
    closed: integer('closed').notNull(),
  },
  (t) => [
    primaryKey({ name: 'floor_count_pk', columns: [t.tenantId, t.buildingId, t.at] }),
    index('floor_count_park_ix').on(t.tenantId, t.parkId, t.at),
  ],
);

/** What boards show of a group, from `at` on: stored when it changes. `n` is 0 where they say FULL. */
const groupShown = pgTable(
  'group_shown',
  {
    tenantId: integer('tenant_id').notNull(),
    parkId: uuid('park_id').notNull(),
    groupId: uuid('group_id').notNull(),
    at: at('at').notNull(),
    n: integer('n').notNull(),
    isFull: boolean('is_full').notNull(),
    reserve: integer('reserve').notNull(),
  },
  (t) => [
    primaryKey({ name: 'group_shown_pk', columns: [t.tenantId, t.groupId, t.at] }),
    index('group_shown_park_ix').on(t.tenantId, t.parkId, t.at),
  ],
);

export const guidanceTables = { spaceChange, floorCount, groupShown };
