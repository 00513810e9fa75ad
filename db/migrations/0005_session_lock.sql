ALTER TABLE "session" ADD COLUMN "lock_hash" text;
