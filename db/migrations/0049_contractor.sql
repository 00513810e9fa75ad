CREATE TABLE "contractor" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"contractor_name" text,
	"trades" text[],
	"contact" text,
	"contact_phone" varchar(20),
	"contact_email" text,
	"contract_until" date,
	"remark" text,
	CONSTRAINT "contractor_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "contractor" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "contractor" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "contractor" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "contractor" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "contractor" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "contractor_contractor_name_uq" ON "contractor" USING btree ("tenant_id","contractor_name") WHERE "contractor"."deleted_at" is null;
