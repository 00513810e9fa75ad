-- Berths with evidence dated ahead of the server's time, looked for every few seconds; hardly ever a row.
CREATE INDEX rd_berth_due_ix ON rd_berth (tenant_id, due_time) WHERE due_time IS NOT NULL;
