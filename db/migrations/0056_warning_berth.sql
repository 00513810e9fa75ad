ALTER TABLE "rd_warn" ADD COLUMN "berth_no" text;
