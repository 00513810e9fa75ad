ALTER TABLE "car_derate" ADD COLUMN "returned_fen" bigint;
