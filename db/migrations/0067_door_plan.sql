ALTER TABLE "door_gate" ADD COLUMN "building_id" uuid;
ALTER TABLE "door_gate" ADD COLUMN "x" double precision;
ALTER TABLE "door_gate" ADD COLUMN "y" double precision;
CREATE INDEX "door_event_gate_id_result_time_ix" ON "door_event" USING btree ("tenant_id","gate_id","result","time");
