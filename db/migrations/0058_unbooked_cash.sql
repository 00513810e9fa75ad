ALTER TABLE "handheld_deed" ADD COLUMN "handled_by" text;
ALTER TABLE "handheld_deed" ADD COLUMN "handled_time" timestamp(3) with time zone;
ALTER TABLE "handheld_deed" ADD COLUMN "remark" text;
