CREATE TABLE "call_fix" (
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
	"why" varchar(60),
	"fact" varchar(60),
	"fix" varchar(60),
	"confused" text,
	"calls" bigint,
	"per_week" double precision,
	"status" varchar(60),
	"done_day" date,
	"done_by" text,
	"done_note" text,
	"before_calls" bigint,
	"before_passages" bigint,
	"after_calls" bigint,
	"after_passages" bigint,
	"after_days" bigint,
	"saved_per_week" double precision,
	"saved_low" double precision,
	"saved_high" double precision,
	"measured_time" timestamp(3) with time zone,
	"open_key" text,
	CONSTRAINT "call_fix_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "call_fix" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "call_fix" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "call_fix" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "call_fix" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "call_fix" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "call_record" ADD COLUMN "fact" varchar(60);
ALTER TABLE "call_record" ADD COLUMN "fact_detail" text;
CREATE UNIQUE INDEX "call_fix_open_key_uq" ON "call_fix" USING btree ("tenant_id","open_key") WHERE "call_fix"."deleted_at" is null;
CREATE INDEX "call_fix_status_ix" ON "call_fix" USING btree ("tenant_id","status");
CREATE INDEX "call_fix_gate_id_ix" ON "call_fix" USING btree ("tenant_id","gate_id");
CREATE INDEX "call_fix_park_ix" ON "call_fix" USING btree ("tenant_id","park_id");
