CREATE TABLE "door_area" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"area_name" text,
	"village_id" uuid,
	"parent_id" uuid,
	"anti_passback" varchar(60),
	"pass_minutes" bigint,
	"two_person" boolean,
	"remark" text,
	CONSTRAINT "door_area_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_area" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_area" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_area" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_area" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_area" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "dm_period" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"period_name" text,
	"village_id" uuid,
	"start_time" text,
	"end_time" text,
	"remark" text,
	CONSTRAINT "dm_period_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dm_period" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dm_period" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dm_period" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dm_period" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dm_period" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "dm_week" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"week_name" text,
	"village_id" uuid,
	"mon" uuid[],
	"tue" uuid[],
	"wed" uuid[],
	"thu" uuid[],
	"fri" uuid[],
	"sat" uuid[],
	"sun" uuid[],
	"remark" text,
	CONSTRAINT "dm_week_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dm_week" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dm_week" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dm_week" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dm_week" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dm_week" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "dm_template" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"templ_name" text,
	"village_id" uuid,
	"week_id" uuid,
	"holiday" uuid[],
	"workday" uuid[],
	"event" uuid[],
	"remark" text,
	CONSTRAINT "dm_template_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dm_template" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dm_template" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dm_template" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dm_template" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dm_template" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_time_period" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"period_name" text,
	"village_id" uuid,
	"template_id" uuid,
	"week_days" text[],
	"start_time" text,
	"end_time" text,
	"date_from" date,
	"date_to" date,
	"remark" text,
	CONSTRAINT "door_time_period_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_time_period" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_time_period" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_time_period" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_time_period" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_time_period" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_gate" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"gate_name" text,
	"village_id" uuid,
	"gate_type" varchar(60),
	"area_id" uuid,
	"from_area_id" uuid,
	"reader_sides" text[],
	"open_plan_id" uuid,
	"first_card" boolean,
	"strike_s" bigint,
	"held_s" bigint,
	"mode" varchar(60),
	"mode_until" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "door_gate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_gate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_gate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_gate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_gate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_gate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_employee" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"emp_name" text,
	"emp_no" text,
	"village_id" uuid,
	"dept_id" uuid,
	"person_kind" varchar(60),
	"phone" varchar(20),
	"sex" varchar(60),
	"card_no" text,
	"card_state" varchar(60),
	"opener" boolean,
	"hostable" boolean,
	"valid_from" date,
	"valid_until" date,
	"status" varchar(60),
	"left_time" timestamp(3) with time zone,
	"state_reason" text,
	"remark" text,
	CONSTRAINT "door_employee_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_employee" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_employee" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_employee" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_employee" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_employee" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_follow" (
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
	"follow_type" varchar(60),
	"silent_s" integer,
	"until" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "door_follow_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_follow" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_follow" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_follow" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_follow" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_follow" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_grant" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"village_id" uuid,
	"device_ids" uuid[],
	"dept_ids" uuid[],
	"emp_ids" uuid[],
	"time_period_id" uuid,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"status" varchar(60),
	"remark" text,
	CONSTRAINT "door_grant_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_grant" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_grant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_grant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_grant" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_grant" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_check" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"emp_name" text,
	"village_id" uuid,
	"dept_id" uuid,
	"emp_no" text,
	"person_kind" varchar(60),
	"phone" varchar(20),
	"card_no" text,
	"asked_by" text,
	"asked_by_id" text,
	"asked_time" timestamp(3) with time zone,
	"status" varchar(60),
	"audit_by" text,
	"audit_time" timestamp(3) with time zone,
	"audit_remark" text,
	"emp_id" text,
	CONSTRAINT "door_check_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_check" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_check" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_check" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_check" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_check" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_delivery" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"village_id" uuid,
	"device_id" uuid,
	"emp_id" uuid,
	"state" varchar(60),
	"why" text,
	"lease_until" timestamp(3) with time zone,
	"ack_time" timestamp(3) with time zone,
	"tries" bigint,
	"next_try" timestamp(3) with time zone,
	"wanted" text,
	"held" text,
	"sent_digest" text,
	"command_id" text,
	"confirmed_until" timestamp(3) with time zone,
	CONSTRAINT "door_delivery_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_delivery" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_delivery" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_delivery" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_delivery" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_delivery" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_event" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"time" timestamp(3) with time zone,
	"raw_time" timestamp(3) with time zone,
	"village_id" uuid,
	"gate_id" uuid,
	"device_id" uuid,
	"seq" bigint,
	"reader" varchar(60),
	"emp_id" uuid,
	"emp_name" text,
	"credential" varchar(60),
	"result" varchar(60),
	"reason" text,
	"cause" varchar(60),
	"cause_id" text,
	"picture" text,
	CONSTRAINT "door_event_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_event" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_event" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_event" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_event" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_event" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "dept" ADD COLUMN "dept_kind" varchar(60);
