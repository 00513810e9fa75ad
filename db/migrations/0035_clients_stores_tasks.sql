CREATE TABLE "client" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"client_name" text,
	"client_id" text,
	"client_secret" text,
	"scope" varchar(60),
	"authorized_grant_types" text[],
	"access_token_validity" bigint,
	"refresh_token_validity" bigint,
	"enabled" boolean,
	"last_used" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "client_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "client" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "ali_ossconfig" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"endpoint" text,
	"bucket" text,
	"prefix" text,
	"region" text,
	"path_style" boolean,
	"domain" text,
	"access_key" text,
	"secret_key" text,
	"address" text,
	"status" varchar(60),
	"used_since" timestamp(3) with time zone,
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "ali_ossconfig_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "ali_ossconfig" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "task_run" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"task_kind" varchar(60),
	"title" text,
	"status" varchar(60),
	"park_id" uuid,
	"plat_id" uuid,
	"from_time" timestamp(3) with time zone,
	"to_time" timestamp(3) with time zone,
	"done" bigint,
	"total" bigint,
	"made" bigint,
	"started_by" text,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"error" text,
	CONSTRAINT "task_run_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "task_run" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "task_run" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "task_run" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "task_run" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "task_run" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "session" ADD COLUMN "client_id" uuid;
ALTER TABLE "session_token" ADD COLUMN "issued_at" timestamp(3) with time zone DEFAULT now() NOT NULL;
ALTER TABLE "alipay_config" ADD COLUMN "refresh_token" text;
ALTER TABLE "alipay_config" ADD COLUMN "auth_until" timestamp(3) with time zone;
ALTER TABLE "alipay_config" ADD COLUMN "auth_state" varchar(60);
CREATE UNIQUE INDEX "client_client_id_uq" ON "client" USING btree ("client_id") WHERE "client"."deleted_at" is null;
CREATE INDEX "task_run_status_lease_until_ix" ON "task_run" USING btree ("tenant_id","status","lease_until");
