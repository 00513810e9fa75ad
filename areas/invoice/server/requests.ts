/** Requests to a provider, made from a stored invoice. */
import { total } from '#domain/invoice/tax.ts';
import type { AskLine, IssueAsk, RedAsk } from './channel/channel.ts';
import type { Form, Item } from './forms.ts';
import { partyOf } from './seller.ts';
import type { Seller } from './seller.ts';

const lineOf = (item: Item, seller: Seller): AskLine => ({
  goodsName: item.goodsName,
  taxCode: item.taxCode,
  rateBp: item.rateBp,
  grossFen: item.grossFen,
  netFen: item.netFen,
  taxFen: item.taxFen,
  lease: {
    province: seller.province,
    address: seller.siteAddress,
    certificateNo: seller.certificateNo,
    crossCity: seller.crossCity ?? false,
    from: new Date(item.leaseFrom).toISOString(),
    to: new Date(item.leaseTo).toISOString(),
    plate: item.plateNumber,
  },
});

function askOf(requestId: string, form: Form, items: readonly Item[], seller: Seller): IssueAsk {
  return {
    requestId,
    seller: partyOf(seller),
    buyer: { type: form.buyerType, title: form.invoiceTitle, taxNo: form.buyerTaxNo },
    lines: items.map((item) => lineOf(item, seller)),
    ...total(items),
  };
}

export const issueAskOf = (form: Form, items: readonly Item[], seller: Seller): IssueAsk =>
  askOf(
    form.applyNo,
    form,
    items.filter(({ kind }) => kind === 'blue'),
    seller,
  );

/** The red lines of the request under way, as amounts that go off. */
export const redAskOf = (form: Form, items: readonly Item[], seller: Seller): RedAsk => ({
  ...askOf(
    form.redRequest!,
    form,
    items.filter(({ requestId }) => requestId !== null && requestId === form.redRequest),
    seller,
  ),
  invoiceNo: form.invoiceNo!,
  reason: Number(form.redType ?? 1),
});
