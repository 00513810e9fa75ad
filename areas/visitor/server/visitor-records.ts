/**
 * Visitors' stays as a list: what the lane found, with whom it was for. A visitor's stay is one by a booking, or one
 * that a visit was entered by. All words of this statement are our own.
 */
import { columnName, drawFrom } from '#kit/server/table.ts';
import { visitorRecord } from '../model/visitor-record.ts';

const columns: Readonly<Record<string, string>> = {
  tenantId: 's.tenant_id',
  companyId: 's.company_id',
  parkId: 's.park_id',
  id: 's.id',
  createdAt: 's.created_at',
  updatedAt: 's.updated_at',
  deletedAt: 's.deleted_at',
  createdBy: 's.created_by',
  updatedBy: 's.updated_by',
  villageId: '(SELECT p.village_id FROM park p WHERE p.tenant_id = s.tenant_id AND p.id = s.park_id LIMIT 1)',
  beginTime: 's.begin_time',
  plateNumber: 's.plate_number',
  visitId: 'v.id',
  visitorName: 'v.visitor_name',
  hostName: 'coalesce(v.host_name, u.real_name)',
  status: 's.status',
  inTime: 's.in_time',
  inGateId: 's.in_gate_id',
  inPicture: 's.in_picture',
  outTime: 's.out_time',
  outGateId: 's.out_gate_id',
  outPicture: 's.out_picture',
  staySeconds: 's.stay_seconds',
  releaseType: 's.release_type',
  receivableFen: 's.receivable_fen',
  paidFen: 's.paid_fen',
};

drawFrom(
  visitorRecord,
  `SELECT ${Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${columnName(name)}`)
    .join(', ')} FROM stay s
     LEFT JOIN visit_event e ON e.tenant_id = s.tenant_id AND e.stay_id = s.id::text AND e.kind = 'in'
     LEFT JOIN visit v ON v.tenant_id = e.tenant_id AND v.id = e.visit_id
     LEFT JOIN "user" u ON u.tenant_id = v.tenant_id AND u.id = v.host_id
   WHERE s.kind = 'visitor' OR e.id IS NOT NULL`,
);
