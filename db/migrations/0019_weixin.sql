CREATE TABLE "publicplat" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"kind" varchar(60),
	"app_id" text,
	"original_id" text,
	"app_secret" text,
	"token" text,
	"mode" varchar(60),
	"aes_key" text,
	"enabled" boolean,
	"received" bigint,
	"last_received" timestamp(3) with time zone,
	"access_token" text,
	"token_until" timestamp(3) with time zone,
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "publicplat_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "publicplat" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "publicplat" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "publicplat" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "publicplat" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "publicplat" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wxkeyword" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"scene" varchar(60),
	"keyword" text,
	"match" varchar(60),
	"reply_type" varchar(60),
	"title" text,
	"content" text,
	"picture_url" text,
	"link_url" text,
	"sort" bigint,
	"hits" bigint,
	"enable" boolean,
	"remark" text,
	CONSTRAINT "wxkeyword_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wxkeyword" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wxkeyword" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wxkeyword" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wxkeyword" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wxkeyword" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wx_other_config" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"config_type" varchar(60),
	"config_value" text,
	"remark" text,
	CONSTRAINT "wx_other_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wx_other_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wx_other_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wx_other_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wx_other_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wx_other_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wxinfo" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"openid" text,
	"nickname" text,
	"status" varchar(60),
	"subscribe_time" timestamp(3) with time zone,
	"left_time" timestamp(3) with time zone,
	"scene" text,
	"last_time" timestamp(3) with time zone,
	CONSTRAINT "wxinfo_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wxinfo" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wxinfo" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wxinfo" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wxinfo" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wxinfo" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wx_message" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"publicplat_id" uuid,
	"message_key" text,
	"signed_key" text,
	"reply" jsonb,
	"time" timestamp(3) with time zone,
	CONSTRAINT "wx_message_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wx_message" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wx_message" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wx_message" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wx_message" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wx_message" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "publicplat_app_id_uq" ON "publicplat" USING btree ("tenant_id","app_id") WHERE "publicplat"."deleted_at" is null;
CREATE INDEX "wxkeyword_publicplat_id_ix" ON "wxkeyword" USING btree ("tenant_id","publicplat_id");
CREATE UNIQUE INDEX "wx_other_config_company_id_config_type_uq" ON "wx_other_config" USING btree ("tenant_id","company_id","config_type") WHERE "wx_other_config"."deleted_at" is null;
CREATE UNIQUE INDEX "wxinfo_publicplat_id_openid_uq" ON "wxinfo" USING btree ("tenant_id","publicplat_id","openid") WHERE "wxinfo"."deleted_at" is null;
CREATE INDEX "wxinfo_publicplat_id_subscribe_time_ix" ON "wxinfo" USING btree ("tenant_id","publicplat_id","subscribe_time");
CREATE UNIQUE INDEX "wx_message_publicplat_id_message_key_uq" ON "wx_message" USING btree ("tenant_id","publicplat_id","message_key") WHERE "wx_message"."deleted_at" is null;
CREATE UNIQUE INDEX "wx_message_publicplat_id_signed_key_uq" ON "wx_message" USING btree ("tenant_id","publicplat_id","signed_key") WHERE "wx_message"."deleted_at" is null;
CREATE INDEX "wx_message_time_ix" ON "wx_message" USING btree ("tenant_id","time");
