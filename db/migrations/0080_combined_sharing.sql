ALTER TABLE "joint_trade" ADD COLUMN "sharing" boolean DEFAULT false NOT NULL;
ALTER TABLE "profit_share" ADD COLUMN "fee_fen" bigint;
CREATE INDEX "profit_share_channel_trade_no_ix" ON "profit_share" USING btree ("tenant_id","channel_trade_no");
