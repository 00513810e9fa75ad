ALTER TABLE "door_event" ADD COLUMN "odd" varchar(60);
