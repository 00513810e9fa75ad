import { invoiceApplyForm } from './apply-form.ts';
import { askStatus, itemsOfForm, mailInvoice } from './form-calls.ts';
import { invoiceItem } from './item.ts';
import { invoicePage, invoicePageAct, invoicePageFile } from './page-calls.ts';
import { invoiceRates } from './reports.ts';
import { invoiceSellerConfig } from './seller.ts';
import { confirmSeller, renewSeller, saveInterface, testSeller } from './seller-calls.ts';

export const resources = [invoiceSellerConfig, invoiceApplyForm, invoiceItem];
export const reports = [invoiceRates];
export const calls = [
  renewSeller,
  saveInterface,
  confirmSeller,
  testSeller,
  askStatus,
  mailInvoice,
  itemsOfForm,
  invoicePage,
  invoicePageAct,
  invoicePageFile,
];
