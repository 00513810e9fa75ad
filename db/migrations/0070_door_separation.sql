CREATE TABLE "door_separation" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"rule_name" text,
	"village_id" uuid,
	"kind" varchar(60),
	"mode" varchar(60),
	"dept_ids" uuid[],
	"gate_ids" uuid[],
	"area_ids" uuid[],
	"other_gate_ids" uuid[],
	"other_area_ids" uuid[],
	"time_period_id" uuid,
	"remark" text,
	CONSTRAINT "door_separation_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_separation" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_separation" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_separation" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_separation" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_separation" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "door_separation_village_id_rule_name_uq" ON "door_separation" USING btree ("tenant_id","village_id","rule_name") WHERE "door_separation"."deleted_at" is null;
