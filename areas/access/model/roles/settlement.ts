const record = 'read export check confirm explain recount sendBack';

/** Settlements as the administrators of a group see to them: rates and accounts of its companies are theirs to set. */
export const settlementsOfGroup = {
  cashoutSet: 'read export add edit remove',
  settlementDays: 'read',
  settlementRecord: record,
} as const;

/** And those of a company: what its group set is read alone. */
export const settlementsOfCompany = {
  cashoutSet: 'read export',
  settlementDays: 'read',
  settlementRecord: record,
} as const;
