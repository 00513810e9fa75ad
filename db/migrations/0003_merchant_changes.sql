CREATE TABLE "merchant_change" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"kind" varchar(60),
	"account_name" text,
	"deed" varchar(60),
	"changes" text,
	"status" varchar(60),
	"proposed_by" text,
	"proposed_by_id" text,
	"proposed_time" timestamp(3) with time zone,
	"decided_by" text,
	"decided_time" timestamp(3) with time zone,
	"remark" text,
	"account_id" text,
	"shown" jsonb,
	"entered" text,
	CONSTRAINT "merchant_change_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "merchant_change" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "merchant_change" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "merchant_change" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "merchant_change" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "merchant_change" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "merchant_change_status_ix" ON "merchant_change" USING btree ("tenant_id","status");
CREATE INDEX "merchant_change_account_id_ix" ON "merchant_change" USING btree ("tenant_id","account_id");
