CREATE TABLE "seat_group" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"group_name" text,
	"park_ids" uuid[],
	"overflow_to" uuid,
	"overflow_s" bigint,
	"remark" text,
	CONSTRAINT "seat_group_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "seat_group" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "seat_group" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "seat_group" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "seat_group" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "seat_group" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "seat_user" ADD COLUMN "group_ids" uuid[];
ALTER TABLE "call_record" ADD COLUMN "group_id" uuid;
ALTER TABLE "call_record" ADD COLUMN "overflowed" boolean;
ALTER TABLE "call_record" ADD COLUMN "reached" jsonb;
ALTER TABLE "call_record" ADD COLUMN "reached_time" timestamp(3) with time zone;
ALTER TABLE "call_event" ADD COLUMN "group_id" uuid;
CREATE UNIQUE INDEX "seat_group_company_id_group_name_uq" ON "seat_group" USING btree ("tenant_id","company_id","group_name") WHERE "seat_group"."deleted_at" is null;
