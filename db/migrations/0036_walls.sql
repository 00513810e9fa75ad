CREATE TABLE "datasource" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"driver_class" varchar(60),
	"url" text,
	"username" text,
	"password" text,
	"ssl" varchar(60),
	"state" varchar(60),
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "datasource_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "datasource" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "code" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"code_name" text,
	"datasource_id" uuid,
	"table_name" text,
	"package_name" text,
	"title_zh" text,
	"title_en" text,
	"api_path" text,
	"web_path" text,
	"columns" jsonb,
	"remark" text,
	CONSTRAINT "code_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "code" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "sysbigreport" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"park_ids" uuid[],
	"config" jsonb,
	"refresh" varchar(60),
	"enabled" boolean,
	"link_by" uuid,
	"link_tenant" bigint,
	"link_no" bigint,
	"link_until" timestamp(3) with time zone,
	"last_seen" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "sysbigreport_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sysbigreport" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "sysbigreport" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sysbigreport" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "sysbigreport" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "sysbigreport" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "datasource_name_uq" ON "datasource" USING btree ("name") WHERE "datasource"."deleted_at" is null;
CREATE UNIQUE INDEX "code_code_name_uq" ON "code" USING btree ("code_name") WHERE "code"."deleted_at" is null;
