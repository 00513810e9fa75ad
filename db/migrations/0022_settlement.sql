CREATE TABLE "settlement_record" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"settle_no" text,
	"day" date,
	"pay_type" varchar(60),
	"merchant_no" text,
	"merchant_ref" text,
	"count" bigint,
	"gross_fen" bigint,
	"refund_fen" bigint,
	"adjust_fen" bigint,
	"channel_fee_fen" bigint,
	"net_fen" bigint,
	"service_fee_fen" bigint,
	"coupon_fen" bigint,
	"due_fen" bigint,
	"adjust_text" text,
	"status" varchar(60),
	"mode" varchar(60),
	"fee_bp" integer,
	"service_bp" integer,
	"difference_fen" bigint,
	"checked_by" text,
	"checked_by_id" text,
	"checked_time" timestamp(3) with time zone,
	"confirmed_by" text,
	"confirmed_time" timestamp(3) with time zone,
	"remark" text,
	"counted_time" timestamp(3) with time zone,
	"adjustments" jsonb,
	CONSTRAINT "settlement_record_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "settlement_record" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "settlement_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settlement_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "settlement_record" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "settlement_record" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "cashout_set" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"mode" varchar(60),
	"wechat_bp" integer,
	"alipay_bp" integer,
	"other_bp" integer,
	"service_bp" integer,
	"payee_name" text,
	"bank_name" text,
	"branch_code" text,
	"account_no" text,
	"account_tail" text,
	"cycle" varchar(60),
	"hold_days" bigint,
	"min_fen" bigint,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "cashout_set_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "cashout_set" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "cashout_set" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "cashout_set" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "cashout_set" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "cashout_set" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "settlement_record_park_id_pay_type_merchant_ref_day_uq" ON "settlement_record" USING btree ("tenant_id","park_id","pay_type","merchant_ref","day") WHERE "settlement_record"."deleted_at" is null;
CREATE INDEX "settlement_record_day_ix" ON "settlement_record" USING btree ("tenant_id","day");
CREATE INDEX "settlement_record_status_ix" ON "settlement_record" USING btree ("tenant_id","status");
CREATE INDEX "settlement_record_company_id_day_ix" ON "settlement_record" USING btree ("tenant_id","company_id","day");
CREATE INDEX "settlement_record_park_ix" ON "settlement_record" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "cashout_set_company_id_uq" ON "cashout_set" USING btree ("tenant_id","company_id") WHERE "cashout_set"."deleted_at" is null;
