CREATE TABLE "settlement_doubt" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"berth_id" uuid,
	"stay_id" text,
	"code" varchar(60),
	"found_time" timestamp(3) with time zone,
	"before" jsonb,
	"after" jsonb,
	"status" varchar(60),
	CONSTRAINT "settlement_doubt_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "settlement_doubt" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "settlement_doubt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settlement_doubt" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "settlement_doubt" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "settlement_doubt" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "settlement_doubt_stay_id_ix" ON "settlement_doubt" USING btree ("tenant_id","stay_id");
CREATE INDEX "settlement_doubt_park_ix" ON "settlement_doubt" USING btree ("tenant_id","park_id");
