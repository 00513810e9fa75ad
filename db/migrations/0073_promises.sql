CREATE TABLE "group_shown" (
	"tenant_id" integer NOT NULL,
	"park_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"n" integer NOT NULL,
	"is_full" boolean NOT NULL,
	"reserve" integer NOT NULL,
	CONSTRAINT "group_shown_pk" PRIMARY KEY("tenant_id","group_id","at")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "group_shown" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "group_shown" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "group_shown" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "group_shown" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "group_shown" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "board_arrival" (
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
	"weekday" varchar(60),
	"hour" varchar(60),
	"sign" varchar(60),
	"shown" bigint,
	"free" bigint,
	"reserve" bigint,
	"margin" bigint,
	"result" varchar(60),
	"found_at" timestamp(3) with time zone,
	"wait_s" integer,
	"space_id" uuid,
	CONSTRAINT "board_arrival_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "board_arrival" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "board_arrival" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "board_arrival" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "board_arrival" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "board_arrival" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "reserve_change" (
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
	"weekday" varchar(60),
	"hour" varchar(60),
	"reserve_before" bigint,
	"reserve" bigint,
	"arrivals" bigint,
	"kept" bigint,
	"by_name" text,
	CONSTRAINT "reserve_change_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "reserve_change" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "reserve_change" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reserve_change" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "reserve_change" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "reserve_change" TO gatehouse_platform USING (true) WITH CHECK (true);
ALTER TABLE "dev_group" ADD COLUMN "reserve_by" varchar(60);
ALTER TABLE "dev_group" ADD COLUMN "reserves" jsonb;
ALTER TABLE "dev_group" ADD COLUMN "judged" jsonb;
CREATE INDEX "group_shown_park_ix" ON "group_shown" USING btree ("tenant_id","park_id","at");
CREATE INDEX "board_arrival_group_id_at_ix" ON "board_arrival" USING btree ("tenant_id","group_id","at");
CREATE INDEX "board_arrival_at_ix" ON "board_arrival" USING btree ("tenant_id","at");
CREATE INDEX "board_arrival_park_ix" ON "board_arrival" USING btree ("tenant_id","park_id");
CREATE INDEX "reserve_change_group_id_at_ix" ON "reserve_change" USING btree ("tenant_id","group_id","at");
CREATE INDEX "reserve_change_park_ix" ON "reserve_change" USING btree ("tenant_id","park_id");
