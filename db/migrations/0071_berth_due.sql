ALTER TABLE "rd_berth" ADD COLUMN "due_time" timestamp(3) with time zone;
