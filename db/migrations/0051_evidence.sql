ALTER TABLE "passage" ADD COLUMN "evidence" varchar(60);
ALTER TABLE "gate_opening" ADD COLUMN "evidence" varchar(60);
