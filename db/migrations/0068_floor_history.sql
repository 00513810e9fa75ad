CREATE TABLE "space_change" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"state" varchar(10) NOT NULL,
	CONSTRAINT "space_change_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "space_change" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "space_change" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "space_change" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "space_change" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "space_change" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "floor_count" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"building_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"free" integer NOT NULL,
	"taken" integer NOT NULL,
	"unknown" integer NOT NULL,
	"closed" integer NOT NULL,
	CONSTRAINT "floor_count_pk" PRIMARY KEY("tenant_id","building_id","at")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "floor_count" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "floor_count" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "floor_count" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "floor_count" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "floor_count" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "space_change_space_ix" ON "space_change" USING btree ("tenant_id","space_id","at","id");
CREATE INDEX "space_change_park_ix" ON "space_change" USING btree ("tenant_id","park_id","at");
CREATE INDEX "floor_count_park_ix" ON "floor_count" USING btree ("tenant_id","park_id","at");
