ALTER TABLE "sensor_binding" ADD COLUMN "proven_time" timestamp(3) with time zone;
