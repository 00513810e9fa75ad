ALTER TABLE "coupon_rule" ADD COLUMN "giftable" boolean;
ALTER TABLE "coupon_rule" ADD COLUMN "max_gifts" bigint;
ALTER TABLE "coupon_info" ADD COLUMN "gifts" bigint;
ALTER TABLE "coupon_info" ADD COLUMN "giving_until" timestamp(3) with time zone;
ALTER TABLE "coupon_info" ADD COLUMN "gift_code" text;
ALTER TABLE "coupon_gift" ADD COLUMN "giver_phone" varchar(20);
CREATE UNIQUE INDEX "coupon_info_gift_code_uq" ON "coupon_info" USING btree ("tenant_id","gift_code") WHERE "coupon_info"."deleted_at" is null;
