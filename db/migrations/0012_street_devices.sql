ALTER TABLE "park_device" ADD COLUMN "lock_values" text;
ALTER TABLE "park_device" ADD COLUMN "told_at" timestamp(3) with time zone;
