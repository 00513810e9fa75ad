CREATE TABLE "idempotency" (
	"tenant_id" integer NOT NULL,
	"key" varchar(200) NOT NULL,
	"call_name" varchar(120) NOT NULL,
	"request_hash" varchar(64) NOT NULL,
	"answer" jsonb,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_pk" PRIMARY KEY("tenant_id","key")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "idempotency" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "idempotency" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "idempotency" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "outbox" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"kind" varchar(40) NOT NULL,
	"target" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" varchar(12) DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"error" text,
	CONSTRAINT "outbox_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "outbox" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "outbox" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "preference" (
	"tenant_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"key" varchar(200) NOT NULL,
	"value" jsonb,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "preference_pk" PRIMARY KEY("tenant_id","user_id","key")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "preference" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "preference" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "preference" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "preference" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "preference" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "export_run" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"resource" varchar(60) NOT NULL,
	"state" varchar(12) NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "export_run_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "export_run" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "export_run" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "export_run" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "export_run" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "export_run" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "stored_file" (
	"tenant_id" integer NOT NULL,
	"hash" varchar(64) NOT NULL,
	"type" varchar(100) NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kept" boolean DEFAULT true NOT NULL,
	CONSTRAINT "stored_file_pk" PRIMARY KEY("tenant_id","hash")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "stored_file" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "stored_file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "stored_file" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "stored_file" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "stored_file" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "login_name" (
	"account" varchar(80) PRIMARY KEY NOT NULL,
	"of_tenant" integer NOT NULL,
	"user_id" uuid NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "login_name" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "login_try" (
	"key" varchar(200) PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp(3) with time zone NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "login_try" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "session" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"work_tenant" integer,
	"work_company_id" uuid,
	"agent" text,
	"ip" text,
	"device_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_why" varchar(20),
	CONSTRAINT "session_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "session" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "session" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "session" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "session" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "session_token" (
	"tenant_id" integer NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"refresh_hash" varchar(64) NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"refresh_until" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone,
	CONSTRAINT "session_token_pk" PRIMARY KEY("tenant_id","token_hash")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "session_token" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "session_token" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "session_token" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "session_token" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "session_token" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "login_code" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" varchar(64) NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "login_code_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "login_code" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "login_code" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "login_code" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "login_code" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "login_code" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "user_park_grant" (
	"tenant_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"granted_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"granted_by" uuid,
	CONSTRAINT "user_park_grant_pk" PRIMARY KEY("tenant_id","user_id","park_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "user_park_grant" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "user_park_grant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_park_grant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "user_park_grant" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "user_park_grant" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "user_seller" (
	"tenant_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	CONSTRAINT "user_seller_pk" PRIMARY KEY("tenant_id","user_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "user_seller" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "user_seller" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_seller" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "user_seller" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "user_seller" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "device_directory" (
	"sn" varchar(40) NOT NULL,
	"tenant_id" integer NOT NULL,
	"device_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"gate_id" uuid,
	"secret_hash" varchar(128) NOT NULL,
	"secret_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_directory_pk" PRIMARY KEY("sn")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "device_directory" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_directory" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_directory" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_directory" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_directory" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "gate_hours" (
	"tenant_id" integer NOT NULL,
	"gate_id" uuid NOT NULL,
	"car_type_id" uuid NOT NULL,
	"rule_type" varchar(12) NOT NULL,
	"time_ranges" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "gate_hours_pk" PRIMARY KEY("tenant_id","gate_id","car_type_id","rule_type")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "gate_hours" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "gate_hours" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gate_hours" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "gate_hours" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "gate_hours" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "receiver_binding" (
	"tenant_id" integer NOT NULL,
	"randomstr" varchar(64) NOT NULL,
	"park_id" uuid,
	"village_id" uuid,
	"receiver_id" uuid,
	"open_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"bound_at" timestamp(3) with time zone,
	CONSTRAINT "receiver_binding_pk" PRIMARY KEY("tenant_id","randomstr")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "receiver_binding" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "receiver_binding" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "receiver_binding" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "receiver_binding" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "receiver_binding" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "pass_plate" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"plate" varchar(16) NOT NULL,
	"pass_id" uuid NOT NULL,
	CONSTRAINT "pass_plate_pk" PRIMARY KEY("tenant_id","park_id","plate","pass_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "pass_plate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "pass_plate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "pass_plate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "pass_plate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "pass_plate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_live" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"inside" integer DEFAULT 0 NOT NULL,
	"adjusted" integer DEFAULT 0 NOT NULL,
	"events" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "park_live_pk" PRIMARY KEY("tenant_id","park_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_live" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_live" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_live" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_live" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_live" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "lane_live" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"gate_id" uuid NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lane_live_pk" PRIMARY KEY("tenant_id","park_id","gate_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "lane_live" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "lane_live" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "lane_live" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "lane_live" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "lane_live" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "device_live" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_live_pk" PRIMARY KEY("tenant_id","park_id","device_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "device_live" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_live" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_live" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_live" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_live" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "device_event" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"gate_id" uuid,
	"seq" bigint NOT NULL,
	"kind" varchar(20) NOT NULL,
	"raw_at" timestamp(3) with time zone NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"payload" jsonb NOT NULL,
	"applied" boolean NOT NULL,
	CONSTRAINT "device_event_pk" PRIMARY KEY("tenant_id","raw_at","device_id","seq")
) PARTITION BY RANGE ("raw_at");
CREATE TABLE "device_event_rest" PARTITION OF "device_event" DEFAULT;
CREATE INDEX "device_event_raw_at_brin" ON "device_event" USING brin ("raw_at") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "device_event" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_event" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_event" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_event" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_event" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "lane_note" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"gate_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" varchar(12) NOT NULL,
	"passing" bigint NOT NULL,
	"plate" varchar(24),
	"note" jsonb NOT NULL,
	CONSTRAINT "lane_note_pk" PRIMARY KEY("tenant_id","at","id")
) PARTITION BY RANGE ("at");
CREATE TABLE "lane_note_rest" PARTITION OF "lane_note" DEFAULT;
CREATE INDEX "lane_note_at_brin" ON "lane_note" USING brin ("at") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "lane_note" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "lane_note" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "lane_note" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "lane_note" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "lane_note" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "space_adjustment" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"delta" integer NOT NULL,
	"reason" varchar(200) NOT NULL,
	"by" varchar(80),
	CONSTRAINT "space_adjustment_pk" PRIMARY KEY("tenant_id","park_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "space_adjustment" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "space_adjustment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "space_adjustment" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "space_adjustment" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "space_adjustment" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "told_event" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"plate_number" varchar(24) NOT NULL,
	"event" varchar(40) NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "told_event_pk" PRIMARY KEY("tenant_id","park_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "told_event" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "told_event" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "told_event" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "told_event" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "told_event" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "ledger_line" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"posting" uuid NOT NULL,
	"line_no" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" varchar(30) NOT NULL,
	"account" varchar(40) NOT NULL,
	"party" varchar(80) DEFAULT '' NOT NULL,
	"amount_fen" bigint NOT NULL,
	"operator" varchar(60),
	"subject_id" uuid,
	"reversal_of" uuid,
	CONSTRAINT "ledger_line_pk" PRIMARY KEY("tenant_id","at","posting","line_no")
) PARTITION BY RANGE ("at");
CREATE TABLE "ledger_line_rest" PARTITION OF "ledger_line" DEFAULT;
CREATE INDEX "ledger_line_at_brin" ON "ledger_line" USING brin ("at") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "ledger_line" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "ledger_line" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ledger_line" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "ledger_line" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "ledger_line" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_day" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"day" date NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"exits" integer DEFAULT 0 NOT NULL,
	"stay_seconds" bigint DEFAULT 0 NOT NULL,
	"receivable_fen" bigint DEFAULT 0 NOT NULL,
	"derate_fen" bigint DEFAULT 0 NOT NULL,
	"waived_fen" bigint DEFAULT 0 NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"cash_fen" bigint DEFAULT 0 NOT NULL,
	"online_fen" bigint DEFAULT 0 NOT NULL,
	"refund_fen" bigint DEFAULT 0 NOT NULL,
	"arrears_fen" bigint DEFAULT 0 NOT NULL,
	"surplus_fen" bigint DEFAULT 0 NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "park_day_pk" PRIMARY KEY("tenant_id","park_id","day")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_day" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_day" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_day" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_day_split" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"day" date NOT NULL,
	"split" varchar(20) NOT NULL,
	"key" varchar(60) NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "park_day_split_pk" PRIMARY KEY("tenant_id","park_id","day","split","key")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_day_split" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_day_split" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_day_split" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_day_split" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_day_split" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "sandbox_trade" (
	"trade_no" varchar(64) PRIMARY KEY NOT NULL,
	"provider_no" varchar(64) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"refunded_fen" bigint DEFAULT 0 NOT NULL,
	"state" varchar(12) NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"payload" jsonb,
	"notices" integer DEFAULT 0 NOT NULL,
	"note" text
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sandbox_trade" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "sandbox_setting" (
	"name" varchar(40) PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sandbox_setting" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "box_till" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"box_id" uuid NOT NULL,
	"shift_id" uuid,
	"taking" boolean DEFAULT false NOT NULL,
	"cut_at" timestamp(3) with time zone,
	"last_receipt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "box_till_pk" PRIMARY KEY("tenant_id","park_id","box_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "box_till" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "box_till" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "box_till" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "box_till" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "box_till" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "company" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"company_name" text,
	"short_name" text,
	"parent_id" uuid,
	"company_type" varchar(60),
	"enabled" boolean,
	"credit_code" text,
	"linkman" text,
	"contact_number" varchar(20),
	"province_id" uuid,
	"city_id" uuid,
	"area_id" uuid,
	"address" text,
	"zone" text,
	"logo" text,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "company_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "company" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "company" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "company" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "company" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "company" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "tenant" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"tenant_code" text,
	"tenant_name" text,
	"tenant_no" bigint,
	"root_company_id" uuid,
	"linkman" text,
	"contact_number" varchar(20),
	"address" text,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "tenant_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "tenant" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "dept" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"dept_name" text,
	"full_name" text,
	"parent_id" uuid,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "dept_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dept" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dept" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dept" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dept" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dept" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "province" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"code" text,
	"sort" bigint,
	CONSTRAINT "province_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "province" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "city" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"code" text,
	"province_id" uuid,
	"sort" bigint,
	CONSTRAINT "city_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "city" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "district" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"code" text,
	"city_id" uuid,
	"sort" bigint,
	CONSTRAINT "district_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "district" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "user" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"account" text,
	"password" text,
	"real_name" text,
	"phone" varchar(20),
	"email" text,
	"dept_id" uuid,
	"user_type" varchar(60),
	"role_ids" uuid[],
	"all_parks" boolean,
	"enabled" boolean,
	"avatar" text,
	"must_change_password" boolean,
	"last_login_at" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "user_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "user" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "user" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "user" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "user" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "role" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"role_name" text,
	"role_alias" text,
	"of_company_id" uuid,
	"parent_id" uuid,
	"built_in" varchar(60),
	"permissions" jsonb,
	"admin_menu_ids" uuid[],
	"business_menu_ids" uuid[],
	"sort" bigint,
	"remark" text,
	CONSTRAINT "role_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "role" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "role" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "role" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "role" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "role" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "admin_menu" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"name_en" text,
	"parent_id" uuid,
	"category" varchar(60),
	"path" text,
	"code" text,
	"icon" text,
	"roles" text[],
	"sort" bigint,
	"visible" boolean,
	"menu_key" text,
	"edited" boolean,
	"remark" text,
	CONSTRAINT "admin_menu_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "admin_menu" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "business_menu" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"name_en" text,
	"parent_id" uuid,
	"category" varchar(60),
	"path" text,
	"code" text,
	"icon" text,
	"sort" bigint,
	"visible" boolean,
	"remark" text,
	CONSTRAINT "business_menu_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "business_menu" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "top_menu" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"name_en" text,
	"code" text,
	"path" text,
	"icon" text,
	"sort" bigint,
	"visible" boolean,
	"menu_ids" uuid[],
	"menu_key" text,
	"edited" boolean,
	"bound" boolean,
	"remark" text,
	CONSTRAINT "top_menu_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "top_menu" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "custom_config" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"domain" text,
	"company_id" uuid,
	"title" text,
	"title_en" text,
	"short_title" text,
	"logo" text,
	"icp_no" text,
	"police_no" text,
	"remark" text,
	CONSTRAINT "custom_config_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "custom_config" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "park" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"park_name" text,
	"village_id" uuid,
	"park_type" varchar(60),
	"online" varchar(60),
	"status" varchar(60),
	"total_stall" bigint,
	"remain_stall" bigint,
	"berth_sensing" varchar(60),
	"province_id" uuid,
	"city_id" uuid,
	"area_id" uuid,
	"address" text,
	"location" jsonb,
	"zone" varchar(60),
	"linkman" text,
	"contact_number" varchar(20),
	"service_phone" text,
	"fee_notice" text,
	"picture" text,
	"park_code" text,
	"registered_time" timestamp(3) with time zone,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "park_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "village" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"v_name" text,
	"status" varchar(60),
	"locked" boolean,
	"locked_time" timestamp(3) with time zone,
	"examined_time" timestamp(3) with time zone,
	"province_id" uuid,
	"city_id" uuid,
	"area_id" uuid,
	"address" text,
	"location" jsonb,
	"contact" text,
	"phone" varchar(20),
	"households" bigint,
	"remark" text,
	CONSTRAINT "village_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "village" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "village" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "village" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "village" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "village" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_area" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"area_name" text,
	"village_id" uuid,
	"parent_id" uuid,
	"area_no" text,
	"total_stall" bigint,
	"status" varchar(60),
	"sort" bigint,
	"remark" text,
	CONSTRAINT "park_area_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_area" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_area" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_area" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_area" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_area" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_box" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"box_name" text,
	"box_no" text,
	"area_id" uuid,
	"ip_address" text,
	"dog_no" text,
	"unattended" boolean,
	"remark" text,
	CONSTRAINT "park_box_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_box" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_box" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_box" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_box" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_box" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_gate" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"gate_name" text,
	"gate_type" varchar(60),
	"gate_no" text,
	"box_id" uuid,
	"area_id" uuid,
	"mode" varchar(60),
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "park_gate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_gate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_gate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_gate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_gate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_gate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_service" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"service_type" varchar(60),
	"start_date" date,
	"expire_date" date,
	"status" varchar(60),
	"fee" bigint,
	"contract_no" text,
	"linkman" text,
	"contact_number" varchar(20),
	"remark" text,
	CONSTRAINT "park_service_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_service" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_service" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_service" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_service" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_service" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_parameter" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"param_key" varchar(60),
	"param_value" text,
	"remark" text,
	CONSTRAINT "park_parameter_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_parameter" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_parameter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_parameter" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_parameter" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_parameter" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "message_receiver" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_name" text,
	"village_id" uuid,
	"park_id" uuid,
	"phone" varchar(20),
	"message_kinds" text[],
	"tag_type" varchar(60),
	"tag_id" text,
	"randomstr" text,
	"open_id" text,
	"status" varchar(60),
	"bound_time" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "message_receiver_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "message_receiver" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "message_receiver" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "message_receiver" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "message_receiver" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "message_receiver" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "remote_authorization" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"authorize_type" varchar(60),
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"granted_by" text,
	"remark" text,
	CONSTRAINT "remote_authorization_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "remote_authorization" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "remote_authorization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "remote_authorization" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "remote_authorization" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "remote_authorization" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "bind_sn" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"device_id" uuid,
	"sn" text,
	"bind_sn" text,
	"config_type" varchar(60),
	"remark" text,
	CONSTRAINT "bind_sn_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "bind_sn" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "bind_sn" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bind_sn" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "bind_sn" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "bind_sn" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "device_command" (
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
	"gate_id" uuid,
	"device_id" uuid,
	"sn" text,
	"command" varchar(60),
	"status" varchar(60),
	"cause" varchar(60),
	"cause_id" text,
	"remark" text,
	"payload" jsonb,
	"tries" bigint,
	"due_time" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"sent_time" timestamp(3) with time zone,
	"answered_time" timestamp(3) with time zone,
	"error" text,
	"result" jsonb,
	CONSTRAINT "device_command_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "device_command_rest" PARTITION OF "device_command" DEFAULT;
CREATE INDEX "device_command_time_brin" ON "device_command" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "device_command" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_command" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_command" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_command" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_command" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "device_incident" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"device_id" uuid,
	"sn" text,
	"kind" varchar(60),
	"time" timestamp(3) with time zone NOT NULL,
	"times" bigint,
	"reason" text,
	"payload" jsonb,
	"end_time" timestamp(3) with time zone,
	CONSTRAINT "device_incident_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "device_incident_rest" PARTITION OF "device_incident" DEFAULT;
CREATE INDEX "device_incident_time_brin" ON "device_incident" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "device_incident" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_incident" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_incident" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_incident" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_incident" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "firmware" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"version_no" text,
	"device_type" varchar(60),
	"file_url" text,
	"sha256" text,
	"remark" text,
	CONSTRAINT "firmware_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "firmware" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "led_config" (
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
	"config_type" varchar(60),
	"led_rule_type" varchar(60),
	"text1" text,
	"colour1" varchar(60),
	"effect1" varchar(60),
	"seconds1" bigint,
	"text2" text,
	"colour2" varchar(60),
	"effect2" varchar(60),
	"seconds2" bigint,
	"text3" text,
	"colour3" varchar(60),
	"effect3" varchar(60),
	"seconds3" bigint,
	"text4" text,
	"colour4" varchar(60),
	"effect4" varchar(60),
	"seconds4" bigint,
	"remark" text,
	CONSTRAINT "led_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "led_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "led_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "led_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "led_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "led_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "manufacturer" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"short_name" text,
	"linkman" text,
	"contact_number" varchar(20),
	"website" text,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "manufacturer_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "manufacturer" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "park_device" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"device_name" text,
	"device_type" varchar(60),
	"sn" text,
	"physics_no" text,
	"gate_id" uuid,
	"box_id" uuid,
	"manufacturer_id" uuid,
	"model" text,
	"ip_address" text,
	"port" bigint,
	"video_url" text,
	"status" varchar(60),
	"fault_text" text,
	"last_seen_at" timestamp(3) with time zone,
	"firmware" text,
	"clock_offset_ms" bigint,
	"list_hash" text,
	"list_until" timestamp(3) with time zone,
	"journal_percent" bigint,
	"journal_days" bigint,
	"last_seq" bigint,
	"remark" text,
	CONSTRAINT "park_device_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_device" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_device" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_device" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_device" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_device" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "car_model" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"model_name" text,
	"model_no" text,
	"plate_colours" text[],
	"is_default" boolean,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "car_model_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "car_model" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "car_model" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "car_model" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "car_model" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "car_model" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "car_type" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"type_name" text,
	"kind" varchar(60),
	"is_default" boolean,
	"month_price" bigint,
	"show_colour" char(7),
	"sort" bigint,
	"remark" text,
	CONSTRAINT "car_type_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "car_type" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "car_type" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "car_type" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "car_type" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "car_type" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "car_list" (
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
	"type" varchar(60),
	"reason" varchar(60),
	"owed" bigint,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"owner" text,
	"data_status" varchar(60),
	"audit_by" text,
	"audit_time" timestamp(3) with time zone,
	"audit_remark" text,
	"remark" text,
	CONSTRAINT "car_list_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "car_list" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "car_list" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "car_list" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "car_list" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "car_list" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "space_booking" (
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
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"purpose" varchar(60),
	"free_of_charge" boolean,
	"contact_name" text,
	"phone" varchar(20),
	"status" varchar(60),
	"applicant" text,
	"audit_by" text,
	"audit_time" timestamp(3) with time zone,
	"refuse_remark" text,
	"arrived_time" timestamp(3) with time zone,
	"stay_id" text,
	"remark" text,
	CONSTRAINT "space_booking_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "space_booking" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "space_booking" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "space_booking" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "space_booking" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "space_booking" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "fee_rule" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"car_type_id" uuid,
	"car_model_id" uuid,
	"rule_name" text,
	"mode" varchar(60),
	"version" bigint,
	"status" varchar(60),
	"effective_from" timestamp(3) with time zone,
	"effective_until" timestamp(3) with time zone,
	"rule" jsonb,
	"faults" jsonb,
	"editor_id" text,
	"approved_by" text,
	"approved_reason" text,
	"approved_time" timestamp(3) with time zone,
	"published_by" text,
	"published_time" timestamp(3) with time zone,
	"remark" text,
	"free_minutes" bigint,
	"free_minutes_counted" boolean,
	"first_minutes" bigint,
	"first_fee" bigint,
	"unit_minutes" bigint,
	"unit_fee" bigint,
	"day_max_fee" bigint,
	"day_cap_basis" varchar(60),
	"round_up" boolean,
	"per_visit_fee" bigint,
	"max_fee" bigint,
	CONSTRAINT "fee_rule_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "fee_rule" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "fee_rule" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "fee_rule" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "fee_rule" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "fee_rule" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "fee_rule_area" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"fee_rule_id" uuid,
	"area_id" uuid,
	"free_minutes" bigint,
	"day_max_fee" bigint,
	"remark" text,
	CONSTRAINT "fee_rule_area_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "fee_rule_area" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "fee_rule_area" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "fee_rule_area" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "fee_rule_area" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "fee_rule_area" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "fee_rule_period" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"area_rule_id" uuid,
	"period_name" text,
	"start_time" varchar(8),
	"end_time" varchar(8),
	"days" text[],
	"again" varchar(60),
	"edge" varchar(60),
	"max_fee" bigint,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "fee_rule_period_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "fee_rule_period" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "fee_rule_period" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "fee_rule_period" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "fee_rule_period" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "fee_rule_period" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "fee_rule_sub_period" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"period_id" uuid,
	"start_minute" bigint,
	"end_minute" bigint,
	"unit_minutes" bigint,
	"unit_fee" bigint,
	"round_up" boolean,
	"remark" text,
	CONSTRAINT "fee_rule_sub_period_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "fee_rule_sub_period" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "fee_rule_sub_period" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "fee_rule_sub_period" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "fee_rule_sub_period" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "fee_rule_sub_period" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "fee_case" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"car_type_id" uuid,
	"car_model_id" uuid,
	"name" text,
	"in_time" timestamp(3) with time zone,
	"out_time" timestamp(3) with time zone,
	"car_kind" text,
	"context" jsonb,
	"expect_fen" bigint,
	"expect_refusal" varchar(60),
	"remark" text,
	CONSTRAINT "fee_case_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "fee_case" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "fee_case" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "fee_case" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "fee_case" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "fee_case" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "holiday_date" (
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
	"day_kind" varchar(60),
	"holiday_name" text,
	"source" varchar(60),
	"remark" text,
	CONSTRAINT "holiday_date_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "holiday_date" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "holiday_date" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "holiday_date" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "holiday_date" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "holiday_date" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "space_group" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"group_name" text,
	"spaces" bigint,
	"space_nos" text,
	"remark" text,
	CONSTRAINT "space_group_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "space_group" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "space_group" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "space_group" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "space_group" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "space_group" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_month" (
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
	"car_type_id" uuid,
	"plate_nos" text,
	"owner_name" text,
	"phone" varchar(20),
	"address" text,
	"space_no" text,
	"car_bit_group_id" uuid,
	"gate_ids" uuid[],
	"start_time" date,
	"end_time" date,
	"status" varchar(60),
	"anchor_day" bigint,
	"last_day" date,
	"audit_by" text,
	"audit_time" timestamp(3) with time zone,
	"audit_remark" text,
	"remark" text,
	CONSTRAINT "park_month_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_month" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_month" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_month" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_month" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_month" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "pass_renewal" (
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
	"car_type_id" uuid,
	"pass_id" uuid,
	"kind" varchar(60),
	"time" timestamp(3) with time zone,
	"old_end" date,
	"from_day" date,
	"new_end" date,
	"months" bigint,
	"money_fen" bigint,
	"pay_type" varchar(60),
	"refunded_fen" bigint,
	"operator" text,
	"order_id" text,
	"remark" text,
	CONSTRAINT "pass_renewal_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "pass_renewal" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "pass_renewal" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "pass_renewal" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "pass_renewal" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "pass_renewal" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "pass_suspension" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"pass_id" uuid,
	"from_day" date,
	"to_day" date,
	"frozen_days" bigint,
	"operator" text,
	"remark" text,
	CONSTRAINT "pass_suspension_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "pass_suspension" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "pass_suspension" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "pass_suspension" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "pass_suspension" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "pass_suspension" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "car_apply" (
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
	"car_type_id" uuid,
	"owner_name" text,
	"phone" varchar(20),
	"address" text,
	"plate_nos" text,
	"space_no" text,
	"start_time" date,
	"month_num" bigint,
	"licence" text,
	"status" varchar(60),
	"version" bigint,
	"applicant" text,
	"apply_time" timestamp(3) with time zone,
	"audit_by" text,
	"audit_time" timestamp(3) with time zone,
	"audit_remark" text,
	"pass_id" uuid,
	"remark" text,
	CONSTRAINT "car_apply_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "car_apply" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "car_apply" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "car_apply" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "car_apply" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "car_apply" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_derate" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"derate_name" text,
	"derate_type" varchar(60),
	"minutes" bigint,
	"amount_fen" bigint,
	"percent_off" bigint,
	"derate_value" bigint,
	"exclusive" boolean,
	"charge_by" varchar(60),
	"price" bigint,
	"charge_percent" bigint,
	"day_limit" bigint,
	"valid_hours" bigint,
	"start_date" date,
	"end_date" date,
	"restores" boolean,
	"at_box" boolean,
	"enable" boolean,
	"remark" text,
	CONSTRAINT "park_derate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_derate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_derate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_derate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_derate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_derate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "park_seller" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"seller_name" text,
	"contact" text,
	"phone" varchar(20),
	"account" text,
	"derate_ids" uuid[],
	"credit_fen" bigint,
	"balance" bigint,
	"charged_fen" bigint,
	"used_fen" bigint,
	"reserved_fen" bigint,
	"enable" boolean,
	"remark" text,
	CONSTRAINT "park_seller_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "park_seller" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "park_seller" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "park_seller" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "park_seller" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "park_seller" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "car_derate" (
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
	"seller_id" uuid,
	"derate_id" uuid,
	"derate_type" varchar(60),
	"derate_value" bigint,
	"status" varchar(60),
	"source" varchar(60),
	"time" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"used_time" timestamp(3) with time zone,
	"benefit_fen" bigint,
	"charged_fen" bigint,
	"reserved_fen" bigint,
	"operator" text,
	"remark" text,
	"stay_id" text,
	"order_id" text,
	"locked_until" timestamp(3) with time zone,
	"terms" jsonb,
	"uses" jsonb,
	CONSTRAINT "car_derate_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "car_derate" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "car_derate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "car_derate" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "car_derate" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "car_derate" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "derate_code" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"seller_id" uuid,
	"derate_id" uuid,
	"code_kind" varchar(60),
	"code" text,
	"used_count" bigint,
	"valid_until" timestamp(3) with time zone,
	"enable" boolean,
	"operator" text,
	CONSTRAINT "derate_code_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "derate_code" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "derate_code" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "derate_code" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "derate_code" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "derate_code" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "seller_recharge" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"seller_id" uuid,
	"time" timestamp(3) with time zone,
	"amount_fen" bigint,
	"balance_before" bigint,
	"balance_after" bigint,
	"operator" text,
	"remark" text,
	CONSTRAINT "seller_recharge_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "seller_recharge" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "seller_recharge" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "seller_recharge" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "seller_recharge" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "seller_recharge" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "stored_card" (
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
	"balance" bigint,
	"recharged_fen" bigint,
	"used_time" timestamp(3) with time zone,
	CONSTRAINT "stored_card_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "stored_card" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "stored_card" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "stored_card" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "stored_card" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "stored_card" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "card_recharge" (
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
	"card_id" uuid,
	"time" timestamp(3) with time zone,
	"amount_fen" bigint,
	"balance_before" bigint,
	"balance_after" bigint,
	"operator" text,
	"remark" text,
	CONSTRAINT "card_recharge_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "card_recharge" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "card_recharge" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "card_recharge" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "card_recharge" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "card_recharge" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "stay" (
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
	"plate_colour" varchar(60),
	"kind" varchar(60),
	"status" varchar(60),
	"car_type_id" uuid,
	"begin_time" timestamp(3) with time zone NOT NULL,
	"in_time" timestamp(3) with time zone,
	"in_time_raw" timestamp(3) with time zone,
	"in_gate_id" uuid,
	"in_passage_id" text,
	"in_picture" text,
	"confidence" double precision,
	"out_time" timestamp(3) with time zone,
	"out_time_raw" timestamp(3) with time zone,
	"out_gate_id" uuid,
	"out_passage_id" text,
	"out_plate" varchar(16),
	"out_picture" text,
	"stay_seconds" integer,
	"release_type" varchar(60),
	"receivable_fen" bigint,
	"derate_fen" bigint,
	"waived_fen" bigint,
	"paid_fen" bigint,
	"outstanding_fen" bigint,
	"rule_id" text,
	"rule_name" text,
	"bill_fen" bigint,
	"lines" jsonb,
	"pass_id" text,
	"booking_id" text,
	"merged_into" text,
	"claims" text,
	"exit_stay" text,
	"moves" jsonb,
	"events" jsonb,
	"clone" boolean,
	"offline" boolean,
	"changes" bigint,
	CONSTRAINT "stay_pk" PRIMARY KEY("tenant_id","begin_time","id")
) PARTITION BY RANGE ("begin_time");
CREATE TABLE "stay_rest" PARTITION OF "stay" DEFAULT;
CREATE INDEX "stay_begin_time_brin" ON "stay" USING brin ("begin_time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "stay" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "stay" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "stay" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "stay" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "stay" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "car_inside" (
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
	"plate_colour" varchar(60),
	"kind" varchar(60),
	"status" varchar(60),
	"car_type_id" uuid,
	"in_time" timestamp(3) with time zone,
	"in_gate_id" uuid,
	"in_picture" text,
	"paid_fen" bigint,
	"free_until" timestamp(3) with time zone,
	"clone_no" bigint,
	"offline" boolean,
	"remark" text,
	CONSTRAINT "car_inside_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "car_inside" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "car_inside" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "car_inside" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "car_inside" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "car_inside" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "passage" (
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
	"direction" varchar(60),
	"status" varchar(60),
	"time" timestamp(3) with time zone NOT NULL,
	"raw_time" timestamp(3) with time zone,
	"passing" bigint,
	"plate_number" varchar(16),
	"plate_colour" text,
	"picture" text,
	"stay_id" text,
	"order_id" text,
	"cause" varchar(60),
	"reasons" text,
	"refusal" text,
	"refused_by" text,
	"offline" boolean,
	CONSTRAINT "passage_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "passage_rest" PARTITION OF "passage" DEFAULT;
CREATE INDEX "passage_time_brin" ON "passage" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "passage" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "passage" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "passage" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "passage" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "passage" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "gate_opening" (
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
	"event" varchar(60),
	"time" timestamp(3) with time zone NOT NULL,
	"closed_time" timestamp(3) with time zone,
	"open_seconds" integer,
	"raw_time" timestamp(3) with time zone,
	"cause" varchar(60),
	"cause_id" text,
	"plate_number" varchar(16),
	"command_id" text,
	"operator" text,
	"operator_id" text,
	"shift_id" uuid,
	"picture" text,
	CONSTRAINT "gate_opening_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "gate_opening_rest" PARTITION OF "gate_opening" DEFAULT;
CREATE INDEX "gate_opening_time_brin" ON "gate_opening" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "gate_opening" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "gate_opening" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gate_opening" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "gate_opening" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "gate_opening" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "lane_exception" (
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
	"code" varchar(60),
	"time" timestamp(3) with time zone NOT NULL,
	"plate_number" varchar(16),
	"stay_id" text,
	"other_id" text,
	"amount_fen" bigint,
	"box_id" uuid,
	"operator" text,
	"picture" text,
	"cleared_time" timestamp(3) with time zone,
	CONSTRAINT "lane_exception_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "lane_exception_rest" PARTITION OF "lane_exception" DEFAULT;
CREATE INDEX "lane_exception_time_brin" ON "lane_exception" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "lane_exception" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "lane_exception" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "lane_exception" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "lane_exception" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "lane_exception" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "manual_release" (
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
	"plate_number" varchar(16),
	"time" timestamp(3) with time zone NOT NULL,
	"reason" text,
	"waived_fen" bigint,
	"operator" text,
	"picture" text,
	"stay_id" text,
	"order_id" text,
	CONSTRAINT "manual_release_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "manual_release_rest" PARTITION OF "manual_release" DEFAULT;
CREATE INDEX "manual_release_time_brin" ON "manual_release" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "manual_release" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "manual_release" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "manual_release" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "manual_release" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "manual_release" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "stay_change" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"stay_id" text,
	"time" timestamp(3) with time zone NOT NULL,
	"why" varchar(60),
	"by" text,
	"before" jsonb,
	"after" jsonb,
	"remark" text,
	CONSTRAINT "stay_change_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "stay_change_rest" PARTITION OF "stay_change" DEFAULT;
CREATE INDEX "stay_change_time_brin" ON "stay_change" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "stay_change" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "stay_change" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "stay_change" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "stay_change" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "stay_change" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "parking_order" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"order_no" text,
	"plate_number" varchar(16),
	"kind" varchar(60),
	"status" varchar(60),
	"pay_type" varchar(60),
	"stay_id" text,
	"car_type_id" uuid,
	"gate_id" uuid,
	"created_time" timestamp(3) with time zone NOT NULL,
	"priced_time" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"in_time" timestamp(3) with time zone,
	"paid_time" timestamp(3) with time zone,
	"receivable_fen" bigint,
	"derate_fen" bigint,
	"waived_fen" bigint,
	"paid_fen" bigint,
	"outstanding_fen" bigint,
	"refunded_fen" bigint,
	"surplus_fen" bigint,
	"lines" jsonb,
	"rule_id" text,
	"remark" text,
	"book" jsonb,
	CONSTRAINT "parking_order_pk" PRIMARY KEY("tenant_id","created_time","id")
) PARTITION BY RANGE ("created_time");
CREATE TABLE "parking_order_rest" PARTITION OF "parking_order" DEFAULT;
CREATE INDEX "parking_order_created_time_brin" ON "parking_order" USING brin ("created_time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "parking_order" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "parking_order" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "parking_order" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "parking_order" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "parking_order" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "payment" (
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
	"kind" varchar(60),
	"pay_type" varchar(60),
	"status" varchar(60),
	"order_id" text,
	"stay_id" text,
	"gate_id" uuid,
	"trade_no" text,
	"channel_trade_no" text,
	"merchant_ref" text,
	"created_time" timestamp(3) with time zone NOT NULL,
	"paid_time" timestamp(3) with time zone,
	"in_time" timestamp(3) with time zone,
	"receivable_fen" bigint,
	"derate_fen" bigint,
	"amount_fen" bigint,
	"tendered_fen" bigint,
	"change_fen" bigint,
	"refunded_fen" bigint,
	"drawer" text,
	"operator" text,
	CONSTRAINT "payment_pk" PRIMARY KEY("tenant_id","created_time","id")
) PARTITION BY RANGE ("created_time");
CREATE TABLE "payment_rest" PARTITION OF "payment" DEFAULT;
CREATE INDEX "payment_created_time_brin" ON "payment" USING brin ("created_time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "payment" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "payment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payment" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "payment" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "payment" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "refund" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"refund_no" text,
	"order_no" text,
	"plate_number" varchar(16),
	"pay_type" varchar(60),
	"status" varchar(60),
	"amount_fen" bigint,
	"created_time" timestamp(3) with time zone NOT NULL,
	"done_time" timestamp(3) with time zone,
	"operator" text,
	"remark" text,
	"failure" text,
	"order_id" text,
	"payment_id" text,
	"channel_refund_no" text,
	CONSTRAINT "refund_pk" PRIMARY KEY("tenant_id","created_time","id")
) PARTITION BY RANGE ("created_time");
CREATE TABLE "refund_rest" PARTITION OF "refund" DEFAULT;
CREATE INDEX "refund_created_time_brin" ON "refund" USING brin ("created_time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "refund" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "refund" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "refund" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "refund" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "refund" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "channel_record" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"pay_type" varchar(60),
	"trade_no" text,
	"channel_trade_no" text,
	"plate_number" varchar(16),
	"order_id" text,
	"time" timestamp(3) with time zone NOT NULL,
	"source" varchar(60),
	"asked_fen" bigint,
	"said_fen" bigint,
	"result" varchar(60),
	CONSTRAINT "channel_record_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "channel_record_rest" PARTITION OF "channel_record" DEFAULT;
CREATE INDEX "channel_record_time_brin" ON "channel_record" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "channel_record" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "channel_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "channel_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "channel_record" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "channel_record" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "channel_day" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"day" date,
	"pay_type" varchar(60),
	"merchant_no" text,
	"config_id" text,
	"status" varchar(60),
	"our_fen" bigint,
	"their_fen" bigint,
	"our_refund_fen" bigint,
	"their_refund_fen" bigint,
	"lines" bigint,
	"late" bigint,
	"differences" bigint,
	"unknown" text,
	"compared_time" timestamp(3) with time zone,
	"fault" text,
	CONSTRAINT "channel_day_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "channel_day" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "channel_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "channel_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "channel_day" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "channel_day" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wechat_config" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"mch_id" text,
	"app_id" text,
	"app_secret" text,
	"serial_no" text,
	"private_key" text,
	"api_v3_key" text,
	"platform_serial" text,
	"platform_key" text,
	"enabled" boolean,
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "wechat_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wechat_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wechat_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wechat_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wechat_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wechat_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "wechat_sub_merchant" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"park_id" uuid,
	"sub_mch_id" text,
	"sub_app_id" text,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "wechat_sub_merchant_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wechat_sub_merchant" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "wechat_sub_merchant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wechat_sub_merchant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "wechat_sub_merchant" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "wechat_sub_merchant" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "alipay_config" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"app_id" text,
	"private_key" text,
	"public_key" text,
	"seller_id" text,
	"auth_token" text,
	"enabled" boolean,
	"checked_time" timestamp(3) with time zone,
	"check_result" text,
	"remark" text,
	CONSTRAINT "alipay_config_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "alipay_config" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "alipay_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "alipay_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "alipay_config" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "alipay_config" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "alipay_sub_merchant" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"park_id" uuid,
	"smid" text,
	"app_auth_token" text,
	"enabled" boolean,
	"remark" text,
	CONSTRAINT "alipay_sub_merchant_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "alipay_sub_merchant" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "alipay_sub_merchant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "alipay_sub_merchant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "alipay_sub_merchant" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "alipay_sub_merchant" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "shift" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"box_id" uuid,
	"operator" text,
	"operator_id" text,
	"status" varchar(60),
	"opened_time" timestamp(3) with time zone,
	"cut_time" timestamp(3) with time zone,
	"float_fen" bigint,
	"cash_fen" bigint,
	"payments" bigint,
	"refund_fen" bigint,
	"drop_fen" bigint,
	"correction_fen" bigint,
	"expected_fen" bigint,
	"counted_fen" bigint,
	"difference_fen" bigint,
	"keep_fen" bigint,
	"hand_in_fen" bigint,
	"releases" bigint,
	"waived_fen" bigint,
	"pieces" jsonb,
	"witness" text,
	"witness_id" text,
	"forced" boolean,
	"remark" text,
	"next_id" text,
	"slip_no" text,
	"deposit_fen" bigint,
	"deposit_difference_fen" bigint,
	"deposit_by" text,
	"deposit_time" timestamp(3) with time zone,
	CONSTRAINT "shift_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "shift" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "shift" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "shift" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "shift" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "shift" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "shift_entry" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"box_id" uuid,
	"shift_id" uuid,
	"time" timestamp(3) with time zone NOT NULL,
	"kind" varchar(60),
	"receipt_no" bigint,
	"plate_number" varchar(16),
	"amount_fen" bigint,
	"tendered_fen" bigint,
	"change_fen" bigint,
	"waived_fen" bigint,
	"operator" text,
	"remark" text,
	"order_id" text,
	"subject_id" text,
	"booked" timestamp(3) with time zone,
	CONSTRAINT "shift_entry_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "shift_entry_rest" PARTITION OF "shift_entry" DEFAULT;
CREATE INDEX "shift_entry_time_brin" ON "shift_entry" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "shift_entry" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "shift_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "shift_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "shift_entry" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "shift_entry" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "shift_void" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"box_id" uuid,
	"status" varchar(60),
	"receipt_no" bigint,
	"plate_number" varchar(16),
	"amount_fen" bigint,
	"asked_by" text,
	"asked_by_id" text,
	"asked_time" timestamp(3) with time zone,
	"remark" text,
	"decided_by" text,
	"decided_time" timestamp(3) with time zone,
	"order_id" text,
	"payment_id" text,
	"entry_id" text,
	CONSTRAINT "shift_void_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "shift_void" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "shift_void" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "shift_void" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "shift_void" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "shift_void" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "report_template" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"name_en" text,
	"purpose" text,
	"active" boolean,
	"sql" text,
	"parameters" jsonb,
	CONSTRAINT "report_template_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "report_template" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "console_error" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"type" text,
	"message" text,
	"url" text,
	"time" timestamp(3) with time zone NOT NULL,
	"reporter" uuid,
	"service_id" text,
	"server_host" text,
	"stack" text,
	"info" text,
	"agent" text,
	CONSTRAINT "console_error_pk" PRIMARY KEY("tenant_id","time","id")
) PARTITION BY RANGE ("time");
CREATE TABLE "console_error_rest" PARTITION OF "console_error" DEFAULT;
CREATE INDEX "console_error_time_brin" ON "console_error" USING brin ("time") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "console_error" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "console_error" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "console_error" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "console_error" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "console_error" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "audit_log" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone NOT NULL,
	"person_name" text,
	"account" text,
	"resource" varchar(60),
	"action" varchar(60),
	"park_id" uuid,
	"company_id" uuid,
	"user_id" uuid,
	"row_id" text,
	"call_name" text,
	"ip" text,
	"request_id" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_log_pk" PRIMARY KEY("tenant_id","at","id")
) PARTITION BY RANGE ("at");
CREATE TABLE "audit_log_rest" PARTITION OF "audit_log" DEFAULT;
CREATE INDEX "audit_log_at_brin" ON "audit_log" USING brin ("at") WITH (pages_per_range = 32);
GRANT SELECT, INSERT, UPDATE, DELETE ON "audit_log" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_log" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "audit_log" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "audit_log" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "outbox_due_ix" ON "outbox" USING btree ("state","due_at");
CREATE INDEX "session_user_ix" ON "session" USING btree ("tenant_id","user_id");
CREATE UNIQUE INDEX "session_token_refresh_uq" ON "session_token" USING btree ("tenant_id","refresh_hash");
CREATE INDEX "session_token_session_ix" ON "session_token" USING btree ("tenant_id","session_id");
CREATE INDEX "login_code_user_ix" ON "login_code" USING btree ("tenant_id","user_id");
CREATE INDEX "user_park_grant_park_ix" ON "user_park_grant" USING btree ("tenant_id","park_id");
CREATE INDEX "user_seller_seller_ix" ON "user_seller" USING btree ("tenant_id","seller_id");
CREATE INDEX "device_directory_device_ix" ON "device_directory" USING btree ("tenant_id","device_id");
CREATE INDEX "receiver_binding_random_ix" ON "receiver_binding" USING btree ("randomstr");
CREATE INDEX "pass_plate_pass_ix" ON "pass_plate" USING btree ("tenant_id","pass_id");
CREATE INDEX "lane_note_gate_ix" ON "lane_note" USING btree ("tenant_id","gate_id","passing");
CREATE INDEX "told_event_plate_ix" ON "told_event" USING btree ("tenant_id","park_id","plate_number");
CREATE INDEX "ledger_line_park_ix" ON "ledger_line" USING btree ("tenant_id","park_id","at");
CREATE INDEX "ledger_line_at_ix" ON "ledger_line" USING btree ("at");
CREATE INDEX "park_day_day_ix" ON "park_day" USING btree ("tenant_id","day");
CREATE INDEX "park_day_split_day_ix" ON "park_day_split" USING btree ("tenant_id","day","split");
CREATE UNIQUE INDEX "company_company_name_uq" ON "company" USING btree ("tenant_id","company_name") WHERE "company"."deleted_at" is null;
CREATE INDEX "company_parent_id_ix" ON "company" USING btree ("tenant_id","parent_id");
CREATE UNIQUE INDEX "tenant_tenant_code_uq" ON "tenant" USING btree ("tenant_code") WHERE "tenant"."deleted_at" is null;
CREATE UNIQUE INDEX "tenant_tenant_no_uq" ON "tenant" USING btree ("tenant_no") WHERE "tenant"."deleted_at" is null;
CREATE UNIQUE INDEX "dept_company_id_parent_id_dept_name_uq" ON "dept" USING btree ("tenant_id","company_id","parent_id","dept_name") WHERE "dept"."deleted_at" is null;
CREATE INDEX "dept_company_id_ix" ON "dept" USING btree ("tenant_id","company_id");
CREATE UNIQUE INDEX "province_code_uq" ON "province" USING btree ("code") WHERE "province"."deleted_at" is null;
CREATE UNIQUE INDEX "city_code_uq" ON "city" USING btree ("code") WHERE "city"."deleted_at" is null;
CREATE INDEX "city_province_id_ix" ON "city" USING btree ("province_id");
CREATE UNIQUE INDEX "district_code_uq" ON "district" USING btree ("code") WHERE "district"."deleted_at" is null;
CREATE INDEX "district_city_id_ix" ON "district" USING btree ("city_id");
CREATE UNIQUE INDEX "user_account_uq" ON "user" USING btree ("tenant_id","account") WHERE "user"."deleted_at" is null;
CREATE INDEX "user_company_id_ix" ON "user" USING btree ("tenant_id","company_id");
CREATE UNIQUE INDEX "role_of_company_id_role_name_uq" ON "role" USING btree ("tenant_id","of_company_id","role_name") WHERE "role"."deleted_at" is null;
CREATE UNIQUE INDEX "role_built_in_uq" ON "role" USING btree ("tenant_id","built_in") WHERE "role"."deleted_at" is null;
CREATE UNIQUE INDEX "admin_menu_menu_key_uq" ON "admin_menu" USING btree ("menu_key") WHERE "admin_menu"."deleted_at" is null;
CREATE INDEX "admin_menu_parent_id_ix" ON "admin_menu" USING btree ("parent_id");
CREATE INDEX "business_menu_parent_id_ix" ON "business_menu" USING btree ("parent_id");
CREATE UNIQUE INDEX "top_menu_menu_key_uq" ON "top_menu" USING btree ("menu_key") WHERE "top_menu"."deleted_at" is null;
CREATE UNIQUE INDEX "custom_config_domain_uq" ON "custom_config" USING btree ("domain") WHERE "custom_config"."deleted_at" is null;
CREATE UNIQUE INDEX "park_company_id_park_name_uq" ON "park" USING btree ("tenant_id","company_id","park_name") WHERE "park"."deleted_at" is null;
CREATE INDEX "park_village_id_ix" ON "park" USING btree ("tenant_id","village_id");
CREATE INDEX "park_park_type_ix" ON "park" USING btree ("tenant_id","park_type");
CREATE UNIQUE INDEX "village_company_id_v_name_uq" ON "village" USING btree ("tenant_id","company_id","v_name") WHERE "village"."deleted_at" is null;
CREATE INDEX "village_city_id_ix" ON "village" USING btree ("tenant_id","city_id");
CREATE UNIQUE INDEX "park_area_park_id_area_name_uq" ON "park_area" USING btree ("tenant_id","park_id","area_name") WHERE "park_area"."deleted_at" is null;
CREATE INDEX "park_area_parent_id_ix" ON "park_area" USING btree ("tenant_id","parent_id");
CREATE INDEX "park_area_park_ix" ON "park_area" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "park_box_park_id_box_name_uq" ON "park_box" USING btree ("tenant_id","park_id","box_name") WHERE "park_box"."deleted_at" is null;
CREATE UNIQUE INDEX "park_box_dog_no_uq" ON "park_box" USING btree ("tenant_id","dog_no") WHERE "park_box"."deleted_at" is null;
CREATE INDEX "park_box_park_ix" ON "park_box" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "park_gate_park_id_gate_name_uq" ON "park_gate" USING btree ("tenant_id","park_id","gate_name") WHERE "park_gate"."deleted_at" is null;
CREATE UNIQUE INDEX "park_gate_park_id_gate_no_uq" ON "park_gate" USING btree ("tenant_id","park_id","gate_no") WHERE "park_gate"."deleted_at" is null;
CREATE INDEX "park_gate_box_id_ix" ON "park_gate" USING btree ("tenant_id","box_id");
CREATE INDEX "park_gate_area_id_ix" ON "park_gate" USING btree ("tenant_id","area_id");
CREATE INDEX "park_gate_park_ix" ON "park_gate" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "park_service_park_id_service_type_uq" ON "park_service" USING btree ("tenant_id","park_id","service_type") WHERE "park_service"."deleted_at" is null;
CREATE INDEX "park_service_expire_date_ix" ON "park_service" USING btree ("tenant_id","expire_date");
CREATE INDEX "park_service_park_ix" ON "park_service" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "park_parameter_park_id_param_key_uq" ON "park_parameter" USING btree ("tenant_id","park_id","param_key") WHERE "park_parameter"."deleted_at" is null;
CREATE INDEX "park_parameter_park_ix" ON "park_parameter" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "message_receiver_company_id_user_name_phone_uq" ON "message_receiver" USING btree ("tenant_id","company_id","user_name","phone") WHERE "message_receiver"."deleted_at" is null;
CREATE INDEX "message_receiver_tag_type_tag_id_ix" ON "message_receiver" USING btree ("tenant_id","tag_type","tag_id");
CREATE INDEX "remote_authorization_user_id_ix" ON "remote_authorization" USING btree ("tenant_id","user_id");
CREATE INDEX "remote_authorization_park_ix" ON "remote_authorization" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "bind_sn_bind_sn_uq" ON "bind_sn" USING btree ("tenant_id","bind_sn") WHERE "bind_sn"."deleted_at" is null;
CREATE INDEX "bind_sn_device_id_ix" ON "bind_sn" USING btree ("tenant_id","device_id");
CREATE INDEX "bind_sn_park_ix" ON "bind_sn" USING btree ("tenant_id","park_id");
CREATE INDEX "device_command_device_id_time_ix" ON "device_command" USING btree ("tenant_id","device_id","time");
CREATE INDEX "device_command_park_ix" ON "device_command" USING btree ("tenant_id","park_id","time");
CREATE INDEX "device_command_id_ix" ON "device_command" USING btree ("tenant_id","id");
CREATE INDEX "device_incident_kind_time_ix" ON "device_incident" USING btree ("tenant_id","kind","time");
CREATE INDEX "device_incident_device_id_time_ix" ON "device_incident" USING btree ("tenant_id","device_id","time");
CREATE INDEX "device_incident_park_ix" ON "device_incident" USING btree ("tenant_id","park_id","time");
CREATE INDEX "device_incident_id_ix" ON "device_incident" USING btree ("tenant_id","id");
CREATE UNIQUE INDEX "firmware_device_type_version_no_uq" ON "firmware" USING btree ("device_type","version_no") WHERE "firmware"."deleted_at" is null;
CREATE INDEX "led_config_park_id_config_type_ix" ON "led_config" USING btree ("tenant_id","park_id","config_type");
CREATE INDEX "led_config_park_ix" ON "led_config" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "manufacturer_name_uq" ON "manufacturer" USING btree ("name") WHERE "manufacturer"."deleted_at" is null;
CREATE UNIQUE INDEX "park_device_sn_uq" ON "park_device" USING btree ("tenant_id","sn") WHERE "park_device"."deleted_at" is null;
CREATE UNIQUE INDEX "park_device_physics_no_uq" ON "park_device" USING btree ("tenant_id","physics_no") WHERE "park_device"."deleted_at" is null;
CREATE UNIQUE INDEX "park_device_park_id_device_name_uq" ON "park_device" USING btree ("tenant_id","park_id","device_name") WHERE "park_device"."deleted_at" is null;
CREATE INDEX "park_device_gate_id_ix" ON "park_device" USING btree ("tenant_id","gate_id");
CREATE INDEX "park_device_box_id_ix" ON "park_device" USING btree ("tenant_id","box_id");
CREATE INDEX "park_device_status_ix" ON "park_device" USING btree ("tenant_id","status");
CREATE INDEX "park_device_park_ix" ON "park_device" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "car_model_park_id_model_name_uq" ON "car_model" USING btree ("tenant_id","park_id","model_name") WHERE "car_model"."deleted_at" is null;
CREATE UNIQUE INDEX "car_model_park_id_model_no_uq" ON "car_model" USING btree ("tenant_id","park_id","model_no") WHERE "car_model"."deleted_at" is null;
CREATE INDEX "car_model_park_ix" ON "car_model" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "car_type_park_id_type_name_uq" ON "car_type" USING btree ("tenant_id","park_id","type_name") WHERE "car_type"."deleted_at" is null;
CREATE INDEX "car_type_park_ix" ON "car_type" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "car_list_park_id_plate_number_type_uq" ON "car_list" USING btree ("tenant_id","park_id","plate_number","type") WHERE "car_list"."deleted_at" is null;
CREATE INDEX "car_list_park_ix" ON "car_list" USING btree ("tenant_id","park_id");
CREATE INDEX "space_booking_park_id_plate_number_ix" ON "space_booking" USING btree ("tenant_id","park_id","plate_number");
CREATE INDEX "space_booking_park_id_end_time_ix" ON "space_booking" USING btree ("tenant_id","park_id","end_time");
CREATE INDEX "space_booking_park_ix" ON "space_booking" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "fee_rule_park_id_car_type_id_car_model_id_version_uq" ON "fee_rule" USING btree ("tenant_id","park_id","car_type_id","car_model_id","version") WHERE "fee_rule"."deleted_at" is null;
CREATE INDEX "fee_rule_park_id_car_type_id_effective_from_ix" ON "fee_rule" USING btree ("tenant_id","park_id","car_type_id","effective_from");
CREATE INDEX "fee_rule_park_ix" ON "fee_rule" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "fee_rule_area_fee_rule_id_area_id_uq" ON "fee_rule_area" USING btree ("tenant_id","fee_rule_id","area_id") WHERE "fee_rule_area"."deleted_at" is null;
CREATE INDEX "fee_rule_area_fee_rule_id_ix" ON "fee_rule_area" USING btree ("tenant_id","fee_rule_id");
CREATE INDEX "fee_rule_area_park_ix" ON "fee_rule_area" USING btree ("tenant_id","park_id");
CREATE INDEX "fee_rule_period_area_rule_id_ix" ON "fee_rule_period" USING btree ("tenant_id","area_rule_id");
CREATE INDEX "fee_rule_period_park_ix" ON "fee_rule_period" USING btree ("tenant_id","park_id");
CREATE INDEX "fee_rule_sub_period_period_id_ix" ON "fee_rule_sub_period" USING btree ("tenant_id","period_id");
CREATE INDEX "fee_rule_sub_period_park_ix" ON "fee_rule_sub_period" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "fee_case_park_id_car_type_id_car_model_id_name_uq" ON "fee_case" USING btree ("tenant_id","park_id","car_type_id","car_model_id","name") WHERE "fee_case"."deleted_at" is null;
CREATE INDEX "fee_case_park_ix" ON "fee_case" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "holiday_date_park_id_day_day_kind_uq" ON "holiday_date" USING btree ("tenant_id","park_id","day","day_kind") WHERE "holiday_date"."deleted_at" is null;
CREATE INDEX "holiday_date_park_ix" ON "holiday_date" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "space_group_park_id_group_name_uq" ON "space_group" USING btree ("tenant_id","park_id","group_name") WHERE "space_group"."deleted_at" is null;
CREATE INDEX "space_group_park_ix" ON "space_group" USING btree ("tenant_id","park_id");
CREATE INDEX "park_month_park_id_plate_number_ix" ON "park_month" USING btree ("tenant_id","park_id","plate_number");
CREATE INDEX "park_month_car_bit_group_id_ix" ON "park_month" USING btree ("tenant_id","car_bit_group_id");
CREATE INDEX "park_month_end_time_ix" ON "park_month" USING btree ("tenant_id","end_time");
CREATE INDEX "park_month_park_ix" ON "park_month" USING btree ("tenant_id","park_id");
CREATE INDEX "pass_renewal_pass_id_ix" ON "pass_renewal" USING btree ("tenant_id","pass_id");
CREATE INDEX "pass_renewal_park_id_time_ix" ON "pass_renewal" USING btree ("tenant_id","park_id","time");
CREATE INDEX "pass_renewal_park_ix" ON "pass_renewal" USING btree ("tenant_id","park_id");
CREATE INDEX "pass_suspension_pass_id_ix" ON "pass_suspension" USING btree ("tenant_id","pass_id");
CREATE INDEX "pass_suspension_park_ix" ON "pass_suspension" USING btree ("tenant_id","park_id");
CREATE INDEX "car_apply_park_id_plate_number_ix" ON "car_apply" USING btree ("tenant_id","park_id","plate_number");
CREATE INDEX "car_apply_status_apply_time_ix" ON "car_apply" USING btree ("tenant_id","status","apply_time");
CREATE INDEX "car_apply_park_ix" ON "car_apply" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "park_derate_park_id_derate_name_uq" ON "park_derate" USING btree ("tenant_id","park_id","derate_name") WHERE "park_derate"."deleted_at" is null;
CREATE INDEX "park_derate_park_ix" ON "park_derate" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "park_seller_park_id_seller_name_uq" ON "park_seller" USING btree ("tenant_id","park_id","seller_name") WHERE "park_seller"."deleted_at" is null;
CREATE INDEX "park_seller_park_ix" ON "park_seller" USING btree ("tenant_id","park_id");
CREATE INDEX "car_derate_park_id_plate_number_ix" ON "car_derate" USING btree ("tenant_id","park_id","plate_number");
CREATE INDEX "car_derate_seller_id_time_ix" ON "car_derate" USING btree ("tenant_id","seller_id","time");
CREATE INDEX "car_derate_order_id_ix" ON "car_derate" USING btree ("tenant_id","order_id");
CREATE INDEX "car_derate_stay_id_ix" ON "car_derate" USING btree ("tenant_id","stay_id");
CREATE INDEX "car_derate_park_ix" ON "car_derate" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "derate_code_code_uq" ON "derate_code" USING btree ("tenant_id","code") WHERE "derate_code"."deleted_at" is null;
CREATE INDEX "derate_code_seller_id_ix" ON "derate_code" USING btree ("tenant_id","seller_id");
CREATE INDEX "derate_code_park_ix" ON "derate_code" USING btree ("tenant_id","park_id");
CREATE INDEX "seller_recharge_seller_id_time_ix" ON "seller_recharge" USING btree ("tenant_id","seller_id","time");
CREATE INDEX "seller_recharge_park_ix" ON "seller_recharge" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "stored_card_park_id_plate_number_uq" ON "stored_card" USING btree ("tenant_id","park_id","plate_number") WHERE "stored_card"."deleted_at" is null;
CREATE INDEX "stored_card_park_ix" ON "stored_card" USING btree ("tenant_id","park_id");
CREATE INDEX "card_recharge_park_id_plate_number_ix" ON "card_recharge" USING btree ("tenant_id","park_id","plate_number");
CREATE INDEX "card_recharge_time_ix" ON "card_recharge" USING btree ("tenant_id","time");
CREATE INDEX "card_recharge_park_ix" ON "card_recharge" USING btree ("tenant_id","park_id");
CREATE INDEX "stay_plate_number_ix" ON "stay" USING btree ("tenant_id","plate_number");
CREATE INDEX "stay_status_out_time_ix" ON "stay" USING btree ("tenant_id","status","out_time");
CREATE INDEX "stay_park_ix" ON "stay" USING btree ("tenant_id","park_id","begin_time");
CREATE INDEX "stay_id_ix" ON "stay" USING btree ("tenant_id","id");
CREATE UNIQUE INDEX "car_inside_park_id_plate_number_clone_no_uq" ON "car_inside" USING btree ("tenant_id","park_id","plate_number","clone_no") WHERE "car_inside"."deleted_at" is null;
CREATE INDEX "car_inside_park_ix" ON "car_inside" USING btree ("tenant_id","park_id");
CREATE INDEX "passage_stay_id_ix" ON "passage" USING btree ("tenant_id","stay_id");
CREATE INDEX "passage_park_ix" ON "passage" USING btree ("tenant_id","park_id","time");
CREATE INDEX "passage_id_ix" ON "passage" USING btree ("tenant_id","id");
CREATE INDEX "gate_opening_cause_id_ix" ON "gate_opening" USING btree ("tenant_id","cause_id");
CREATE INDEX "gate_opening_shift_id_ix" ON "gate_opening" USING btree ("tenant_id","shift_id");
CREATE INDEX "gate_opening_park_ix" ON "gate_opening" USING btree ("tenant_id","park_id","time");
CREATE INDEX "gate_opening_id_ix" ON "gate_opening" USING btree ("tenant_id","id");
CREATE INDEX "lane_exception_park_ix" ON "lane_exception" USING btree ("tenant_id","park_id","time");
CREATE INDEX "lane_exception_id_ix" ON "lane_exception" USING btree ("tenant_id","id");
CREATE INDEX "manual_release_park_ix" ON "manual_release" USING btree ("tenant_id","park_id","time");
CREATE INDEX "manual_release_id_ix" ON "manual_release" USING btree ("tenant_id","id");
CREATE INDEX "stay_change_stay_id_ix" ON "stay_change" USING btree ("tenant_id","stay_id");
CREATE INDEX "stay_change_park_ix" ON "stay_change" USING btree ("tenant_id","park_id","time");
CREATE INDEX "stay_change_id_ix" ON "stay_change" USING btree ("tenant_id","id");
CREATE INDEX "parking_order_stay_id_ix" ON "parking_order" USING btree ("tenant_id","stay_id");
CREATE INDEX "parking_order_park_ix" ON "parking_order" USING btree ("tenant_id","park_id","created_time");
CREATE INDEX "parking_order_id_ix" ON "parking_order" USING btree ("tenant_id","id");
CREATE INDEX "payment_order_id_ix" ON "payment" USING btree ("tenant_id","order_id");
CREATE INDEX "payment_stay_id_ix" ON "payment" USING btree ("tenant_id","stay_id");
CREATE INDEX "payment_paid_time_ix" ON "payment" USING btree ("tenant_id","paid_time");
CREATE INDEX "payment_park_ix" ON "payment" USING btree ("tenant_id","park_id","created_time");
CREATE INDEX "payment_id_ix" ON "payment" USING btree ("tenant_id","id");
CREATE INDEX "refund_payment_id_ix" ON "refund" USING btree ("tenant_id","payment_id");
CREATE INDEX "refund_order_id_ix" ON "refund" USING btree ("tenant_id","order_id");
CREATE INDEX "refund_park_ix" ON "refund" USING btree ("tenant_id","park_id","created_time");
CREATE INDEX "refund_id_ix" ON "refund" USING btree ("tenant_id","id");
CREATE INDEX "channel_record_park_ix" ON "channel_record" USING btree ("tenant_id","park_id","time");
CREATE INDEX "channel_record_id_ix" ON "channel_record" USING btree ("tenant_id","id");
CREATE UNIQUE INDEX "channel_day_config_id_day_uq" ON "channel_day" USING btree ("tenant_id","config_id","day") WHERE "channel_day"."deleted_at" is null;
CREATE UNIQUE INDEX "wechat_config_company_id_mch_id_uq" ON "wechat_config" USING btree ("tenant_id","company_id","mch_id") WHERE "wechat_config"."deleted_at" is null;
CREATE UNIQUE INDEX "alipay_config_company_id_app_id_uq" ON "alipay_config" USING btree ("tenant_id","company_id","app_id") WHERE "alipay_config"."deleted_at" is null;
CREATE INDEX "shift_box_id_opened_time_ix" ON "shift" USING btree ("tenant_id","box_id","opened_time");
CREATE INDEX "shift_opened_time_ix" ON "shift" USING btree ("tenant_id","opened_time");
CREATE INDEX "shift_operator_id_status_ix" ON "shift" USING btree ("tenant_id","operator_id","status");
CREATE INDEX "shift_park_ix" ON "shift" USING btree ("tenant_id","park_id");
CREATE INDEX "shift_entry_shift_id_ix" ON "shift_entry" USING btree ("tenant_id","shift_id");
CREATE INDEX "shift_entry_box_id_time_ix" ON "shift_entry" USING btree ("tenant_id","box_id","time");
CREATE INDEX "shift_entry_park_ix" ON "shift_entry" USING btree ("tenant_id","park_id","time");
CREATE INDEX "shift_entry_id_ix" ON "shift_entry" USING btree ("tenant_id","id");
CREATE INDEX "shift_void_box_id_ix" ON "shift_void" USING btree ("tenant_id","box_id");
CREATE INDEX "shift_void_entry_id_ix" ON "shift_void" USING btree ("tenant_id","entry_id");
CREATE INDEX "shift_void_park_ix" ON "shift_void" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "report_template_name_uq" ON "report_template" USING btree ("name") WHERE "report_template"."deleted_at" is null;
CREATE INDEX "console_error_id_ix" ON "console_error" USING btree ("tenant_id","id");
CREATE INDEX "audit_log_resource_row_id_ix" ON "audit_log" USING btree ("tenant_id","resource","row_id");
CREATE INDEX "audit_log_id_ix" ON "audit_log" USING btree ("tenant_id","id");