ALTER TABLE "dept" ADD COLUMN "village_id" text;
ALTER TABLE "park_device" ADD COLUMN "village_id" text;
ALTER TABLE "park_device" ADD COLUMN "door_gate_id" text;
ALTER TABLE "park_device" ADD COLUMN "door_kind" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "reader" varchar(60);
CREATE UNIQUE INDEX "door_area_village_id_area_name_uq" ON "door_area" USING btree ("tenant_id","village_id","area_name") WHERE "door_area"."deleted_at" is null;
CREATE UNIQUE INDEX "dm_period_village_id_period_name_uq" ON "dm_period" USING btree ("tenant_id","village_id","period_name") WHERE "dm_period"."deleted_at" is null;
CREATE UNIQUE INDEX "dm_week_village_id_week_name_uq" ON "dm_week" USING btree ("tenant_id","village_id","week_name") WHERE "dm_week"."deleted_at" is null;
CREATE UNIQUE INDEX "dm_template_village_id_templ_name_uq" ON "dm_template" USING btree ("tenant_id","village_id","templ_name") WHERE "dm_template"."deleted_at" is null;
CREATE UNIQUE INDEX "door_time_period_village_id_period_name_uq" ON "door_time_period" USING btree ("tenant_id","village_id","period_name") WHERE "door_time_period"."deleted_at" is null;
CREATE UNIQUE INDEX "door_gate_village_id_gate_name_uq" ON "door_gate" USING btree ("tenant_id","village_id","gate_name") WHERE "door_gate"."deleted_at" is null;
CREATE INDEX "door_gate_area_id_ix" ON "door_gate" USING btree ("tenant_id","area_id");
CREATE UNIQUE INDEX "door_employee_village_id_emp_no_uq" ON "door_employee" USING btree ("tenant_id","village_id","emp_no") WHERE "door_employee"."deleted_at" is null;
CREATE UNIQUE INDEX "door_employee_village_id_card_no_uq" ON "door_employee" USING btree ("tenant_id","village_id","card_no") WHERE "door_employee"."deleted_at" is null;
CREATE INDEX "door_employee_dept_id_ix" ON "door_employee" USING btree ("tenant_id","dept_id");
CREATE INDEX "door_employee_status_ix" ON "door_employee" USING btree ("tenant_id","status");
CREATE UNIQUE INDEX "door_follow_emp_id_follow_type_uq" ON "door_follow" USING btree ("tenant_id","emp_id","follow_type") WHERE "door_follow"."deleted_at" is null;
CREATE INDEX "door_grant_village_id_status_ix" ON "door_grant" USING btree ("tenant_id","village_id","status");
CREATE INDEX "door_check_village_id_status_ix" ON "door_check" USING btree ("tenant_id","village_id","status");
CREATE UNIQUE INDEX "door_delivery_device_id_emp_id_uq" ON "door_delivery" USING btree ("tenant_id","device_id","emp_id") WHERE "door_delivery"."deleted_at" is null;
CREATE INDEX "door_delivery_village_id_state_ix" ON "door_delivery" USING btree ("tenant_id","village_id","state");
CREATE INDEX "door_delivery_emp_id_ix" ON "door_delivery" USING btree ("tenant_id","emp_id");
CREATE INDEX "door_delivery_state_ix" ON "door_delivery" USING btree ("tenant_id","state");
CREATE UNIQUE INDEX "door_event_device_id_seq_uq" ON "door_event" USING btree ("tenant_id","device_id","seq") WHERE "door_event"."deleted_at" is null;
CREATE INDEX "door_event_village_id_time_ix" ON "door_event" USING btree ("tenant_id","village_id","time");
CREATE INDEX "door_event_emp_id_time_ix" ON "door_event" USING btree ("tenant_id","emp_id","time");
