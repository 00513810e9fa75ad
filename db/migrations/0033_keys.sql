CREATE TABLE "plat_base_interface" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"app_key" text,
	"app_secret" text,
	"old_secret" text,
	"old_until" timestamp(3) with time zone,
	"scopes" text[],
	"park_ids" uuid[],
	"ip_list" text,
	"per_minute" bigint,
	"enabled" boolean,
	"last_used" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "plat_base_interface_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "plat_base_interface" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "plat_base_interface" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "plat_base_interface" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "plat_base_interface" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "plat_base_interface" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "api_nonce" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"key_id" text,
	"nonce" text,
	"time" timestamp(3) with time zone,
	CONSTRAINT "api_nonce_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "api_nonce" TO gatehouse_app, gatehouse_platform;
CREATE UNIQUE INDEX "plat_base_interface_app_key_uq" ON "plat_base_interface" USING btree ("tenant_id","app_key") WHERE "plat_base_interface"."deleted_at" is null;
CREATE UNIQUE INDEX "api_nonce_key_id_nonce_uq" ON "api_nonce" USING btree ("key_id","nonce") WHERE "api_nonce"."deleted_at" is null;
CREATE INDEX "api_nonce_time_ix" ON "api_nonce" USING btree ("time");
