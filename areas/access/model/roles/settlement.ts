const invoices = 'read export unmask ask cancel email red retry';
const record = 'read export check confirm explain recount sendBack';
/** Paying is two people's: nobody approves what he drafted. */
const transfer = 'read export approve arrive cancel draft fail giveBack payee send';

/**
 * Settlements and invoices as the administrators of a group see to them: rates and accounts of its companies are theirs
 * to set.
 */
export const settlementsOfGroup = {
  cashoutSet: 'read export add edit remove verify',
  invoiceApplyForm: invoices,
  invoiceItem: 'read unmask',
  invoiceRates: 'read',
  invoiceSellerConfig: 'read export add edit remove renewal interface confirm test',
  bankLine: 'read export approve assign propose release sendBack statement',
  dayRoot: 'read export',
  moneyDay: 'read export prove',
  moneyItem: 'read export explain pair unpair',
  profitShare: 'read export query retry giveUp callBack',
  shareReceiver: 'read export add edit remove confirm again stop',
  settlementDays: 'read',
  settlementRecord: record,
  transferRecord: transfer,
} as const;

/** And those of a company: what its group set is read alone. */
export const settlementsOfCompany = {
  cashoutSet: 'read export',
  invoiceApplyForm: invoices,
  invoiceItem: 'read unmask',
  invoiceRates: 'read',
  invoiceSellerConfig: 'read export add edit renewal interface confirm test',
  bankLine: 'read export',
  dayRoot: 'read export',
  moneyDay: 'read export',
  moneyItem: 'read export',
  profitShare: 'read export',
  shareReceiver: 'read export',
  settlementDays: 'read',
  settlementRecord: record,
  transferRecord: 'read export',
} as const;
