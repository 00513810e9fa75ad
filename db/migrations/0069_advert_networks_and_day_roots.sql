CREATE TABLE "ad_network_day" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"plat" varchar(60),
	"our_views" bigint,
	"their_views" bigint,
	"views_off" bigint,
	"our_fen" bigint,
	"their_fen" bigint,
	"fen_off" bigint,
	"bound_bp" integer,
	"status" varchar(60),
	"reason" text,
	"compared_time" timestamp(3) with time zone,
	"reason_views_off" bigint,
	"reason_fen_off" bigint,
	CONSTRAINT "ad_network_day_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "ad_network_day" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "ad_network_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ad_network_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "ad_network_day" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "ad_network_day" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "day_root" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"no" bigint,
	"rows" bigint,
	"gross_fen" bigint,
	"net_fen" bigint,
	"root" text,
	"previous" text,
	"link" text,
	"closed_time" timestamp(3) with time zone,
	CONSTRAINT "day_root_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "day_root" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "day_root" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "day_root" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "day_root" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "day_root" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "ad_plat" ADD COLUMN "bound_bp" integer;
ALTER TABLE "settlement_record" ADD COLUMN "root_no" bigint;
CREATE UNIQUE INDEX "ad_network_day_day_plat_uq" ON "ad_network_day" USING btree ("tenant_id","day","plat") WHERE "ad_network_day"."deleted_at" is null;
CREATE UNIQUE INDEX "day_root_park_id_no_uq" ON "day_root" USING btree ("tenant_id","park_id","no") WHERE "day_root"."deleted_at" is null;
CREATE INDEX "day_root_park_id_day_ix" ON "day_root" USING btree ("tenant_id","park_id","day");
CREATE INDEX "day_root_park_ix" ON "day_root" USING btree ("tenant_id","park_id");
CREATE INDEX "settlement_record_root_no_ix" ON "settlement_record" USING btree ("tenant_id","root_no");
