CREATE TABLE "building" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"building_name" text,
	"master_building_id" uuid,
	"floor_no" bigint,
	"area_id" uuid,
	"map_url" text,
	"metres_per_pixel" double precision,
	"plan_width" double precision,
	"plan_height" double precision,
	"points" jsonb,
	"paths" jsonb,
	"remark" text,
	CONSTRAINT "building_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "building" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "building" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "building" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "building" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "building" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "dev_device_type" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"type_name" text,
	"type_code" varchar(60),
	"is_gateway" boolean,
	"silent_s" bigint,
	"remark" text,
	CONSTRAINT "dev_device_type_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dev_device_type" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "dev_group" (
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
	"count_by" varchar(60),
	"area_id" uuid,
	"capacity" bigint,
	"start_count" bigint,
	"full_at" bigint,
	"clear_at" bigint,
	"boards" jsonb,
	"free" bigint,
	"taken" bigint,
	"unknown" bigint,
	"closed" bigint,
	"came_in" bigint,
	"went_out" bigint,
	"corrected" bigint,
	"proposed" bigint,
	"counted_at" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "dev_group_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dev_group" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dev_group" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dev_group" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dev_group" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dev_group" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "group_adjust" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"group_id" uuid,
	"at" timestamp(3) with time zone,
	"delta" bigint,
	"inside_after" bigint,
	"reason" text,
	"by_name" text,
	CONSTRAINT "group_adjust_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "group_adjust" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "group_adjust" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "group_adjust" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "group_adjust" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "group_adjust" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "group_passage" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone,
	"group_id" uuid,
	"from_group_id" uuid,
	"gateway_id" text,
	"seq" bigint,
	"bus_address" bigint,
	"way" varchar(60),
	"n" bigint,
	CONSTRAINT "group_passage_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "group_passage" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "group_passage" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "group_passage" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "group_passage" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "group_passage" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "dev_device" (
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
	"device_type" uuid,
	"building_id" uuid,
	"gateway_id" uuid,
	"bus_address" bigint,
	"sn" text,
	"group_id" uuid,
	"from_group_id" uuid,
	"status" varchar(60),
	"last_seen_at" timestamp(3) with time zone,
	"version" text,
	"faults" bigint,
	"remark" text,
	"state_at" timestamp(3) with time zone,
	"state_seq" bigint,
	"sent_lines" jsonb,
	"sent_command" text,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "dev_device_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dev_device" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dev_device" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dev_device" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dev_device" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dev_device" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "parking_space" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"space_no" text,
	"building_id" uuid,
	"area_id" uuid,
	"space_kind" varchar(60),
	"space_group_id" uuid,
	"device_id" uuid,
	"x" double precision,
	"y" double precision,
	"w" double precision,
	"h" double precision,
	"angle" bigint,
	"status" varchar(60),
	"since" timestamp(3) with time zone,
	"plate_number" varchar(16),
	"picture" text,
	"sensed_taken" boolean,
	"told_at" timestamp(3) with time zone,
	"told_seq" bigint,
	"closed_reason" text,
	"closed_until" timestamp(3) with time zone,
	"remark" text,
	CONSTRAINT "parking_space_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "parking_space" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "parking_space" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "parking_space" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "parking_space" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "parking_space" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "dev_communication" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"comm_name" text,
	"gateway_id" uuid,
	"type_id" uuid,
	"protocol" varchar(60),
	"host" text,
	"port" bigint,
	"baud" bigint,
	"parity" varchar(60),
	"timeout_ms" bigint,
	"retries" bigint,
	"map" jsonb,
	"remark" text,
	CONSTRAINT "dev_communication_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dev_communication" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "dev_communication" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dev_communication" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "dev_communication" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "dev_communication" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "park_device" ADD COLUMN "building_id" uuid;
ALTER TABLE "park_device" ADD COLUMN "bus" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "children_lost" bigint;
CREATE UNIQUE INDEX "building_park_id_master_building_id_building_name_uq" ON "building" USING btree ("tenant_id","park_id","master_building_id","building_name") WHERE "building"."deleted_at" is null;
CREATE INDEX "building_master_building_id_ix" ON "building" USING btree ("tenant_id","master_building_id");
CREATE INDEX "building_park_ix" ON "building" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "dev_device_type_type_name_uq" ON "dev_device_type" USING btree ("type_name") WHERE "dev_device_type"."deleted_at" is null;
CREATE INDEX "dev_device_type_type_code_ix" ON "dev_device_type" USING btree ("type_code");
CREATE UNIQUE INDEX "dev_group_park_id_group_name_uq" ON "dev_group" USING btree ("tenant_id","park_id","group_name") WHERE "dev_group"."deleted_at" is null;
CREATE INDEX "dev_group_park_ix" ON "dev_group" USING btree ("tenant_id","park_id");
CREATE INDEX "group_adjust_group_id_at_ix" ON "group_adjust" USING btree ("tenant_id","group_id","at");
CREATE INDEX "group_adjust_park_ix" ON "group_adjust" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "group_passage_gateway_id_seq_uq" ON "group_passage" USING btree ("tenant_id","gateway_id","seq") WHERE "group_passage"."deleted_at" is null;
CREATE INDEX "group_passage_group_id_at_ix" ON "group_passage" USING btree ("tenant_id","group_id","at");
CREATE INDEX "group_passage_park_ix" ON "group_passage" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "dev_device_gateway_id_bus_address_uq" ON "dev_device" USING btree ("tenant_id","gateway_id","bus_address") WHERE "dev_device"."deleted_at" is null;
CREATE INDEX "dev_device_group_id_ix" ON "dev_device" USING btree ("tenant_id","group_id");
CREATE INDEX "dev_device_from_group_id_ix" ON "dev_device" USING btree ("tenant_id","from_group_id");
CREATE INDEX "dev_device_building_id_ix" ON "dev_device" USING btree ("tenant_id","building_id");
CREATE INDEX "dev_device_park_ix" ON "dev_device" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "parking_space_park_id_space_no_uq" ON "parking_space" USING btree ("tenant_id","park_id","space_no") WHERE "parking_space"."deleted_at" is null;
CREATE UNIQUE INDEX "parking_space_device_id_uq" ON "parking_space" USING btree ("tenant_id","device_id") WHERE "parking_space"."deleted_at" is null;
CREATE INDEX "parking_space_building_id_ix" ON "parking_space" USING btree ("tenant_id","building_id");
CREATE INDEX "parking_space_plate_number_ix" ON "parking_space" USING btree ("tenant_id","plate_number");
CREATE INDEX "parking_space_park_ix" ON "parking_space" USING btree ("tenant_id","park_id");
CREATE UNIQUE INDEX "dev_communication_park_id_comm_name_uq" ON "dev_communication" USING btree ("tenant_id","park_id","comm_name") WHERE "dev_communication"."deleted_at" is null;
CREATE INDEX "dev_communication_park_ix" ON "dev_communication" USING btree ("tenant_id","park_id");
