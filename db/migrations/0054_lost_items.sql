CREATE TABLE "lost_item" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"item_name" text,
	"item_kind" varchar(60),
	"found_time" timestamp(3) with time zone,
	"found_place" text,
	"stored_place" text,
	"picture" text,
	"status" varchar(60),
	"owner_name" text,
	"owner_phone" varchar(20),
	"closed_note" text,
	"remark" text,
	CONSTRAINT "lost_item_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "lost_item" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "lost_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "lost_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "lost_item" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "lost_item" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "lost_item_status_found_time_ix" ON "lost_item" USING btree ("tenant_id","status","found_time");
CREATE INDEX "lost_item_park_ix" ON "lost_item" USING btree ("tenant_id","park_id");
