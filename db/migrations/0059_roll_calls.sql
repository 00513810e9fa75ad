ALTER TABLE "door_fire" ADD COLUMN "kind" varchar(60);
UPDATE "door_fire" SET kind = 'fire';
