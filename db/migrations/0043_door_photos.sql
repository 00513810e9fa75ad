CREATE TABLE "sealed_file" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"hash" varchar(64) NOT NULL,
	"key" varchar(200),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sealed_file_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "sealed_file" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "sealed_file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sealed_file" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "sealed_file" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "sealed_file" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_photo" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"emp_id" uuid,
	"village_id" uuid,
	"state" varchar(60),
	"text_version" text,
	"kept_until" date,
	"pixels" text,
	"bytes" bigint,
	"added_by" text,
	"added_time" timestamp(3) with time zone,
	"erased_why" varchar(60),
	"erased_time" timestamp(3) with time zone,
	"photo_url" text,
	"remark" text,
	CONSTRAINT "door_photo_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_photo" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_photo" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_photo" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_photo" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_photo" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "door_erasure" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"emp_id" uuid,
	"village_id" uuid,
	"photo_id" text,
	"place" varchar(60),
	"device_id" uuid,
	"why" varchar(60),
	"asked_time" timestamp(3) with time zone,
	"asked_by" text,
	"state" varchar(60),
	"confirmed_time" timestamp(3) with time zone,
	"command_id" text,
	CONSTRAINT "door_erasure_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "door_erasure" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "door_erasure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "door_erasure" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "door_erasure" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "door_erasure" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "door_delivery" ADD COLUMN "face_state" varchar(60);
ALTER TABLE "door_delivery" ADD COLUMN "faces" text;
ALTER TABLE "door_delivery" ADD COLUMN "face_sent" text;
CREATE INDEX "door_photo_emp_id_ix" ON "door_photo" USING btree ("tenant_id","emp_id");
CREATE INDEX "door_photo_state_ix" ON "door_photo" USING btree ("tenant_id","state");
CREATE INDEX "door_erasure_photo_id_ix" ON "door_erasure" USING btree ("tenant_id","photo_id");
CREATE INDEX "door_erasure_state_ix" ON "door_erasure" USING btree ("tenant_id","state");
CREATE INDEX "door_erasure_emp_id_ix" ON "door_erasure" USING btree ("tenant_id","emp_id");
