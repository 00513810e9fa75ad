-- What a settlement of berths looks up: the few stays of a lot whose cars went from one berth to another.
CREATE INDEX "stay_moved_ix" ON "stay" USING btree ("tenant_id","park_id","out_time") WHERE berth_id IS NOT NULL AND moves IS NOT NULL;
