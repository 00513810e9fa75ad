CREATE TABLE "wall_pairing" (
	"code" varchar(6) PRIMARY KEY NOT NULL,
	"key_hash" varchar(64) NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	"of_tenant" integer,
	"screen_id" uuid,
	"link_no" integer
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "wall_pairing" TO gatehouse_app, gatehouse_platform;
CREATE UNIQUE INDEX "wall_pairing_key_uq" ON "wall_pairing" USING btree ("key_hash");
