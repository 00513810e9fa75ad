CREATE TABLE "handheld_deed" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone,
	"raw_at" timestamp(3) with time zone,
	"heard_at" timestamp(3) with time zone,
	"device_id" uuid,
	"user_id" uuid,
	"park_id" uuid,
	"deed_kind" varchar(60),
	"berth_no" text,
	"plate_number" varchar(16),
	"amount_fen" bigint,
	"surplus_fen" bigint,
	"waived_fen" bigint,
	"outcome" varchar(60),
	"reason" text,
	"offline" boolean,
	"clock_suspect" boolean,
	"installation" text,
	"seq" bigint,
	"hash" text,
	"body" jsonb,
	"answer" jsonb,
	CONSTRAINT "handheld_deed_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "handheld_deed" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "handheld_deed" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "handheld_deed" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "handheld_deed" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "handheld_deed" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "handheld_deed_installation_seq_uq" ON "handheld_deed" USING btree ("tenant_id","installation","seq") WHERE "handheld_deed"."deleted_at" is null;
CREATE INDEX "handheld_deed_at_ix" ON "handheld_deed" USING btree ("tenant_id","at");
CREATE INDEX "handheld_deed_device_id_at_ix" ON "handheld_deed" USING btree ("tenant_id","device_id","at");
