CREATE TABLE "separation_exception" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"emp_id" uuid,
	"village_id" uuid,
	"rule_id" uuid,
	"last_day" date,
	"reason" text,
	"status" varchar(60),
	"asked_by" text,
	"asked_by_id" text,
	"asked_time" timestamp(3) with time zone,
	"decided_by" text,
	"decided_time" timestamp(3) with time zone,
	"decided_remark" text,
	"ended_by" text,
	"ended_time" timestamp(3) with time zone,
	"ended_remark" text,
	"afterwards" varchar(60),
	"rule_content" text,
	CONSTRAINT "separation_exception_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "separation_exception" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "separation_exception" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "separation_exception" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "separation_exception" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "separation_exception" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "door_follow" ADD COLUMN "seen_time" timestamp(3) with time zone;
ALTER TABLE "door_follow" ADD COLUMN "seen_gate_id" uuid;
ALTER TABLE "door_follow" ADD COLUMN "warned_time" timestamp(3) with time zone;
CREATE INDEX "separation_exception_village_id_status_ix" ON "separation_exception" USING btree ("tenant_id","village_id","status");
CREATE INDEX "separation_exception_emp_id_ix" ON "separation_exception" USING btree ("tenant_id","emp_id");
