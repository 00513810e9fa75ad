ALTER TABLE "channel_day" ADD COLUMN "fee_fen" bigint;
ALTER TABLE "channel_day" ADD COLUMN "fees" jsonb;
ALTER TABLE "coupon_deduction" ADD COLUMN "fee_fen" bigint;
ALTER TABLE "settlement_record" ADD COLUMN "fee_off_fen" bigint;
ALTER TABLE "money_day" ADD COLUMN "fee_off_fen" bigint;
ALTER TABLE "money_day" ADD COLUMN "fee_items_fen" bigint;
ALTER TABLE "money_day" ADD COLUMN "fee_lines" bigint;
UPDATE "coupon_deduction" d SET fee_fen = o.receivable_fen FROM "parking_order" o WHERE o.tenant_id = d.tenant_id AND o.id = d.order_id;
