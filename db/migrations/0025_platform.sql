CREATE TABLE "sysdict" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"dict_value" text,
	"dict_value_en" text,
	"parent_id" uuid,
	"code" text,
	"dict_key" text,
	"sort" bigint,
	"enable" boolean,
	"sealed" boolean,
	"remark" text,
	CONSTRAINT "sysdict_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sysdict" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "param" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"param_key" varchar(60),
	"for_company_id" uuid,
	"param_value" text,
	"remark" text,
	CONSTRAINT "param_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "param" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "parkprinttemplate" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"template_name" text,
	"template_type" varchar(60),
	"paper" varchar(60),
	"content" text,
	"in_use" boolean,
	"version_no" bigint,
	"remark" text,
	CONSTRAINT "parkprinttemplate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "parkprinttemplate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "parkprinttemplate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "parkprinttemplate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "parkprinttemplate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "parkprinttemplate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "sysdict_code_dict_key_uq" ON "sysdict" USING btree ("code","dict_key") WHERE "sysdict"."deleted_at" is null;
CREATE INDEX "sysdict_parent_id_ix" ON "sysdict" USING btree ("parent_id");
CREATE UNIQUE INDEX "param_param_key_for_company_id_uq" ON "param" USING btree ("param_key","for_company_id") WHERE "param"."deleted_at" is null;
CREATE INDEX "parkprinttemplate_park_id_template_type_ix" ON "parkprinttemplate" USING btree ("tenant_id","park_id","template_type");
CREATE INDEX "parkprinttemplate_park_ix" ON "parkprinttemplate" USING btree ("tenant_id","park_id");
