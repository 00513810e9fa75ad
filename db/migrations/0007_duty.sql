CREATE TABLE "rdworkset" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"shift_name" text,
	"park_ids" uuid[],
	"start_time" varchar(8),
	"end_time" varchar(8),
	"break_min" bigint,
	"colour" char(7),
	"remark" text,
	CONSTRAINT "rdworkset_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rdworkset" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rdworkset" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rdworkset" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rdworkset" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rdworkset" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "employe_work" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"day" date,
	"cell_kind" varchar(60),
	"shift_id" uuid,
	"park_id" uuid,
	CONSTRAINT "employe_work_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "employe_work" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "employe_work" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "employe_work" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "employe_work" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "employe_work" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "work_company_set" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"valid_from" date,
	"late_minutes" bigint,
	"early_minutes" bigint,
	"early_in_minutes" bigint,
	"late_out_minutes" bigint,
	"absent_late_minutes" bigint,
	"radius_m" bigint,
	"photo_required" boolean,
	"overtime_from_minutes" bigint,
	"overtime_step_minutes" bigint,
	"work_start_time" varchar(8),
	"work_end_time" varchar(8),
	"work_days" text[],
	"remark" text,
	CONSTRAINT "work_company_set_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "work_company_set" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "work_company_set" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "work_company_set" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "work_company_set" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "work_company_set" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "duty_clock" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"park_id" uuid,
	"at" timestamp(3) with time zone,
	"raw_at" timestamp(3) with time zone,
	"kind" varchar(60),
	"place" varchar(60),
	"distance_m" bigint,
	"point" jsonb,
	"accuracy_m" bigint,
	"picture" text,
	"offline" boolean,
	"source" varchar(60),
	"device_id" text,
	"remark" text,
	CONSTRAINT "duty_clock_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "duty_clock" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "duty_clock" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "duty_clock" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "duty_clock" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "duty_clock" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "rdworkrecord" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"park_id" uuid,
	"start_at" timestamp(3) with time zone,
	"in_time" timestamp(3) with time zone,
	"out_time" timestamp(3) with time zone,
	"worked_min" bigint,
	"shift_id" uuid,
	"state" varchar(60),
	"place" varchar(60),
	"place_confirmed_by" text,
	"picture" text,
	"cell_id" text,
	CONSTRAINT "rdworkrecord_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rdworkrecord" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rdworkrecord" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rdworkrecord" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rdworkrecord" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rdworkrecord" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "clock_correction" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"kind" varchar(60),
	"at" timestamp(3) with time zone,
	"reason" text,
	"status" varchar(60),
	"asked_by" text,
	"asked_by_id" text,
	"decided_by" text,
	"decided_time" timestamp(3) with time zone,
	"clock_id" text,
	CONSTRAINT "clock_correction_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "clock_correction" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "clock_correction" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "clock_correction" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "clock_correction" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "clock_correction" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "attendance_day" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"user_id" uuid,
	"dept_id" uuid,
	"shift_id" uuid,
	"park_id" uuid,
	"start_at" timestamp(3) with time zone,
	"end_at" timestamp(3) with time zone,
	"in_time" timestamp(3) with time zone,
	"out_time" timestamp(3) with time zone,
	"late_min" bigint,
	"early_min" bigint,
	"worked_min" bigint,
	"overtime_min" bigint,
	"approved_min" bigint,
	"overtime_state" varchar(60),
	"approved_by" text,
	"result" varchar(60),
	CONSTRAINT "attendance_day_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "attendance_day" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "attendance_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "attendance_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "attendance_day" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "attendance_day" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "attendance_month" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"month" char(7),
	"status" varchar(60),
	"people" bigint,
	"days" bigint,
	"closed_by" text,
	"closed_time" timestamp(3) with time zone,
	CONSTRAINT "attendance_month_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "attendance_month" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "attendance_month" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "attendance_month" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "attendance_month" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "attendance_month" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "rdworkset_company_id_shift_name_uq" ON "rdworkset" USING btree ("tenant_id","company_id","shift_name") WHERE "rdworkset"."deleted_at" is null;
CREATE UNIQUE INDEX "employe_work_user_id_day_shift_id_uq" ON "employe_work" USING btree ("tenant_id","user_id","day","shift_id") WHERE "employe_work"."deleted_at" is null;
CREATE INDEX "employe_work_day_ix" ON "employe_work" USING btree ("tenant_id","day");
CREATE INDEX "employe_work_user_id_day_ix" ON "employe_work" USING btree ("tenant_id","user_id","day");
CREATE UNIQUE INDEX "work_company_set_company_id_valid_from_uq" ON "work_company_set" USING btree ("tenant_id","company_id","valid_from") WHERE "work_company_set"."deleted_at" is null;
CREATE INDEX "duty_clock_user_id_at_ix" ON "duty_clock" USING btree ("tenant_id","user_id","at");
CREATE INDEX "duty_clock_at_ix" ON "duty_clock" USING btree ("tenant_id","at");
CREATE INDEX "rdworkrecord_user_id_start_at_ix" ON "rdworkrecord" USING btree ("tenant_id","user_id","start_at");
CREATE INDEX "rdworkrecord_start_at_ix" ON "rdworkrecord" USING btree ("tenant_id","start_at");
CREATE INDEX "clock_correction_at_ix" ON "clock_correction" USING btree ("tenant_id","at");
CREATE INDEX "attendance_day_day_ix" ON "attendance_day" USING btree ("tenant_id","day");
CREATE INDEX "attendance_day_user_id_day_ix" ON "attendance_day" USING btree ("tenant_id","user_id","day");
CREATE INDEX "attendance_day_start_at_ix" ON "attendance_day" USING btree ("tenant_id","start_at");
CREATE UNIQUE INDEX "attendance_month_company_id_month_uq" ON "attendance_month" USING btree ("tenant_id","company_id","month") WHERE "attendance_month"."deleted_at" is null;
