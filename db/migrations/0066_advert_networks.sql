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
ALTER TABLE "ad_plat" ADD COLUMN "bound_bp" integer;
CREATE UNIQUE INDEX "ad_network_day_day_plat_uq" ON "ad_network_day" USING btree ("tenant_id","day","plat") WHERE "ad_network_day"."deleted_at" is null;
