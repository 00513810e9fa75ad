ALTER TABLE "park_device" ADD COLUMN "presence_due" timestamp(3) with time zone;
ALTER TABLE "park_device" ADD COLUMN "presence_sent" timestamp(3) with time zone;
ALTER TABLE "park_device" ADD COLUMN "presence_command_id" text;
ALTER TABLE "door_employee" ADD COLUMN "forgiven_time" timestamp(3) with time zone;
