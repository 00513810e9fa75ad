/** Stored-value cards as the lanes of a lot ask for them, and their balances, which follow the ledger. */
import type { Db } from '#kit/server/db.ts';

type StoredCard = { readonly id: string; readonly plate_number: string; readonly balance: number };

/** The cards of the plates in play; what a batch takes from one is gone for the rest of it. Money in fen. */
export class Cards {
  readonly #balances: Map<string, number>;
  readonly #ofPlate: ReadonlyMap<string, string>;

  constructor(rows: readonly StoredCard[]) {
    this.#balances = new Map(rows.map((row) => [row.id, row.balance]));
    this.#ofPlate = new Map(rows.map((row) => [row.plate_number, row.id]));
  }

  of(plate: string): { card: string; balanceFen: number } | null {
    const card = this.#ofPlate.get(plate);
    return card === undefined ? null : { card, balanceFen: this.#balances.get(card)! };
  }

  spend(card: string, amountFen: number): void {
    this.#balances.set(card, (this.#balances.get(card) ?? 0) - amountFen);
  }
}

export const cardsOf = async (
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  plates: readonly string[],
): Promise<StoredCard[]> =>
  plates.length === 0
    ? []
    : db.raw<StoredCard>(
        'SELECT id, plate_number, balance FROM stored_card WHERE tenant_id = $1 AND park_id = $2 AND plate_number = ANY($3::text[]) AND deleted_at IS NULL',
        [tenantId, parkId, plates],
      );

/** A card's balance is the ledger's: every new line moves it, and nothing else does. */
export async function followCards(db: Db, tenantId: number, moved: ReadonlyMap<string, number>): Promise<void> {
  await db.raw(
    `UPDATE stored_card c SET balance = c.balance + m.by, used_time = CASE WHEN m.by < 0 THEN $4::timestamptz ELSE c.used_time END, updated_at = now()
    FROM unnest($2::uuid[], $3::bigint[]) AS m(id, by) WHERE c.tenant_id = $1 AND c.id = m.id`,
    [tenantId, [...moved.keys()], [...moved.values()], new Date().toISOString()],
  );
}
