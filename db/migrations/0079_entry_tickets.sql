ALTER TABLE "park_device" ADD COLUMN "entry_tickets" varchar(60);
