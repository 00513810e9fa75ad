ALTER TABLE "settlement_record" ADD COLUMN "arrived_fen" bigint;
ALTER TABLE "bank_line" ADD COLUMN "booked_fen" bigint;
ALTER TABLE "bank_line" ADD COLUMN "suspense_fen" bigint;
ALTER TABLE "bank_line" ADD COLUMN "booked" jsonb;
ALTER TABLE "bank_line" ADD COLUMN "booked_times" bigint;
ALTER TABLE "invoice_item" ADD COLUMN "issued_time" timestamp(3) with time zone;
CREATE INDEX "invoice_item_issued_time_ix" ON "invoice_item" USING btree ("tenant_id","issued_time");

-- Lines in force before: an invoice's own time, and of a red one when it was last heard of.
UPDATE "invoice_item" i SET issued_time = CASE i.kind WHEN 'blue' THEN coalesce(f.issued_time, i.updated_at) ELSE i.updated_at END
  FROM "invoice_apply_form" f WHERE f.tenant_id = i.tenant_id AND f.id = i.form_id AND i.status = 'done';
