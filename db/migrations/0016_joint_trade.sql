CREATE TABLE "joint_trade" (
	"tenant_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"trade_no" varchar(64) NOT NULL,
	"channel" varchar(20) NOT NULL,
	"merchant_ref" varchar(80),
	"amount_fen" bigint NOT NULL,
	"state" varchar(12) NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "joint_trade_pk" PRIMARY KEY("tenant_id","id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "joint_trade" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "joint_trade" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "joint_trade" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "joint_trade" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "joint_trade" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE TABLE "joint_part" (
	"tenant_id" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"joint_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"trade" varchar(64) NOT NULL,
	"amount_fen" bigint NOT NULL,
	CONSTRAINT "joint_part_pk" PRIMARY KEY("tenant_id","payment_id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "joint_part" TO gatehouse_app, gatehouse_platform;
ALTER TABLE "joint_part" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "joint_part" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "joint_part" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
CREATE POLICY platform ON "joint_part" TO gatehouse_platform USING (true) WITH CHECK (true);
CREATE INDEX "joint_part_joint_ix" ON "joint_part" USING btree ("tenant_id","joint_id");
