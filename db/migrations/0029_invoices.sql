CREATE TABLE "invoice_seller_config" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"seller_name" text,
	"tax_no" text,
	"park_ids" uuid[],
	"address" text,
	"phone" text,
	"bank_name" text,
	"bank_account" text,
	"goods_name" text,
	"tax_code" text,
	"rate_bp" integer,
	"next_rate_bp" integer,
	"next_rate_from" date,
	"province" text,
	"site_address" text,
	"certificate_no" text,
	"cross_city" boolean,
	"start_date" date,
	"end_date" date,
	"validity" varchar(60),
	"apply_days" bigint,
	"credit_fen" bigint,
	"provider" varchar(60),
	"interface_url" text,
	"app_key" text,
	"app_secret" text,
	"confirmed" boolean,
	"changed_by" text,
	"changed_by_id" text,
	"confirmed_by" text,
	"confirmed_time" timestamp(3) with time zone,
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "invoice_seller_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "invoice_seller_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "invoice_seller_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "invoice_seller_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "invoice_seller_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "invoice_seller_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "invoice_apply_form" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"apply_no" text,
	"park_id" uuid,
	"seller_id" uuid,
	"plate_number" varchar(16),
	"buyer_type" varchar(60),
	"invoice_title" text,
	"buyer_tax_no" text,
	"email" text,
	"phone" varchar(20),
	"amount_fen" bigint,
	"net_fen" bigint,
	"tax_fen" bigint,
	"red_fen" bigint,
	"status" varchar(60),
	"invoice_no" text,
	"issued_time" timestamp(3) with time zone,
	"time" timestamp(3) with time zone,
	"file_url" text,
	"ofd_url" text,
	"xml_url" text,
	"confirmed" boolean,
	"source" varchar(60),
	"failure" text,
	"ask_at" timestamp(3) with time zone,
	"asks" bigint,
	"files_at" timestamp(3) with time zone,
	"file_tries" bigint,
	"mail_to" text,
	"mail_state" varchar(60),
	"mail_time" timestamp(3) with time zone,
	"mail_at" timestamp(3) with time zone,
	"mail_tries" bigint,
	"mail_no" bigint,
	"red_type" varchar(60),
	"red_request" text,
	"red_asked_time" timestamp(3) with time zone,
	"red_note" text,
	"red_blocked" boolean,
	"withdrawn" boolean,
	"created_for" text,
	CONSTRAINT "invoice_apply_form_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "invoice_apply_form" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "invoice_apply_form" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "invoice_apply_form" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "invoice_apply_form" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "invoice_apply_form" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "invoice_item" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"form_id" uuid,
	"park_id" uuid,
	"kind" varchar(60),
	"status" varchar(60),
	"order_id" text,
	"order_no" text,
	"plate_number" varchar(16),
	"goods_name" text,
	"tax_code" text,
	"lease_from" timestamp(3) with time zone,
	"lease_to" timestamp(3) with time zone,
	"rate_bp" integer,
	"gross_fen" bigint,
	"net_fen" bigint,
	"tax_fen" bigint,
	"request_id" text,
	"invoice_no" text,
	"time" timestamp(3) with time zone,
	CONSTRAINT "invoice_item_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "invoice_item" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "invoice_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "invoice_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "invoice_item" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "invoice_item" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "invoice_seller_config_company_id_tax_no_uq" ON "invoice_seller_config" USING btree ("tenant_id","company_id","tax_no") WHERE "invoice_seller_config"."deleted_at" is null;
CREATE UNIQUE INDEX "invoice_apply_form_apply_no_uq" ON "invoice_apply_form" USING btree ("tenant_id","apply_no") WHERE "invoice_apply_form"."deleted_at" is null;
CREATE INDEX "invoice_apply_form_time_ix" ON "invoice_apply_form" USING btree ("tenant_id","time");
CREATE INDEX "invoice_apply_form_status_ix" ON "invoice_apply_form" USING btree ("tenant_id","status");
CREATE INDEX "invoice_apply_form_ask_at_ix" ON "invoice_apply_form" USING btree ("tenant_id","ask_at");
CREATE INDEX "invoice_apply_form_seller_id_time_ix" ON "invoice_apply_form" USING btree ("tenant_id","seller_id","time");
CREATE INDEX "invoice_apply_form_invoice_no_ix" ON "invoice_apply_form" USING btree ("tenant_id","invoice_no");
CREATE INDEX "invoice_item_form_id_ix" ON "invoice_item" USING btree ("tenant_id","form_id");
CREATE INDEX "invoice_item_order_id_ix" ON "invoice_item" USING btree ("tenant_id","order_id");
