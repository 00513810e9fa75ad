CREATE TABLE "device_inbox" (
	"tenant_id" integer NOT NULL,
	"device_id" uuid NOT NULL,
	"native_key" varchar(200) NOT NULL,
	"seq" bigint,
	"message" varchar(20) NOT NULL,
	"payload" jsonb NOT NULL,
	"live" boolean NOT NULL,
	"stored" boolean DEFAULT false NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_inbox_pk" PRIMARY KEY("tenant_id","device_id","native_key")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "device_inbox" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_inbox" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_inbox" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "device_count" (
	"tenant_id" integer NOT NULL,
	"about_id" uuid NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	"car" jsonb,
	"opened" jsonb,
	"passed_at" timestamp(3) with time zone,
	CONSTRAINT "device_count_pk" PRIMARY KEY("tenant_id","about_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "device_count" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_count" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_count" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_count" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_count" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "device_command" ADD COLUMN "attempt_time" timestamp(3) with time zone;
ALTER TABLE "park_device" ADD COLUMN "family" varchar(60);
ALTER TABLE "park_device" ADD COLUMN "native_id" text;
ALTER TABLE "park_device" ADD COLUMN "source_networks" text;
ALTER TABLE "park_device" ADD COLUMN "channel_no" bigint;
ALTER TABLE "park_device" ADD COLUMN "login_name" text;
ALTER TABLE "park_device" ADD COLUMN "login_secret" text;
ALTER TABLE "park_device" ADD COLUMN "passed_after_sec" bigint;
ALTER TABLE "park_device" ADD COLUMN "trust" varchar(60);
CREATE INDEX "device_inbox_time_ix" ON "device_inbox" USING btree ("tenant_id","device_id","received_at");
CREATE INDEX "device_inbox_waiting_ix" ON "device_inbox" USING btree ("stored","received_at");
CREATE INDEX "device_count_passed_ix" ON "device_count" USING btree ("passed_at");
CREATE INDEX "device_directory_secret_ix" ON "device_directory" USING btree ("secret_hash");
