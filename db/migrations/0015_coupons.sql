CREATE TABLE "coupon_store" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"store_name" text,
	"contact" text,
	"phone" varchar(20),
	"account" text,
	"books_park_id" uuid,
	"credit_fen" bigint,
	"balance" bigint,
	"charged_fen" bigint,
	"used_fen" bigint,
	"reserved_fen" bigint,
	"enable" boolean,
	"remark" text,
	CONSTRAINT "coupon_store_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_store" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_store" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_store" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_store" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_store" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "coupon_rule" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"rule_name" text,
	"derate_type" varchar(60),
	"minutes" bigint,
	"amount_fen" bigint,
	"percent_off" bigint,
	"min_spend_fen" bigint,
	"exclusive" boolean,
	"bearer" varchar(60),
	"charge_by" varchar(60),
	"charge_percent" bigint,
	"price" bigint,
	"budget_num" bigint,
	"budget_fen" bigint,
	"store_id" uuid,
	"park_ids" uuid[],
	"per_person" bigint,
	"per_plate_day" bigint,
	"claim_from" timestamp(3) with time zone,
	"claim_until" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"valid_days" bigint,
	"restores" boolean,
	"auto_use" boolean,
	"status" varchar(60),
	"issued" bigint,
	"claimed" bigint,
	"used" bigint,
	"cancelled" bigint,
	"benefit_fen" bigint,
	"used_fen" bigint,
	"reserved_fen" bigint,
	"claim_code" text,
	"cancel_type" varchar(60),
	"end_remark" text,
	"remark" text,
	CONSTRAINT "coupon_rule_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_rule" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_rule" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_rule" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_rule" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_rule" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "coupon_info" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"coupon_no" text,
	"status" varchar(60),
	"rule_id" uuid,
	"store_id" uuid,
	"bearer" varchar(60),
	"derate_type" varchar(60),
	"derate_value" bigint,
	"plate_number" varchar(16),
	"holder_phone" varchar(20),
	"time" timestamp(3) with time zone,
	"claim_time" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"used_park_id" uuid,
	"used_time" timestamp(3) with time zone,
	"benefit_fen" bigint,
	"charged_fen" bigint,
	"reserved_fen" bigint,
	"car_derate_id" text,
	"end_remark" text,
	"terms" jsonb,
	CONSTRAINT "coupon_info_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_info" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_info" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_info" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_info" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_info" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "coupon_rule_banner" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"title" text,
	"image_url" text,
	"store_id" uuid,
	"rule_id" uuid,
	"link_url" text,
	"sort" bigint,
	"from_time" timestamp(3) with time zone,
	"until_time" timestamp(3) with time zone,
	"enable" boolean,
	"remark" text,
	CONSTRAINT "coupon_rule_banner_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_rule_banner" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_rule_banner" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_rule_banner" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_rule_banner" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_rule_banner" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "coupon_gift" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"time" timestamp(3) with time zone,
	"rule_id" uuid,
	"store_id" uuid,
	"giver" varchar(60),
	"giver_name" text,
	"way" varchar(60),
	"plate_number" varchar(16),
	"phone" varchar(20),
	"num" bigint,
	"remark" text,
	CONSTRAINT "coupon_gift_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_gift" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_gift" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_gift" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_gift" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_gift" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "coupon_gift_item" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"store_id" uuid,
	"gift_id" uuid,
	"coupon_id" uuid,
	"time" timestamp(3) with time zone,
	CONSTRAINT "coupon_gift_item_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_gift_item" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_gift_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_gift_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_gift_item" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_gift_item" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "coupon_deduction" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"time" timestamp(3) with time zone,
	"plate_number" varchar(16),
	"rule_id" uuid,
	"store_id" uuid,
	"bearer" varchar(60),
	"coupon_id" uuid,
	"order_id" uuid,
	"benefit_fen" bigint,
	"charged_fen" bigint,
	"lot_fen" bigint,
	"status" varchar(60),
	"returned_time" timestamp(3) with time zone,
	CONSTRAINT "coupon_deduction_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "coupon_deduction" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "coupon_deduction" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "coupon_deduction" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "coupon_deduction" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "coupon_deduction" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "car_derate" ADD COLUMN "coupon_id" text;
CREATE UNIQUE INDEX "coupon_store_company_id_store_name_uq" ON "coupon_store" USING btree ("tenant_id","company_id","store_name") WHERE "coupon_store"."deleted_at" is null;
CREATE UNIQUE INDEX "coupon_rule_company_id_rule_name_uq" ON "coupon_rule" USING btree ("tenant_id","company_id","rule_name") WHERE "coupon_rule"."deleted_at" is null;
CREATE UNIQUE INDEX "coupon_rule_claim_code_uq" ON "coupon_rule" USING btree ("tenant_id","claim_code") WHERE "coupon_rule"."deleted_at" is null;
CREATE INDEX "coupon_rule_store_id_ix" ON "coupon_rule" USING btree ("tenant_id","store_id");
CREATE UNIQUE INDEX "coupon_info_coupon_no_uq" ON "coupon_info" USING btree ("tenant_id","coupon_no") WHERE "coupon_info"."deleted_at" is null;
CREATE INDEX "coupon_info_rule_id_status_ix" ON "coupon_info" USING btree ("tenant_id","rule_id","status");
CREATE INDEX "coupon_info_plate_number_ix" ON "coupon_info" USING btree ("tenant_id","plate_number");
CREATE INDEX "coupon_info_store_id_time_ix" ON "coupon_info" USING btree ("tenant_id","store_id","time");
CREATE INDEX "coupon_info_car_derate_id_ix" ON "coupon_info" USING btree ("tenant_id","car_derate_id");
CREATE INDEX "coupon_info_valid_until_ix" ON "coupon_info" USING btree ("tenant_id","valid_until");
CREATE INDEX "coupon_gift_store_id_time_ix" ON "coupon_gift" USING btree ("tenant_id","store_id","time");
CREATE INDEX "coupon_gift_item_gift_id_ix" ON "coupon_gift_item" USING btree ("tenant_id","gift_id");
CREATE UNIQUE INDEX "coupon_deduction_coupon_id_order_id_uq" ON "coupon_deduction" USING btree ("tenant_id","coupon_id","order_id") WHERE "coupon_deduction"."deleted_at" is null;
CREATE INDEX "coupon_deduction_park_id_time_ix" ON "coupon_deduction" USING btree ("tenant_id","park_id","time");
CREATE INDEX "coupon_deduction_store_id_time_ix" ON "coupon_deduction" USING btree ("tenant_id","store_id","time");
CREATE INDEX "coupon_deduction_park_ix" ON "coupon_deduction" USING btree ("tenant_id","park_id");
