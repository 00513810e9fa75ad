CREATE TABLE "rd_berth" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"berth_no" text,
	"city_code" text,
	"section_id" uuid,
	"berth_kind" varchar(60),
	"layout" varchar(60),
	"order_no" bigint,
	"location" jsonb,
	"state" varchar(60),
	"since" timestamp(3) with time zone,
	"plate_number" varchar(16),
	"stay_id" text,
	"closed_reason" text,
	"closed_until" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "rd_berth_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rd_berth" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rd_berth" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rd_berth" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rd_berth" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rd_berth" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "berth_evidence" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone,
	"raw_at" timestamp(3) with time zone NOT NULL,
	"heard_at" timestamp(3) with time zone,
	"berth_id" uuid,
	"source" varchar(60),
	"source_id" text,
	"seq" text,
	"claim" varchar(60),
	"device_id" uuid,
	"user_id" uuid,
	"plate_number" varchar(16),
	"plate_colour" varchar(60),
	"confidence" double precision,
	"picture" text,
	"sha256" text,
	"changes" bigint,
	"since_seconds" bigint,
	"restarted" boolean,
	"also_of" text,
	"offline" boolean,
	CONSTRAINT "berth_evidence_pk" PRIMARY KEY("tenant_id","raw_at","id")
) PARTITION BY RANGE ("raw_at");
CREATE TABLE "berth_evidence_rest" PARTITION OF "berth_evidence" DEFAULT;
CREATE INDEX "berth_evidence_raw_at_brin" ON "berth_evidence" USING brin ("raw_at") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "berth_evidence" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "berth_evidence" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "berth_evidence" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "berth_evidence" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "berth_evidence" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "berth_spell" (
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
	"from_time" timestamp(3) with time zone,
	"to_time" timestamp(3) with time zone,
	"state" varchar(60),
	"stay_id" text,
	"began_by" varchar(60),
	"ended_by" varchar(60),
	CONSTRAINT "berth_spell_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "berth_spell" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "berth_spell" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "berth_spell" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "berth_spell" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "berth_spell" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "berth_closure" (
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
	"from_time" timestamp(3) with time zone,
	"to_time" timestamp(3) with time zone,
	"reason" text,
	"user_id" uuid,
	CONSTRAINT "berth_closure_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "berth_closure" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "berth_closure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "berth_closure" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "berth_closure" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "berth_closure" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "sensor_binding" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"device_id" uuid,
	"berth_id" uuid,
	"from_time" timestamp(3) with time zone,
	"to_time" timestamp(3) with time zone,
	CONSTRAINT "sensor_binding_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sensor_binding" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "sensor_binding" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sensor_binding" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "sensor_binding" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "sensor_binding" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "rd_bindled" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"led_id" uuid,
	"line" bigint,
	"label" text,
	"arrow" varchar(60),
	"section_ids" uuid[],
	"berth_ids" uuid[],
	"remark" text,
	CONSTRAINT "rd_bindled_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rd_bindled" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rd_bindled" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rd_bindled" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rd_bindled" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rd_bindled" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "rd_parameter" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"param_key" varchar(60),
	"param_value" text,
	"remark" text,
	CONSTRAINT "rd_parameter_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rd_parameter" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rd_parameter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rd_parameter" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rd_parameter" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rd_parameter" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "user_section_grant" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"section_ids" uuid[],
	"from_time" timestamp(3) with time zone,
	"to_time" timestamp(3) with time zone,
	CONSTRAINT "user_section_grant_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "user_section_grant" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "user_section_grant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_section_grant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "user_section_grant" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "user_section_grant" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "park_area" ADD COLUMN "section" boolean;
ALTER TABLE "park_area" ADD COLUMN "road" text;
ALTER TABLE "park_area" ADD COLUMN "side" varchar(60);
ALTER TABLE "park_area" ADD COLUMN "line" jsonb;
ALTER TABLE "park_area" ADD COLUMN "zone_class" varchar(60);
ALTER TABLE "park_area" ADD COLUMN "pay_mode" varchar(60);
ALTER TABLE "park_area" ADD COLUMN "number_prefix" text;
ALTER TABLE "park_area" ADD COLUMN "number_from" bigint;
ALTER TABLE "park_area" ADD COLUMN "number_to" bigint;
ALTER TABLE "park_area" ADD COLUMN "guard_hours" text;
ALTER TABLE "park_device" ADD COLUMN "berth_no" text;
ALTER TABLE "park_device" ADD COLUMN "silent_after_min" bigint;
ALTER TABLE "park_device" ADD COLUMN "battery_mv" bigint;
ALTER TABLE "park_device" ADD COLUMN "rssi" bigint;
ALTER TABLE "park_device" ADD COLUMN "changes" bigint;
ALTER TABLE "park_device" ADD COLUMN "faults" bigint;
ALTER TABLE "park_device" ADD COLUMN "lock_use" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "lock_mode" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "arm" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "car_there" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "arm_at" timestamp(3) with time zone;
ALTER TABLE "park_device" ADD COLUMN "address" text;
ALTER TABLE "park_device" ADD COLUMN "location" jsonb;
ALTER TABLE "stay" ADD COLUMN "berth_id" uuid;
ALTER TABLE "stay" ADD COLUMN "section_id" uuid;
ALTER TABLE "stay" ADD COLUMN "also_berths" uuid[];
ALTER TABLE "stay" ADD COLUMN "bays" bigint;
ALTER TABLE "stay" ADD COLUMN "zone_class" text;
ALTER TABLE "stay" ADD COLUMN "begin_by" varchar(60);
ALTER TABLE "stay" ADD COLUMN "end_by" varchar(60);
ALTER TABLE "stay" ADD COLUMN "proven_to" timestamp(3) with time zone;
ALTER TABLE "stay" ADD COLUMN "continues" text;
ALTER TABLE "stay" ADD COLUMN "duty_user_id" uuid;
ALTER TABLE "car_inside" ADD COLUMN "berth_id" uuid;
ALTER TABLE "car_inside" ADD COLUMN "section_id" uuid;
ALTER TABLE "car_inside" ADD COLUMN "proven_to" timestamp(3) with time zone;
CREATE UNIQUE INDEX "rd_berth_park_id_berth_no_uq" ON "rd_berth" USING btree ("tenant_id","park_id","berth_no") WHERE "rd_berth"."deleted_at" is null;
CREATE UNIQUE INDEX "rd_berth_city_code_uq" ON "rd_berth" USING btree ("tenant_id","city_code") WHERE "rd_berth"."deleted_at" is null;
CREATE INDEX "rd_berth_section_id_order_no_ix" ON "rd_berth" USING btree ("tenant_id","section_id","order_no");
CREATE INDEX "rd_berth_park_ix" ON "rd_berth" USING btree ("tenant_id","park_id");
CREATE INDEX "berth_evidence_berth_id_at_ix" ON "berth_evidence" USING btree ("tenant_id","berth_id","at");
CREATE INDEX "berth_evidence_park_ix" ON "berth_evidence" USING btree ("tenant_id","park_id","raw_at");
CREATE INDEX "berth_evidence_id_ix" ON "berth_evidence" USING btree ("tenant_id","id");
CREATE UNIQUE INDEX "berth_spell_berth_id_from_time_uq" ON "berth_spell" USING btree ("tenant_id","berth_id","from_time") WHERE "berth_spell"."deleted_at" is null;
CREATE INDEX "berth_spell_park_id_to_time_ix" ON "berth_spell" USING btree ("tenant_id","park_id","to_time");
CREATE INDEX "berth_spell_park_ix" ON "berth_spell" USING btree ("tenant_id","park_id");
CREATE INDEX "berth_closure_berth_id_from_time_ix" ON "berth_closure" USING btree ("tenant_id","berth_id","from_time");
CREATE INDEX "berth_closure_park_ix" ON "berth_closure" USING btree ("tenant_id","park_id");
CREATE INDEX "sensor_binding_device_id_from_time_ix" ON "sensor_binding" USING btree ("tenant_id","device_id","from_time");
CREATE INDEX "sensor_binding_berth_id_from_time_ix" ON "sensor_binding" USING btree ("tenant_id","berth_id","from_time");
CREATE INDEX "sensor_binding_park_ix" ON "sensor_binding" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "rd_bindled_led_id_line_uq" ON "rd_bindled" USING btree ("tenant_id","led_id","line") WHERE "rd_bindled"."deleted_at" is null;
CREATE INDEX "rd_bindled_park_ix" ON "rd_bindled" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "rd_parameter_park_id_param_key_uq" ON "rd_parameter" USING btree ("tenant_id","park_id","param_key") WHERE "rd_parameter"."deleted_at" is null;
CREATE INDEX "rd_parameter_park_ix" ON "rd_parameter" USING btree ("tenant_id","park_id");
CREATE INDEX "user_section_grant_user_id_ix" ON "user_section_grant" USING btree ("tenant_id","user_id");
