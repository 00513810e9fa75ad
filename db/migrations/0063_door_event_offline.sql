ALTER TABLE "door_event" ADD COLUMN "offline" boolean;
