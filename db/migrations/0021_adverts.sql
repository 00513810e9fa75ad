CREATE TABLE "adver" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"plat" varchar(60),
	"kind" varchar(60),
	"picture" text,
	"text" text,
	"link_url" text,
	"slots" text[],
	"park_ids" uuid[],
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"weekdays" text[],
	"hours_from" varchar(8),
	"hours_until" varchar(8),
	"per_device_day" bigint,
	"weight" bigint,
	"price_model" varchar(60),
	"price_fen" bigint,
	"budget_fen" bigint,
	"advertiser" text,
	"status" varchar(60),
	"served" bigint,
	"views" bigint,
	"clicks" bigint,
	"days" bigint,
	"spent_fen" bigint,
	"lot_fen" bigint,
	"reviewed_by" text,
	"reviewed_time" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "adver_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "adver" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "adver" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "adver" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "adver" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "adver" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "ad_plat" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"plat" varchar(60),
	"name" text,
	"share_bp" integer,
	"enabled" boolean,
	"config" jsonb,
	"remark" text,
	CONSTRAINT "ad_plat_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "ad_plat" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "ad_plat" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ad_plat" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "ad_plat" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "ad_plat" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "ad_visit" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone,
	"adver_id" uuid,
	"plat" varchar(60),
	"slot" varchar(60),
	"kind" varchar(60),
	"counted" boolean,
	"invalid" varchar(60),
	"token" text,
	"viewer" text,
	"hour" bigint,
	"day" date,
	CONSTRAINT "ad_visit_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "ad_visit" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "ad_visit" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ad_visit" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "ad_visit" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "ad_visit" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "ad_day" (
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
	"adver_id" uuid,
	"plat" varchar(60),
	"slot" varchar(60),
	"served" bigint,
	"viewable" bigint,
	"clicks" bigint,
	"closes" bigint,
	"invalid" bigint,
	"charge_fen" bigint,
	"lot_fen" bigint,
	CONSTRAINT "ad_day_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "ad_day" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "ad_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ad_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "ad_day" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "ad_day" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "adver_company_id_name_uq" ON "adver" USING btree ("tenant_id","company_id","name") WHERE "adver"."deleted_at" is null;
CREATE INDEX "adver_status_end_time_ix" ON "adver" USING btree ("tenant_id","status","end_time");
CREATE UNIQUE INDEX "ad_plat_plat_uq" ON "ad_plat" USING btree ("tenant_id","plat") WHERE "ad_plat"."deleted_at" is null;
CREATE UNIQUE INDEX "ad_visit_token_kind_uq" ON "ad_visit" USING btree ("tenant_id","token","kind") WHERE "ad_visit"."deleted_at" is null;
CREATE INDEX "ad_visit_adver_id_viewer_ix" ON "ad_visit" USING btree ("tenant_id","adver_id","viewer");
CREATE INDEX "ad_visit_park_id_at_ix" ON "ad_visit" USING btree ("tenant_id","park_id","at");
CREATE INDEX "ad_visit_park_ix" ON "ad_visit" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "ad_day_day_adver_id_park_id_slot_uq" ON "ad_day" USING btree ("tenant_id","day","adver_id","park_id","slot") WHERE "ad_day"."deleted_at" is null;
CREATE INDEX "ad_day_adver_id_day_ix" ON "ad_day" USING btree ("tenant_id","adver_id","day");
CREATE INDEX "ad_day_park_ix" ON "ad_day" USING btree ("tenant_id","park_id");
