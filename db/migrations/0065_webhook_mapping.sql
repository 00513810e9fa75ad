ALTER TABLE "park_device" ADD COLUMN "mapping" text;
