-- Exits without an entry, looked for by every late entry of the lot; few rows among many.
CREATE INDEX stay_no_entry_ix ON stay (tenant_id, park_id, out_time) WHERE kind = 'no-entry';
-- One row a lane, a device and a lot, written anew with each message: without an index over what changes, and with room in their pages,
-- a new version lies beside the old one and no index is written. What waits in them is looked for by reading them through.
ALTER TABLE lane_live SET (fillfactor = 50);
ALTER TABLE device_live SET (fillfactor = 50);
ALTER TABLE park_live SET (fillfactor = 50);
-- Commands that are to be sent (again), looked for every half second; few rows among all that were ever given.
CREATE INDEX device_command_due_ix ON device_command (tenant_id, due_time) WHERE due_time IS NOT NULL;
-- What is still open of a lot's exceptions, looked for whenever one may be cleared; few rows among many.
CREATE INDEX lane_exception_open_ix ON lane_exception (tenant_id, park_id, code) WHERE cleared_time IS NULL;
-- Orders whose money has not all come, as their page lists them; few rows among many.
CREATE INDEX parking_order_uncharged_ix ON parking_order (tenant_id, created_time) WHERE status IN ('pending', 'failed', 'partPaid', 'arrears');
