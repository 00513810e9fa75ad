CREATE TABLE "pda_parameter" (
	"tenant_id" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"param_key" varchar(60),
	"param_value" text,
	"remark" text,
	CONSTRAINT "pda_parameter_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "pda_parameter" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "pda_parameter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "pda_parameter" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "pda_parameter" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "pda_parameter" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE UNIQUE INDEX "pda_parameter_park_id_param_key_uq" ON "pda_parameter" USING btree ("tenant_id","park_id","param_key") WHERE "pda_parameter"."deleted_at" is null;
CREATE INDEX "pda_parameter_park_ix" ON "pda_parameter" USING btree ("tenant_id","park_id");
