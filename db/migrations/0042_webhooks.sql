CREATE TABLE "webhook" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"key_id" uuid,
	"url" text,
	"kinds" text[],
	"park_ids" uuid[],
	"secret" text,
	"old_secret" text,
	"old_until" timestamp(3) with time zone,
	"give_up_days" bigint,
	"owner_email" text,
	"enabled" boolean,
	"pending" bigint,
	"dead" bigint,
	"last_ok" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"last_error" text,
	"off_time" timestamp(3) with time zone,
	"failures" bigint,
	"probe_at" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "webhook_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "webhook" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "webhook" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "webhook" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "webhook_delivery" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"hook_id" uuid,
	"kind" varchar(60),
	"status" varchar(60),
	"event_time" timestamp(3) with time zone,
	"made_time" timestamp(3) with time zone,
	"sent_time" timestamp(3) with time zone,
	"tries" bigint,
	"due_at" timestamp(3) with time zone,
	"give_up_at" timestamp(3) with time zone,
	"answer" text,
	"seq" bigint,
	"fact" text,
	"payload" jsonb,
	CONSTRAINT "webhook_delivery_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_delivery" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook_delivery" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "webhook_delivery" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "webhook_delivery" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "webhook_try" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"time" timestamp(3) with time zone NOT NULL,
	"hook_id" uuid,
	"delivery_id" text,
	"kind" varchar(60),
	"outcome" varchar(60),
	"nth" bigint,
	"ms" bigint,
	"http_status" bigint,
	"answer" text,
	CONSTRAINT "webhook_try_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "webhook_try_rest" PARTITION OF "webhook_try" DEFAULT;
CREATE INDEX "webhook_try_time_brin" ON "webhook_try" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_try" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "webhook_try" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook_try" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "webhook_try" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "webhook_try" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "webhook_key_id_name_uq" ON "webhook" USING btree ("tenant_id","key_id","name") WHERE "webhook"."deleted_at" is null;
CREATE UNIQUE INDEX "webhook_delivery_hook_id_fact_uq" ON "webhook_delivery" USING btree ("tenant_id","hook_id","fact") WHERE "webhook_delivery"."deleted_at" is null;
CREATE INDEX "webhook_delivery_hook_id_status_due_at_ix" ON "webhook_delivery" USING btree ("tenant_id","hook_id","status","due_at");
CREATE INDEX "webhook_delivery_status_due_at_ix" ON "webhook_delivery" USING btree ("tenant_id","status","due_at");
CREATE INDEX "webhook_delivery_event_time_ix" ON "webhook_delivery" USING btree ("tenant_id","event_time");
CREATE INDEX "webhook_delivery_park_ix" ON "webhook_delivery" USING btree ("tenant_id","park_id");
CREATE INDEX "webhook_try_hook_id_time_ix" ON "webhook_try" USING btree ("tenant_id","hook_id","time");
CREATE INDEX "webhook_try_delivery_id_ix" ON "webhook_try" USING btree ("tenant_id","delivery_id");
CREATE INDEX "webhook_try_id_ix" ON "webhook_try" USING btree ("tenant_id","id");
