ALTER TABLE "park_device" ADD COLUMN "board" varchar(60);
