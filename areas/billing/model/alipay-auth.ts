import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** Where Alipay sends the merchant's browser afterwards. Known by the state that we gave and signed. */
export const authorised = call({
  name: 'alipayConfig.authorised',
  title: text('支付宝授权回调', 'Alipay authorisation'),
  area: 'billing',
  method: 'GET',
  changes: true,
  path: '/api/gatehouse/alipay/authorised',
  permission: 'public',
  answer: 'file',
  input: {
    state: str(text('状态', 'State'), { max: 300 }),
    app_auth_code: str(text('授权码', 'Code'), { max: 100 }),
  },
});
