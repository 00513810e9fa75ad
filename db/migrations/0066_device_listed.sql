CREATE TABLE "device_listed" (
	"tenant_id" integer NOT NULL,
	"device_id" uuid NOT NULL,
	"plate" varchar(20) NOT NULL,
	"wanted" boolean NOT NULL,
	"ends" timestamp(3) with time zone NOT NULL,
	"bound" timestamp(3) with time zone,
	"state" varchar(20) NOT NULL,
	"command_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"error" varchar(1200),
	CONSTRAINT "device_listed_pk" PRIMARY KEY("tenant_id","device_id","plate")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "device_listed" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "device_listed" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "device_listed" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "device_listed" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "device_listed" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "device_listed_state_ix" ON "device_listed" USING btree ("tenant_id","device_id","state");
