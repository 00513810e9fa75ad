CREATE TABLE "day_root" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"no" bigint,
	"rows" bigint,
	"gross_fen" bigint,
	"net_fen" bigint,
	"root" text,
	"previous" text,
	"link" text,
	"closed_time" timestamp(3) with time zone,
	CONSTRAINT "day_root_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "day_root" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "day_root" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "day_root" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "day_root" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "day_root" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "settlement_record" ADD COLUMN "root_no" bigint;
CREATE UNIQUE INDEX "day_root_park_id_no_uq" ON "day_root" USING btree ("tenant_id","park_id","no") WHERE "day_root"."deleted_at" is null;
CREATE INDEX "day_root_park_id_day_ix" ON "day_root" USING btree ("tenant_id","park_id","day");
CREATE INDEX "settlement_record_root_no_ix" ON "settlement_record" USING btree ("tenant_id","root_no");
