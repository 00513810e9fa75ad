CREATE TABLE "adver_order" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"order_no" text,
	"plat" varchar(60),
	"months" bigint,
	"amount_fen" bigint,
	"status" varchar(60),
	"pay_type" varchar(60),
	"pay_ref" text,
	"ordered_time" timestamp(3) with time zone,
	"paid_time" timestamp(3) with time zone,
	"paid_by" text,
	"valid_from" date,
	"valid_until" date,
	"why" text,
	"remark" text,
	CONSTRAINT "adver_order_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "adver_order" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "adver_order" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "adver_order" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "adver_order" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "adver_order" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "garagead" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"ad_name" text,
	"content" text,
	"file_url" text,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"seconds" bigint,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "garagead_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "garagead" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "garagead" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "garagead" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "garagead" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "garagead" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "money_day" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"pay_type" varchar(60),
	"merchant_no" text,
	"account" text,
	"status" varchar(60),
	"books_fen" bigint,
	"bill_fen" bigint,
	"bill_items_fen" bigint,
	"late_fen" bigint,
	"fee_fen" bigint,
	"net_fen" bigint,
	"bank_fen" bigint,
	"bank_items_fen" bigint,
	"unexplained_fen" bigint,
	"open_items" bigint,
	"proved_time" timestamp(3) with time zone,
	CONSTRAINT "money_day_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "money_day" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "money_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "money_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "money_day" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "money_day" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "money_item" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"pay_type" varchar(60),
	"merchant_no" text,
	"account" text,
	"money_day_id" uuid,
	"cause" varchar(60),
	"ref" text,
	"amount_fen" bigint,
	"age_days" bigint,
	"owner" varchar(60),
	"owner_name" text,
	"status" varchar(60),
	"why" text,
	"explained_by" text,
	"explained_time" timestamp(3) with time zone,
	CONSTRAINT "money_item_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "money_item" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "money_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "money_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "money_item" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "money_item" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "bank_line" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"account_tail" text,
	"day" date,
	"amount_fen" bigint,
	"counterparty" text,
	"note" text,
	"ref" text,
	"status" varchar(60),
	"pay_type" varchar(60),
	"config_id" text,
	"day_from" date,
	"day_until" date,
	"assigned_by" text,
	"assigned_time" timestamp(3) with time zone,
	"why" text,
	CONSTRAINT "bank_line_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "bank_line" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "bank_line" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bank_line" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "bank_line" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "bank_line" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "channel_day" ADD COLUMN "unknown_fen" bigint;
ALTER TABLE "ad_plat" ADD COLUMN "close_fen" bigint;
CREATE UNIQUE INDEX "adver_order_order_no_uq" ON "adver_order" USING btree ("tenant_id","order_no") WHERE "adver_order"."deleted_at" is null;
CREATE INDEX "adver_order_park_id_plat_status_ix" ON "adver_order" USING btree ("tenant_id","park_id","plat","status");
CREATE INDEX "adver_order_park_ix" ON "adver_order" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "garagead_park_id_ad_name_uq" ON "garagead" USING btree ("tenant_id","park_id","ad_name") WHERE "garagead"."deleted_at" is null;
CREATE INDEX "garagead_park_ix" ON "garagead" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "money_day_account_day_uq" ON "money_day" USING btree ("tenant_id","account","day") WHERE "money_day"."deleted_at" is null;
CREATE INDEX "money_day_day_ix" ON "money_day" USING btree ("tenant_id","day");
CREATE UNIQUE INDEX "money_item_account_day_cause_ref_uq" ON "money_item" USING btree ("tenant_id","account","day","cause","ref") WHERE "money_item"."deleted_at" is null;
CREATE INDEX "money_item_day_ix" ON "money_item" USING btree ("tenant_id","day");
CREATE INDEX "money_item_status_ix" ON "money_item" USING btree ("tenant_id","status");
CREATE INDEX "money_item_money_day_id_ix" ON "money_item" USING btree ("tenant_id","money_day_id");
CREATE UNIQUE INDEX "bank_line_company_id_account_tail_ref_uq" ON "bank_line" USING btree ("tenant_id","company_id","account_tail","ref") WHERE "bank_line"."deleted_at" is null;
CREATE INDEX "bank_line_config_id_day_from_ix" ON "bank_line" USING btree ("tenant_id","config_id","day_from");
CREATE INDEX "bank_line_day_ix" ON "bank_line" USING btree ("tenant_id","day");
