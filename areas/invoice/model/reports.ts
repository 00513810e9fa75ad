import { company } from '#areas/org/model/company.ts';
import { relation } from '#kit/declare/field.ts';
import { byField, byMonth, count, fieldsOf, minus, report, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { invoiceItem } from './item.ts';

const blue = { kind: 'blue' } as const;
const red = { kind: 'red' } as const;

/**
 * What was invoiced by month, seller and rate of tax, and what was reversed of it: each line in the month it came into
 * force, as tax is declared.
 */
export const invoiceRates = report({
  name: 'invoiceRates',
  title: text('发票税率汇总', 'Invoices by tax rate'),
  area: 'invoice',
  route: '/invoice/taxrates',
  help: text(
    '按开具月份、销售方与税率汇总的价税；红字计入红字开具的月份，净额＝蓝字－红字。',
    'What was invoiced by month, seller and rate of tax; what was reversed counts in the month of its reversal. The balance is what was issued less what was reversed.',
  ),
  wire: { path: '/api/gatehouse/report/invoiceRates' },
  from: invoiceItem,
  time: 'issuedTime',
  where: { status: 'done' },
  group: { month: byMonth(text('开具月份', 'Month')), sellerId: byField('formId.sellerId'), rateBp: byField('rateBp') },
  measures: {
    lines: count(text('蓝字行数', 'Lines issued'), blue),
    blueGrossFen: sum('grossFen', { label: text('蓝字价税合计', 'Issued incl. tax'), where: blue }),
    blueNetFen: sum('netFen', { label: text('蓝字金额', 'Issued net'), where: blue }),
    blueTaxFen: sum('taxFen', { label: text('蓝字税额', 'Issued tax'), where: blue }),
    redLines: count(text('红字行数', 'Lines reversed'), red),
    redGrossFen: sum('grossFen', { label: text('红字价税合计', 'Reversed incl. tax'), where: red }),
    redNetFen: sum('netFen', { label: text('红字金额', 'Reversed net'), where: red }),
    redTaxFen: sum('taxFen', { label: text('红字税额', 'Reversed tax'), where: red }),
    grossFen: minus(text('净价税合计', 'Balance incl. tax'), 'blueGrossFen', 'redGrossFen'),
    netFen: minus(text('净金额', 'Balance net'), 'blueNetFen', 'redNetFen'),
    taxFen: minus(text('净税额', 'Balance tax'), 'blueTaxFen', 'redTaxFen'),
  },
  filters: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    ...fieldsOf(invoiceItem, 'parkId'),
  },
  tiles: ['grossFen', 'netFen', 'taxFen', 'redGrossFen'],
  order: { by: 'month', desc: true },
});
