CREATE TABLE "door_param" (
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
	"param_key" varchar(60),
	"param_value" text,
	"remark" text,
	"state" varchar(60),
	"why" text,
	"ack_time" timestamp(3) with time zone,
	"command_id" text,
	CONSTRAINT "door_param_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_param" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_param" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_param" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_param" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_param" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "door_param_device_id_param_key_uq" ON "door_param" USING btree ("tenant_id","device_id","param_key") WHERE "door_param"."deleted_at" is null;
CREATE INDEX "door_param_state_ix" ON "door_param" USING btree ("tenant_id","state");
