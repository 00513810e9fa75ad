CREATE TABLE "ventilating" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"fan_name" text,
	"building_id" uuid,
	"fan_device_ids" uuid[],
	"co_device_ids" uuid[],
	"mode" varchar(60),
	"start_mg" bigint,
	"stop_mg" bigint,
	"alarm_mg" bigint,
	"min_run_s" bigint,
	"min_rest_s" bigint,
	"minutes_per_hour" bigint,
	"state" varchar(60),
	"cause" varchar(60),
	"co_max" double precision,
	"since" timestamp(3) with time zone,
	"hand_turn" varchar(60),
	"hand_until" timestamp(3) with time zone,
	"hand_reason" text,
	"hand_by" text,
	"fire" boolean,
	"fire_at" timestamp(3) with time zone,
	"air" jsonb,
	"told_at" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "ventilating_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "ventilating" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "ventilating" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ventilating" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "ventilating" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "ventilating" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "air_reading" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"ventilating_id" uuid,
	"at" timestamp(3) with time zone,
	"mg" double precision,
	CONSTRAINT "air_reading_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "air_reading" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "air_reading" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "air_reading" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "air_reading" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "air_reading" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "air_spell" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"ventilating_id" uuid,
	"from_time" timestamp(3) with time zone,
	"to_time" timestamp(3) with time zone,
	"running" boolean,
	"cause" varchar(60),
	CONSTRAINT "air_spell_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "air_spell" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "air_spell" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "air_spell" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "air_spell" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "air_spell" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "dev_device" ADD COLUMN "air_ppm_deci" bigint;
ALTER TABLE "dev_device" ADD COLUMN "air_ok" boolean;
ALTER TABLE "dev_device" ADD COLUMN "fan_on" boolean;
ALTER TABLE "dev_device" ADD COLUMN "air_at" timestamp(3) with time zone;
ALTER TABLE "dev_device" ADD COLUMN "air_seq" bigint;
CREATE UNIQUE INDEX "ventilating_park_id_fan_name_uq" ON "ventilating" USING btree ("tenant_id","park_id","fan_name") WHERE "ventilating"."deleted_at" is null;
CREATE INDEX "ventilating_park_ix" ON "ventilating" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "air_reading_ventilating_id_at_uq" ON "air_reading" USING btree ("tenant_id","ventilating_id","at") WHERE "air_reading"."deleted_at" is null;
CREATE INDEX "air_reading_park_ix" ON "air_reading" USING btree ("tenant_id","park_id");
CREATE INDEX "air_spell_ventilating_id_from_time_ix" ON "air_spell" USING btree ("tenant_id","ventilating_id","from_time");
CREATE INDEX "air_spell_park_ix" ON "air_spell" USING btree ("tenant_id","park_id");
