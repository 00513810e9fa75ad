CREATE TABLE "lorawan_network" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"network_name" text,
	"network_kind" varchar(60),
	"enabled" boolean,
	"key_time" timestamp(3) with time zone,
	"last_heard_at" timestamp(3) with time zone,
	"last_problem" text,
	"key_hash" text,
	"remark" text,
	CONSTRAINT "lorawan_network_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "lorawan_network" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "lorawan_network" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "lorawan_network" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "lorawan_network" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "lorawan_network" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "park_device" ADD COLUMN "codec" varchar(60);
CREATE UNIQUE INDEX "lorawan_network_park_id_network_name_uq" ON "lorawan_network" USING btree ("tenant_id","park_id","network_name") WHERE "lorawan_network"."deleted_at" is null;
CREATE INDEX "lorawan_network_park_ix" ON "lorawan_network" USING btree ("tenant_id","park_id");
