CREATE TABLE "wxmenu" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"parent_id" uuid,
	"name" text,
	"type" varchar(60),
	"url" text,
	"key" text,
	"app_id" text,
	"page_path" text,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "wxmenu_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wxmenu" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wxmenu" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wxmenu" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wxmenu" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wxmenu" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wxmenu_version" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"no" bigint,
	"tree" jsonb,
	"live" jsonb,
	"state" varchar(60),
	"answer" text,
	"published_by" text,
	"time" timestamp(3) with time zone,
	"checked_time" timestamp(3) with time zone,
	CONSTRAINT "wxmenu_version_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wxmenu_version" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wxmenu_version" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wxmenu_version" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wxmenu_version" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wxmenu_version" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "parkminiprogram" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"park_id" uuid,
	"app_id" text,
	"app_secret" text,
	"page" text,
	"web_hosts" text,
	"state" varchar(60),
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "parkminiprogram_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "parkminiprogram" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "parkminiprogram" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "parkminiprogram" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "parkminiprogram" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "parkminiprogram" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_mini_other_config" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"config_type" varchar(60),
	"config_value" text,
	"remark" text,
	CONSTRAINT "park_mini_other_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_mini_other_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_mini_other_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_mini_other_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_mini_other_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_mini_other_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "wxmenu_publicplat_id_ix" ON "wxmenu" USING btree ("tenant_id","publicplat_id");
CREATE UNIQUE INDEX "wxmenu_version_publicplat_id_no_uq" ON "wxmenu_version" USING btree ("tenant_id","publicplat_id","no") WHERE "wxmenu_version"."deleted_at" is null;
CREATE UNIQUE INDEX "parkminiprogram_app_id_uq" ON "parkminiprogram" USING btree ("tenant_id","app_id") WHERE "parkminiprogram"."deleted_at" is null;
CREATE UNIQUE INDEX "park_mini_other_config_park_id_config_type_uq" ON "park_mini_other_config" USING btree ("tenant_id","park_id","config_type") WHERE "park_mini_other_config"."deleted_at" is null;
CREATE INDEX "park_mini_other_config_park_ix" ON "park_mini_other_config" USING btree ("tenant_id","park_id");
