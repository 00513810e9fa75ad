CREATE TABLE "door_fire" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"village_id" uuid,
	"place" text,
	"area_id" uuid,
	"started_time" timestamp(3) with time zone,
	"status" varchar(60),
	"device_ids" uuid[],
	"gate_ids" uuid[],
	"ended_time" timestamp(3) with time zone,
	"ended_by" text,
	"end_reason" text,
	"accounted" jsonb,
	CONSTRAINT "door_fire_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_fire" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_fire" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_fire" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_fire" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_fire" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "park_device" ADD COLUMN "fire_sent" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "fire_command_id" text;
ALTER TABLE "door_gate" ADD COLUMN "fire_since" timestamp(3) with time zone;
CREATE INDEX "door_fire_village_id_status_ix" ON "door_fire" USING btree ("tenant_id","village_id","status");
