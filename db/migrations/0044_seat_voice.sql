CREATE TABLE "sip_server" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"wss_url" text,
	"domain" text,
	"realm" text,
	"help_no" text,
	"stun_url" text,
	"recording_base" text,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "sip_server_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sip_server" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "sip_server" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sip_server" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "sip_server" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "sip_server" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "lane_extension" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"gate_id" uuid,
	"extension" text,
	"remark" text,
	CONSTRAINT "lane_extension_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "lane_extension" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "lane_extension" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "lane_extension" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "lane_extension" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "lane_extension" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "call_record" ADD COLUMN "voice" varchar(60);
ALTER TABLE "call_record" ADD COLUMN "voice_s" integer;
ALTER TABLE "call_record" ADD COLUMN "loss_per_mille" bigint;
ALTER TABLE "call_record" ADD COLUMN "jitter_ms" bigint;
ALTER TABLE "call_record" ADD COLUMN "round_trip_ms" bigint;
ALTER TABLE "call_record" ADD COLUMN "recording" text;
CREATE UNIQUE INDEX "sip_server_company_id_domain_uq" ON "sip_server" USING btree ("tenant_id","company_id","domain") WHERE "sip_server"."deleted_at" is null;
CREATE UNIQUE INDEX "lane_extension_extension_uq" ON "lane_extension" USING btree ("tenant_id","extension") WHERE "lane_extension"."deleted_at" is null;
CREATE INDEX "lane_extension_park_ix" ON "lane_extension" USING btree ("tenant_id","park_id");
