CREATE TABLE "rdrwork" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"work_no" text,
	"work_type" varchar(60),
	"priority" varchar(60),
	"status" varchar(60),
	"overdue" varchar(60),
	"berth_no" text,
	"point" jsonb,
	"text" text,
	"files" jsonb,
	"source" varchar(60),
	"source_id" text,
	"assignee" uuid,
	"raised_at" timestamp(3) with time zone,
	"respond_due" timestamp(3) with time zone,
	"solve_due" timestamp(3) with time zone,
	"responded_at" timestamp(3) with time zone,
	"done_at" timestamp(3) with time zone,
	"paused_min" bigint,
	"pauses" jsonb,
	"result" text,
	"done_by" text,
	"raised_by" text,
	"checked_by" text,
	CONSTRAINT "rdrwork_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rdrwork" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rdrwork" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rdrwork" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rdrwork" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rdrwork" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "rd_warn" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"warn_type" varchar(60),
	"subject" text,
	"subject_id" text,
	"level" varchar(60),
	"figure" double precision,
	"limit" double precision,
	"unit" text,
	"times" bigint,
	"first_time" timestamp(3) with time zone,
	"last_time" timestamp(3) with time zone,
	"status" varchar(60),
	"muted_until" timestamp(3) with time zone,
	"work_id" text,
	"remark" text,
	"dealt_by" text,
	"open_key" text,
	CONSTRAINT "rd_warn_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rd_warn" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rd_warn" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rd_warn" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rd_warn" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rd_warn" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "user_request" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"request_no" text,
	"type" varchar(60),
	"status" varchar(60),
	"plate_number" varchar(16),
	"phone" varchar(20),
	"park_id" uuid,
	"escape_id" text,
	"text" text,
	"files" jsonb,
	"raised_at" timestamp(3) with time zone,
	"due" timestamp(3) with time zone,
	"handler" text,
	"result" varchar(60),
	"reply" text,
	"answered_at" timestamp(3) with time zone,
	CONSTRAINT "user_request_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "user_request" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "user_request" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_request" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "user_request" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "user_request" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "member" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"phone" varchar(20),
	"member_name" text,
	"auto_pay" boolean,
	"status" varchar(60),
	"block_reason" text,
	"last_seen" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "member_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "member" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "member" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "member" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "member" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "member_plate" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"member_id" uuid,
	"plate_number" varchar(16),
	"proof" varchar(60),
	"remark" text,
	CONSTRAINT "member_plate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "member_plate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "member_plate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "member_plate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "member_plate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "member_plate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "pdadevice" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"device_name" text,
	"imei" text,
	"park_id" uuid,
	"user_id" uuid,
	"status" varchar(60),
	"app_version" text,
	"last_seen" timestamp(3) with time zone,
	"queued" bigint,
	"clock_offset" bigint,
	"code_hash" text,
	"code_until" timestamp(3) with time zone,
	"state_reason" text,
	"remark" text,
	CONSTRAINT "pdadevice_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "pdadevice" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "pdadevice" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "pdadevice" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "pdadevice" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "pdadevice" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "pdaplatform" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"plat_name" text,
	"channel" varchar(60),
	"version_no" text,
	"file_url" text,
	"sha256" text,
	"min_version" text,
	"forced" boolean,
	"percent" bigint,
	"release_time" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "pdaplatform_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "pdaplatform" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "pdaplatform" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "pdaplatform" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "pdaplatform" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "pdaplatform" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "notice" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"title" text,
	"subtitle" text,
	"category" varchar(60),
	"content" text,
	"audience" text[],
	"for_companies" uuid[],
	"release_time" timestamp(3) with time zone,
	"status" varchar(60),
	"readers" bigint,
	"published_by" text,
	"remark" text,
	CONSTRAINT "notice_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "notice" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "notice" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "notice" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "notice" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "notice" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "notice_reader" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"notice_id" uuid,
	"user_id" uuid,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notice_reader_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "notice_reader" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "notice_reader" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "notice_reader" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "notice_reader" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "notice_reader" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "rdrwork_work_no_uq" ON "rdrwork" USING btree ("tenant_id","work_no") WHERE "rdrwork"."deleted_at" is null;
CREATE UNIQUE INDEX "rdrwork_source_source_id_uq" ON "rdrwork" USING btree ("tenant_id","source","source_id") WHERE "rdrwork"."deleted_at" is null;
CREATE INDEX "rdrwork_status_solve_due_ix" ON "rdrwork" USING btree ("tenant_id","status","solve_due");
CREATE INDEX "rdrwork_assignee_ix" ON "rdrwork" USING btree ("tenant_id","assignee");
CREATE INDEX "rdrwork_park_ix" ON "rdrwork" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "rd_warn_open_key_uq" ON "rd_warn" USING btree ("tenant_id","open_key") WHERE "rd_warn"."deleted_at" is null;
CREATE INDEX "rd_warn_status_last_time_ix" ON "rd_warn" USING btree ("tenant_id","status","last_time");
CREATE INDEX "rd_warn_park_ix" ON "rd_warn" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "user_request_request_no_uq" ON "user_request" USING btree ("tenant_id","request_no") WHERE "user_request"."deleted_at" is null;
CREATE INDEX "user_request_status_due_ix" ON "user_request" USING btree ("tenant_id","status","due");
CREATE INDEX "user_request_escape_id_ix" ON "user_request" USING btree ("tenant_id","escape_id");
CREATE UNIQUE INDEX "member_phone_uq" ON "member" USING btree ("tenant_id","phone") WHERE "member"."deleted_at" is null;
CREATE UNIQUE INDEX "member_plate_plate_number_uq" ON "member_plate" USING btree ("tenant_id","plate_number") WHERE "member_plate"."deleted_at" is null;
CREATE INDEX "member_plate_member_id_ix" ON "member_plate" USING btree ("tenant_id","member_id");
CREATE UNIQUE INDEX "pdadevice_imei_uq" ON "pdadevice" USING btree ("tenant_id","imei") WHERE "pdadevice"."deleted_at" is null;
CREATE INDEX "pdadevice_code_hash_ix" ON "pdadevice" USING btree ("tenant_id","code_hash");
CREATE UNIQUE INDEX "pdaplatform_company_id_channel_version_no_uq" ON "pdaplatform" USING btree ("tenant_id","company_id","channel","version_no") WHERE "pdaplatform"."deleted_at" is null;
CREATE INDEX "notice_status_release_time_ix" ON "notice" USING btree ("tenant_id","status","release_time");
CREATE UNIQUE INDEX "notice_reader_notice_id_user_id_uq" ON "notice_reader" USING btree ("tenant_id","notice_id","user_id") WHERE "notice_reader"."deleted_at" is null;
