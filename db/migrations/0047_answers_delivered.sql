ALTER TABLE "device_command" ADD COLUMN "answer_to" text;
