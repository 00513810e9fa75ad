ALTER TABLE "money_item" ADD COLUMN "pair_no" text;
ALTER TABLE "bank_line" ADD COLUMN "missing_fen" bigint;
