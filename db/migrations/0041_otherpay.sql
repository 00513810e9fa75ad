CREATE TABLE "otherpay_config" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"park_id" uuid,
	"pay_type" varchar(60),
	"merchant_no" text,
	"app_key" text,
	"sign_type" varchar(60),
	"app_secret" text,
	"public_key" text,
	"terminal_no" text,
	"enabled" boolean,
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "otherpay_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "otherpay_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "otherpay_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "otherpay_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "otherpay_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "otherpay_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "otherpay_config_pay_type_merchant_no_uq" ON "otherpay_config" USING btree ("tenant_id","pay_type","merchant_no") WHERE "otherpay_config"."deleted_at" is null;
