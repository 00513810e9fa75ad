CREATE TABLE "thirdparty" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"kind" varchar(60),
	"scheme" varchar(60),
	"profile" jsonb,
	"url" text,
	"app_key" text,
	"app_secret" text,
	"personal" text[],
	"per_second" bigint,
	"open_flag" boolean,
	"pending" bigint,
	"dead" bigint,
	"oldest" timestamp(3) with time zone,
	"last_ok" timestamp(3) with time zone,
	"away_since" timestamp(3) with time zone,
	"probe_at" timestamp(3) with time zone,
	"last_error" text,
	"remark" text,
	CONSTRAINT "thirdparty_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thirdparty" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thirdparty" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thirdparty" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thirdparty" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thirdparty" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "thirdparty_app" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"plat_id" uuid,
	"third_park_id" text,
	"kinds" text[],
	"values" jsonb,
	"registered" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "thirdparty_app_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thirdparty_app" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thirdparty_app" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thirdparty_app" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thirdparty_app" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thirdparty_app" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "thirdparty_gate" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"plat_id" uuid,
	"gate_id" uuid,
	"third_gate_id" text,
	"remark" text,
	CONSTRAINT "thirdparty_gate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "thirdparty_gate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "thirdparty_gate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thirdparty_gate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "thirdparty_gate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "thirdparty_gate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "third_message" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"plat_id" uuid,
	"kind" varchar(60),
	"status" varchar(60),
	"plate_number" varchar(16),
	"fact_time" timestamp(3) with time zone,
	"made_time" timestamp(3) with time zone,
	"sent_time" timestamp(3) with time zone,
	"tries" bigint,
	"due_at" timestamp(3) with time zone,
	"answer" text,
	"order_key" text,
	"seq" bigint,
	"fact" text,
	"payload" jsonb,
	CONSTRAINT "third_message_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "third_message" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "third_message" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "third_message" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "third_message" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "third_message" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "third_diary" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"time" timestamp(3) with time zone NOT NULL,
	"plat_id" uuid,
	"message_id" text,
	"kind" varchar(60),
	"outcome" varchar(60),
	"nth" bigint,
	"ms" bigint,
	"http_status" bigint,
	"code" text,
	"summary" text,
	CONSTRAINT "third_diary_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "third_diary_rest" PARTITION OF "third_diary" DEFAULT;
CREATE INDEX "third_diary_time_brin" ON "third_diary" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "third_diary" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "third_diary" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "third_diary" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "third_diary" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "third_diary" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "thirdparty_company_id_name_uq" ON "thirdparty" USING btree ("tenant_id","company_id","name") WHERE "thirdparty"."deleted_at" is null;
CREATE UNIQUE INDEX "thirdparty_app_plat_id_park_id_uq" ON "thirdparty_app" USING btree ("tenant_id","plat_id","park_id") WHERE "thirdparty_app"."deleted_at" is null;
CREATE INDEX "thirdparty_app_park_ix" ON "thirdparty_app" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "thirdparty_gate_plat_id_gate_id_uq" ON "thirdparty_gate" USING btree ("tenant_id","plat_id","gate_id") WHERE "thirdparty_gate"."deleted_at" is null;
CREATE INDEX "thirdparty_gate_park_ix" ON "thirdparty_gate" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "third_message_plat_id_fact_uq" ON "third_message" USING btree ("tenant_id","plat_id","fact") WHERE "third_message"."deleted_at" is null;
CREATE INDEX "third_message_status_due_at_ix" ON "third_message" USING btree ("tenant_id","status","due_at");
CREATE INDEX "third_message_plat_id_status_seq_ix" ON "third_message" USING btree ("tenant_id","plat_id","status","seq");
CREATE INDEX "third_message_plat_id_order_key_seq_ix" ON "third_message" USING btree ("tenant_id","plat_id","order_key","seq");
CREATE INDEX "third_message_fact_time_ix" ON "third_message" USING btree ("tenant_id","fact_time");
CREATE INDEX "third_message_park_ix" ON "third_message" USING btree ("tenant_id","park_id");
CREATE INDEX "third_diary_plat_id_time_ix" ON "third_diary" USING btree ("tenant_id","plat_id","time");
CREATE INDEX "third_diary_message_id_ix" ON "third_diary" USING btree ("tenant_id","message_id");
CREATE INDEX "third_diary_park_ix" ON "third_diary" USING btree ("tenant_id","park_id","time");
CREATE INDEX "third_diary_id_ix" ON "third_diary" USING btree ("tenant_id","id");
