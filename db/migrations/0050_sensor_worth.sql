ALTER TABLE "park_device" ADD COLUMN "wrong_share" integer;
