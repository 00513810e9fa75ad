ALTER TABLE "share_trade" ADD COLUMN "form" text DEFAULT 'code' NOT NULL;
ALTER TABLE "profit_share" ADD COLUMN "pay_form" text;
