-- What a settlement of berths looks up: where a car was read, what a person did last, and the stays of a berth.
CREATE INDEX "berth_evidence_plate_ix" ON "berth_evidence" USING btree ("tenant_id","plate_number","at") WHERE plate_number IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "berth_evidence_user_ix" ON "berth_evidence" USING btree ("tenant_id","user_id","at") WHERE user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "stay_berth_ix" ON "stay" USING btree ("tenant_id","berth_id","out_time") WHERE berth_id IS NOT NULL;
