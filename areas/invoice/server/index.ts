import * as model from '#areas/invoice/model/index.ts';
import { area } from '#kit/area/area.ts';
import { text } from '#kit/declare/text.ts';
import { invoiceEvents } from './events.ts';
import { formEffects, formRules, formsServed } from './forms-served.ts';
import { pageServed } from './page.ts';
import { sellerRules, sellersServed, tagSellers } from './sellers.ts';

export const invoice = area({
  name: 'invoice',
  model,
  rules: { invoiceSellerConfig: sellerRules, invoiceApplyForm: formRules },
  effects: { invoiceApplyForm: formEffects },
  calls: [...sellersServed, ...formsServed, ...pageServed],
  events: invoiceEvents,
  jobs: [
    {
      name: 'invoice-sellers',
      title: text('开票商户到期检查', 'Ends of invoice sellers'),
      cron: '5 0 * * *',
      work: tagSellers,
    },
  ],
});
