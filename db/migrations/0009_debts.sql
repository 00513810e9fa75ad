CREATE TABLE "rd_escape" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"escape_no" text,
	"section_id" uuid,
	"berth_no" text,
	"plate_number" varchar(16),
	"in_time" timestamp(3) with time zone,
	"out_time" timestamp(3) with time zone,
	"owed_fen" bigint,
	"paid_fen" bigint,
	"cancelled_fen" bigint,
	"written_off_fen" bigint,
	"outstanding_fen" bigint,
	"status" varchar(60),
	"born_time" timestamp(3) with time zone,
	"due_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"notices" bigint,
	"noticed_time" timestamp(3) with time zone,
	"held_since" timestamp(3) with time zone,
	"held_by" text,
	"blocked" boolean,
	"pending" varchar(60),
	"pending_by" text,
	"pending_by_id" text,
	"decided_by" text,
	"second_by" text,
	"paid_at" varchar(60),
	"paid_after_days" bigint,
	"duty_user_id" uuid,
	"reason" text,
	"order_id" text,
	"stay_id" text,
	"case_file" jsonb,
	CONSTRAINT "rd_escape_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rd_escape" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "rd_escape" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rd_escape" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "rd_escape" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "rd_escape" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "arrears_notice" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"plate_number" varchar(16),
	"at" timestamp(3) with time zone,
	"way" varchar(60),
	"items" bigint,
	"amount_fen" bigint,
	"result" text,
	"operator" text,
	"escape_ids" text,
	CONSTRAINT "arrears_notice_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "arrears_notice" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "arrears_notice" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "arrears_notice" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "arrears_notice" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "arrears_notice" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "arrears_collection" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"collection_no" text,
	"plate_number" varchar(16),
	"paid_time" timestamp(3) with time zone,
	"items" bigint,
	"amount_fen" bigint,
	"tendered_fen" bigint,
	"change_fen" bigint,
	"paid_at" varchar(60),
	"operator" text,
	"drawer" text,
	"parts" jsonb,
	CONSTRAINT "arrears_collection_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "arrears_collection" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "arrears_collection" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "arrears_collection" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "arrears_collection" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "arrears_collection" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "rd_escape_plate_number_status_ix" ON "rd_escape" USING btree ("tenant_id","plate_number","status");
CREATE INDEX "rd_escape_status_due_time_ix" ON "rd_escape" USING btree ("tenant_id","status","due_time");
CREATE INDEX "rd_escape_born_time_ix" ON "rd_escape" USING btree ("tenant_id","born_time");
CREATE INDEX "rd_escape_stay_id_ix" ON "rd_escape" USING btree ("tenant_id","stay_id");
CREATE INDEX "rd_escape_park_ix" ON "rd_escape" USING btree ("tenant_id","park_id");
CREATE INDEX "arrears_notice_plate_number_at_ix" ON "arrears_notice" USING btree ("tenant_id","plate_number","at");
CREATE INDEX "arrears_notice_park_ix" ON "arrears_notice" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "arrears_collection_collection_no_uq" ON "arrears_collection" USING btree ("tenant_id","collection_no") WHERE "arrears_collection"."deleted_at" is null;
-- Orders left owing before there were debts: their sums are those of the arrears account, their term the usual one.
INSERT INTO "rd_escape" (tenant_id, company_id, park_id, id, escape_no, plate_number, in_time, out_time, owed_fen, paid_fen, cancelled_fen, written_off_fen, outstanding_fen, status, born_time, due_time, end_time, notices, blocked, order_id, stay_id)
SELECT o.tenant_id, o.company_id, o.park_id, o.id, 'Q' || to_char(a.born AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') || upper(right(replace(o.id::text, '-', ''), 12)), o.plate_number, o.in_time, a.born,
  a.owed, a.paid, 0, a.off, a.owed - a.paid - a.off,
  CASE WHEN a.owed > a.paid + a.off THEN CASE WHEN a.born + interval '48 hours' <= now() THEN 'owing' ELSE 'waiting' END WHEN a.off > 0 THEN 'writtenOff' ELSE 'paid' END,
  a.born, a.born + interval '48 hours', CASE WHEN a.owed > a.paid + a.off THEN NULL ELSE a.moved END, 0, false, o.id::text, o.stay_id
FROM (
  SELECT tenant_id, subject_id, min(at) AS born, max(at) AS moved, sum(amount_fen) FILTER (WHERE kind = 'owed') AS owed,
    coalesce(-sum(amount_fen) FILTER (WHERE kind IN ('payment', 'stored-value')), 0) AS paid, coalesce(-sum(amount_fen) FILTER (WHERE kind = 'waiver'), 0) AS off
  FROM "ledger_line" WHERE account = 'arrears' GROUP BY tenant_id, subject_id
) a JOIN "parking_order" o ON o.tenant_id = a.tenant_id AND o.id = a.subject_id
WHERE a.owed IS NOT NULL;
