CREATE TABLE "seat_user" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"user_id" uuid,
	"sip_no" text,
	"sip_password" text,
	"presence" varchar(60),
	"presence_since" timestamp(3) with time zone,
	"misses" bigint,
	"heard_at" timestamp(3) with time zone,
	"call_id" text,
	"sees_parks" jsonb,
	"remark" text,
	CONSTRAINT "seat_user_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "seat_user" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "seat_user" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "seat_user" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "seat_user" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "seat_user" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "cloudseat_grant" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"seat_num" bigint,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"status" varchar(60),
	"remark" text,
	CONSTRAINT "cloudseat_grant_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "cloudseat_grant" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "cloudseat_grant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "cloudseat_grant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "cloudseat_grant" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "cloudseat_grant" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "cloudseat_order" (
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
	"grant_id" uuid,
	"seat_num" bigint,
	"months" bigint,
	"amount_fen" bigint,
	"new_end" timestamp(3) with time zone,
	"pay_state" varchar(60),
	"pay_ref" text,
	"ordered_time" timestamp(3) with time zone,
	"pay_time" timestamp(3) with time zone,
	"paid_by" text,
	"why" text,
	CONSTRAINT "cloudseat_order_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "cloudseat_order" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "cloudseat_order" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "cloudseat_order" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "cloudseat_order" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "cloudseat_order" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "call_record" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"call_no" text,
	"gate_id" uuid,
	"exit" boolean,
	"source" varchar(60),
	"plate_number" varchar(16),
	"picture" text,
	"stay_id" text,
	"passing" bigint,
	"status" varchar(60),
	"queued_time" timestamp(3) with time zone,
	"waiting_from" timestamp(3) with time zone,
	"answered_time" timestamp(3) with time zone,
	"ended_time" timestamp(3) with time zone,
	"noted_time" timestamp(3) with time zone,
	"wait_s" integer,
	"talk_s" integer,
	"wrap_s" integer,
	"counted" boolean,
	"in_time" boolean,
	"user_id" uuid,
	"seat_id" text,
	"why" varchar(60),
	"resolution" varchar(60),
	"command_ids" jsonb,
	"release_id" text,
	"rating" bigint,
	"remark" text,
	"open_key" text,
	CONSTRAINT "call_record_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "call_record" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "call_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "call_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "call_record" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "call_record" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "call_event" (
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
	"call_id" text,
	"time" timestamp(3) with time zone,
	"kind" varchar(60),
	"user_id" uuid,
	"device_id" text,
	"seq" bigint,
	"rating" bigint,
	CONSTRAINT "call_event_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "call_event" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "call_event" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "call_event" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "call_event" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "call_event" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "seat_user_user_id_uq" ON "seat_user" USING btree ("tenant_id","user_id") WHERE "seat_user"."deleted_at" is null;
CREATE INDEX "cloudseat_grant_park_id_end_time_ix" ON "cloudseat_grant" USING btree ("tenant_id","park_id","end_time");
CREATE INDEX "cloudseat_grant_park_ix" ON "cloudseat_grant" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "cloudseat_order_order_no_uq" ON "cloudseat_order" USING btree ("tenant_id","order_no") WHERE "cloudseat_order"."deleted_at" is null;
CREATE INDEX "cloudseat_order_grant_id_pay_state_ix" ON "cloudseat_order" USING btree ("tenant_id","grant_id","pay_state");
CREATE INDEX "cloudseat_order_park_ix" ON "cloudseat_order" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "call_record_call_no_uq" ON "call_record" USING btree ("tenant_id","call_no") WHERE "call_record"."deleted_at" is null;
CREATE UNIQUE INDEX "call_record_open_key_uq" ON "call_record" USING btree ("tenant_id","open_key") WHERE "call_record"."deleted_at" is null;
CREATE INDEX "call_record_status_ix" ON "call_record" USING btree ("tenant_id","status");
CREATE INDEX "call_record_gate_id_queued_time_ix" ON "call_record" USING btree ("tenant_id","gate_id","queued_time");
CREATE INDEX "call_record_park_ix" ON "call_record" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "call_event_device_id_seq_uq" ON "call_event" USING btree ("tenant_id","device_id","seq") WHERE "call_event"."deleted_at" is null;
CREATE INDEX "call_event_call_id_time_ix" ON "call_event" USING btree ("tenant_id","call_id","time");
CREATE INDEX "call_event_park_ix" ON "call_event" USING btree ("tenant_id","park_id");
