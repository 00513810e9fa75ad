CREATE TABLE "share_trade" (
	"tenant_id" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"planned_at" timestamp(3) with time zone,
	CONSTRAINT "share_trade_pk" PRIMARY KEY("tenant_id","payment_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "share_trade" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "share_trade" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "share_trade" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "share_trade" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "share_trade" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "profit_share" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"share_kind" varchar(60),
	"receiver_id" uuid,
	"pay_type" varchar(60),
	"paid_time" timestamp(3) with time zone,
	"paid_fen" bigint,
	"net_fen" bigint,
	"share_bp" integer,
	"amount_fen" bigint,
	"returned_fen" bigint,
	"status" varchar(60),
	"failure" text,
	"trade_no" text,
	"channel_trade_no" text,
	"share_no" text,
	"channel_no" text,
	"back_no" text,
	"sent_time" timestamp(3) with time zone,
	"done_time" timestamp(3) with time zone,
	"back_time" timestamp(3) with time zone,
	"back_fen" bigint,
	"back_for" text,
	"back_times" bigint,
	"payment_id" text,
	"merchant_ref" text,
	"fee_bp" integer,
	"most_bp" integer,
	"times" bigint,
	"tries" bigint,
	"due_time" timestamp(3) with time zone,
	CONSTRAINT "profit_share_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "profit_share" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "profit_share" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "profit_share" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "profit_share" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "profit_share" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "share_receiver" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"pay_type" varchar(60),
	"title" text,
	"account_no" text,
	"account_name" text,
	"relation" varchar(60),
	"share_bp" integer,
	"valid_from" date,
	"valid_until" date,
	"contract_no" text,
	"status" varchar(60),
	"entered_by_id" text,
	"confirmed_by" text,
	"confirmed_time" timestamp(3) with time zone,
	"registered_time" timestamp(3) with time zone,
	"failure" text,
	"registered_with" jsonb,
	"remark" text,
	CONSTRAINT "share_receiver_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "share_receiver" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "share_receiver" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "share_receiver" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "share_receiver" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "share_receiver" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "settlement_record" ADD COLUMN "share_fen" bigint;
ALTER TABLE "cashout_set" ADD COLUMN "share_most_bp" integer;
ALTER TABLE "money_day" ADD COLUMN "share_fen" bigint;
CREATE INDEX "share_trade_created_ix" ON "share_trade" USING btree ("created_at");
CREATE INDEX "profit_share_payment_id_ix" ON "profit_share" USING btree ("tenant_id","payment_id");
CREATE INDEX "profit_share_paid_time_ix" ON "profit_share" USING btree ("tenant_id","paid_time");
CREATE INDEX "profit_share_status_due_time_ix" ON "profit_share" USING btree ("tenant_id","status","due_time");
CREATE INDEX "profit_share_share_no_ix" ON "profit_share" USING btree ("tenant_id","share_no");
CREATE INDEX "profit_share_back_no_ix" ON "profit_share" USING btree ("tenant_id","back_no");
CREATE INDEX "profit_share_park_ix" ON "profit_share" USING btree ("tenant_id","park_id");
CREATE INDEX "share_receiver_company_id_ix" ON "share_receiver" USING btree ("tenant_id","company_id");
CREATE INDEX "share_receiver_status_ix" ON "share_receiver" USING btree ("tenant_id","status");
