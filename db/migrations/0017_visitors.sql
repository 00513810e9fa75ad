CREATE TABLE "visit" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"visit_no" text,
	"visitor_name" text,
	"phone" varchar(20),
	"people" bigint,
	"plate_number" varchar(16),
	"status" varchar(60),
	"village_id" uuid,
	"dept_id" uuid,
	"host_id" uuid,
	"host_name" text,
	"reason" text,
	"visit_time" timestamp(3) with time zone,
	"leave_time" timestamp(3) with time zone,
	"entries" bigint,
	"used" bigint,
	"escort" boolean,
	"free_of_charge" boolean,
	"source" varchar(60),
	"qr_id" uuid,
	"decided_by" text,
	"decided_time" timestamp(3) with time zone,
	"decide_remark" text,
	"in_time" timestamp(3) with time zone,
	"out_time" timestamp(3) with time zone,
	"consent_time" timestamp(3) with time zone,
	"consent_version" text,
	"link_seed" text,
	"link_key" text,
	"erased_time" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "visit_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "visit" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "visit" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "visit" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "visit" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "visit" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "visitor_qr" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"name" text,
	"village_id" uuid,
	"dept_ids" uuid[],
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"approve" varchar(60),
	"status" varchar(60),
	"uses" bigint,
	"code" text,
	"remark" text,
	CONSTRAINT "visitor_qr_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "visitor_qr" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "visitor_qr" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "visitor_qr" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "visitor_qr" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "visitor_qr" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "visitor_car" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"visit_id" uuid,
	"plate_number" varchar(16),
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"entries" bigint,
	"used" bigint,
	"free" varchar(60),
	"state" varchar(60),
	"note" text,
	"booking_id" text,
	"stay_id" text,
	CONSTRAINT "visitor_car_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "visitor_car" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "visitor_car" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "visitor_car" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "visitor_car" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "visitor_car" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "visit_event" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"visit_id" uuid,
	"time" timestamp(3) with time zone,
	"kind" varchar(60),
	"way" varchar(60),
	"place" text,
	"reason" varchar(60),
	"operator" text,
	"step" bigint,
	"stay_id" text,
	CONSTRAINT "visit_event_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "visit_event" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "visit_event" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "visit_event" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "visit_event" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "visit_event" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "visit_visit_no_uq" ON "visit" USING btree ("tenant_id","visit_no") WHERE "visit"."deleted_at" is null;
CREATE UNIQUE INDEX "visit_link_key_uq" ON "visit" USING btree ("tenant_id","link_key") WHERE "visit"."deleted_at" is null;
CREATE INDEX "visit_status_leave_time_ix" ON "visit" USING btree ("tenant_id","status","leave_time");
CREATE INDEX "visit_park_id_visit_time_ix" ON "visit" USING btree ("tenant_id","park_id","visit_time");
CREATE INDEX "visit_park_ix" ON "visit" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "visitor_qr_park_id_name_uq" ON "visitor_qr" USING btree ("tenant_id","park_id","name") WHERE "visitor_qr"."deleted_at" is null;
CREATE UNIQUE INDEX "visitor_qr_code_uq" ON "visitor_qr" USING btree ("tenant_id","code") WHERE "visitor_qr"."deleted_at" is null;
CREATE INDEX "visitor_qr_park_ix" ON "visitor_qr" USING btree ("tenant_id","park_id");
CREATE INDEX "visitor_car_visit_id_ix" ON "visitor_car" USING btree ("tenant_id","visit_id");
CREATE INDEX "visitor_car_booking_id_ix" ON "visitor_car" USING btree ("tenant_id","booking_id");
CREATE INDEX "visitor_car_park_ix" ON "visitor_car" USING btree ("tenant_id","park_id");
CREATE INDEX "visit_event_visit_id_time_ix" ON "visit_event" USING btree ("tenant_id","visit_id","time");
CREATE INDEX "visit_event_stay_id_ix" ON "visit_event" USING btree ("tenant_id","stay_id");
CREATE INDEX "visit_event_park_ix" ON "visit_event" USING btree ("tenant_id","park_id");
