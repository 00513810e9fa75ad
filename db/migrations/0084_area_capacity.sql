ALTER TABLE "door_area" ADD COLUMN "capacity" bigint;
