ALTER TABLE "company" ALTER COLUMN "zone" SET DATA TYPE varchar(60);
