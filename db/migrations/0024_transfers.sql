CREATE TABLE "transfer_record" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"transfer_no" text,
	"payee" text,
	"bank_name" text,
	"branch_code" text,
	"account_tail" text,
	"account_no" text,
	"amount_fen" bigint,
	"settlements" bigint,
	"days" text,
	"status" varchar(60),
	"bank_ref" text,
	"batch_no" text,
	"made_time" timestamp(3) with time zone,
	"drafted_by" text,
	"drafted_by_id" text,
	"approved_by" text,
	"approved_time" timestamp(3) with time zone,
	"sent_time" timestamp(3) with time zone,
	"done_time" timestamp(3) with time zone,
	"failure" text,
	CONSTRAINT "transfer_record_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "transfer_record" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "transfer_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "transfer_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "transfer_record" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "transfer_record" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "settlement_record" ADD COLUMN "transfer_id" uuid;
ALTER TABLE "cashout_set" ADD COLUMN "verified" boolean;
ALTER TABLE "cashout_set" ADD COLUMN "verified_by" text;
ALTER TABLE "cashout_set" ADD COLUMN "verified_time" timestamp(3) with time zone;
ALTER TABLE "cashout_set" ADD COLUMN "changed_by_id" text;
CREATE UNIQUE INDEX "transfer_record_transfer_no_uq" ON "transfer_record" USING btree ("tenant_id","transfer_no") WHERE "transfer_record"."deleted_at" is null;
CREATE INDEX "transfer_record_status_ix" ON "transfer_record" USING btree ("tenant_id","status");
CREATE INDEX "transfer_record_company_id_ix" ON "transfer_record" USING btree ("tenant_id","company_id");
CREATE INDEX "settlement_record_transfer_id_ix" ON "settlement_record" USING btree ("tenant_id","transfer_id");
