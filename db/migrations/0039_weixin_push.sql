CREATE TABLE "wx_sync" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"status" varchar(60),
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"total" bigint,
	"listed" bigint,
	"added" bigint,
	"gone" bigint,
	"detailed" bigint,
	"answer" text,
	"started_by" text,
	"phase" text,
	"cursor" text,
	"due_at" timestamp(3) with time zone,
	"tries" bigint,
	CONSTRAINT "wx_sync_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wx_sync" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wx_sync" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wx_sync" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wx_sync" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wx_sync" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "systemplatemsgconfig" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"template_type" varchar(60),
	"way" varchar(60),
	"publicplat_id" uuid,
	"template_id" text,
	"content" text,
	"link" text,
	"park_ids" uuid[],
	"quiet_from" bigint,
	"quiet_until" bigint,
	"enable" boolean,
	"fault" text,
	"fault_time" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "systemplatemsgconfig_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "systemplatemsgconfig" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "systemplatemsgconfig" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "systemplatemsgconfig" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "systemplatemsgconfig" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "systemplatemsgconfig" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wx_plate" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"plate_number" varchar(16),
	"openid" text,
	"bound_time" timestamp(3) with time zone,
	CONSTRAINT "wx_plate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wx_plate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wx_plate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wx_plate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wx_plate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wx_plate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wx_push" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"template_type" varchar(60),
	"way" varchar(60),
	"plate_number" varchar(16),
	"openid" text,
	"phone" varchar(20),
	"status" varchar(60),
	"made_time" timestamp(3) with time zone,
	"sent_time" timestamp(3) with time zone,
	"tries" bigint,
	"due_at" timestamp(3) with time zone,
	"until_time" timestamp(3) with time zone,
	"answer" text,
	"config_id" uuid,
	"receiver" text,
	"subject" text,
	"filling" jsonb,
	"msg_id" text,
	CONSTRAINT "wx_push_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wx_push" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wx_push" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wx_push" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wx_push" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wx_push" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "publicplat" ADD COLUMN "day_quota" bigint;
ALTER TABLE "wxinfo" ADD COLUMN "follow_way" varchar(60);
ALTER TABLE "wxinfo" ADD COLUMN "detail_time" timestamp(3) with time zone;
ALTER TABLE "wxinfo" ADD COLUMN "seen_run" text;
CREATE INDEX "wx_sync_publicplat_id_start_time_ix" ON "wx_sync" USING btree ("tenant_id","publicplat_id","start_time");
CREATE INDEX "wx_sync_status_ix" ON "wx_sync" USING btree ("tenant_id","status");
CREATE UNIQUE INDEX "systemplatemsgconfig_company_id_template_type_way_uq" ON "systemplatemsgconfig" USING btree ("tenant_id","company_id","template_type","way") WHERE "systemplatemsgconfig"."deleted_at" is null;
CREATE UNIQUE INDEX "wx_plate_publicplat_id_openid_plate_number_uq" ON "wx_plate" USING btree ("tenant_id","publicplat_id","openid","plate_number") WHERE "wx_plate"."deleted_at" is null;
CREATE INDEX "wx_plate_plate_number_ix" ON "wx_plate" USING btree ("tenant_id","plate_number");
CREATE UNIQUE INDEX "wx_push_subject_way_receiver_uq" ON "wx_push" USING btree ("tenant_id","subject","way","receiver") WHERE "wx_push"."deleted_at" is null;
CREATE INDEX "wx_push_publicplat_id_status_due_at_ix" ON "wx_push" USING btree ("tenant_id","publicplat_id","status","due_at");
CREATE INDEX "wx_push_way_status_due_at_ix" ON "wx_push" USING btree ("tenant_id","way","status","due_at");
CREATE INDEX "wx_push_publicplat_id_sent_time_ix" ON "wx_push" USING btree ("tenant_id","publicplat_id","sent_time");
CREATE INDEX "wx_push_publicplat_id_openid_ix" ON "wx_push" USING btree ("tenant_id","publicplat_id","openid");
CREATE INDEX "wx_push_publicplat_id_msg_id_ix" ON "wx_push" USING btree ("tenant_id","publicplat_id","msg_id");
CREATE INDEX "wx_push_made_time_ix" ON "wx_push" USING btree ("tenant_id","made_time");
