CREATE TABLE "thermal_upgrade" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"device_id" uuid,
	"village_id" uuid,
	"version_no" text,
	"from_version" text,
	"file_url" text,
	"sha256" text,
	"state" varchar(60),
	"why" text,
	"tries" bigint,
	"next_try" timestamp(3) with time zone,
	"ack_time" timestamp(3) with time zone,
	"done_time" timestamp(3) with time zone,
	"command_id" text,
	"remark" text,
	CONSTRAINT "thermal_upgrade_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thermal_upgrade" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thermal_upgrade" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thermal_upgrade" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thermal_upgrade" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thermal_upgrade" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "thermal_upgrade_state_ix" ON "thermal_upgrade" USING btree ("tenant_id","state");
CREATE INDEX "thermal_upgrade_device_id_ix" ON "thermal_upgrade" USING btree ("tenant_id","device_id");
