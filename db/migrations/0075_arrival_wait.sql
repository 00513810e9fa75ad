ALTER TABLE "board_arrival" ALTER COLUMN "wait_s" SET DATA TYPE bigint;
