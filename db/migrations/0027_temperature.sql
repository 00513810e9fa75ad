CREATE TABLE "door_consent" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"emp_id" uuid,
	"village_id" uuid,
	"purpose" varchar(60),
	"text_version" text,
	"way" varchar(60),
	"guardian" text,
	"given_time" timestamp(3) with time zone,
	"status" varchar(60),
	"withdrawn_time" timestamp(3) with time zone,
	"withdrawn_by" text,
	"erased" text,
	CONSTRAINT "door_consent_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_consent" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_consent" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_consent" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_consent" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_consent" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "thermal_place" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"place_name" text,
	"village_id" uuid,
	"address" text,
	"gate_id" uuid,
	"purpose" text,
	"until_date" date,
	"remark" text,
	CONSTRAINT "thermal_place_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thermal_place" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thermal_place" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thermal_place" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thermal_place" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thermal_place" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "thermal_record" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"time" timestamp(3) with time zone,
	"raw_time" timestamp(3) with time zone,
	"village_id" uuid,
	"place_id" uuid,
	"camera_id" uuid,
	"seq" bigint,
	"emp_id" uuid,
	"emp_name" text,
	"temperature" double precision,
	"ambient" double precision,
	"warn_temp" double precision,
	"site" varchar(60),
	"level" varchar(60),
	"status" varchar(60),
	"second_temp" double precision,
	"checked_by" text,
	"checked_time" timestamp(3) with time zone,
	"check_remark" text,
	"picture" text,
	CONSTRAINT "thermal_record_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thermal_record" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thermal_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thermal_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thermal_record" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thermal_record" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "thermal_image" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"record_id" uuid,
	"image_kind" varchar(60),
	"image_url" text,
	"remark" text,
	CONSTRAINT "thermal_image_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thermal_image" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thermal_image" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thermal_image" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thermal_image" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thermal_image" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "nucleic_record" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"person_name" text,
	"id_card" varchar(30),
	"sample_time" timestamp(3) with time zone,
	"result" varchar(60),
	"agency" text,
	CONSTRAINT "nucleic_record_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "nucleic_record" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "nucleic_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "nucleic_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "nucleic_record" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "nucleic_record" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "park_device" ADD COLUMN "place_id" text;
ALTER TABLE "park_device" ADD COLUMN "warn_temp" double precision;
ALTER TABLE "park_device" ADD COLUMN "low_temp" double precision;
ALTER TABLE "park_device" ADD COLUMN "high_temp" double precision;
ALTER TABLE "park_device" ADD COLUMN "temp_offset" double precision;
ALTER TABLE "park_device" ADD COLUMN "distance_cm" bigint;
CREATE INDEX "door_consent_emp_id_ix" ON "door_consent" USING btree ("tenant_id","emp_id");
CREATE UNIQUE INDEX "thermal_place_company_id_place_name_uq" ON "thermal_place" USING btree ("tenant_id","company_id","place_name") WHERE "thermal_place"."deleted_at" is null;
CREATE UNIQUE INDEX "thermal_record_camera_id_seq_uq" ON "thermal_record" USING btree ("tenant_id","camera_id","seq") WHERE "thermal_record"."deleted_at" is null;
CREATE INDEX "thermal_record_time_ix" ON "thermal_record" USING btree ("tenant_id","time");
CREATE INDEX "thermal_record_emp_id_ix" ON "thermal_record" USING btree ("tenant_id","emp_id");
CREATE INDEX "thermal_record_status_ix" ON "thermal_record" USING btree ("tenant_id","status");
CREATE INDEX "thermal_record_park_ix" ON "thermal_record" USING btree ("tenant_id","park_id");
CREATE INDEX "thermal_image_record_id_ix" ON "thermal_image" USING btree ("tenant_id","record_id");
CREATE UNIQUE INDEX "nucleic_record_company_id_id_card_sample_time_uq" ON "nucleic_record" USING btree ("tenant_id","company_id","id_card","sample_time") WHERE "nucleic_record"."deleted_at" is null;
CREATE INDEX "nucleic_record_sample_time_ix" ON "nucleic_record" USING btree ("tenant_id","sample_time");
