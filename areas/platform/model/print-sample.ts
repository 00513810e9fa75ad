import type { Values } from '#domain/print/layout.ts';

/** A stay as a template is tried with. */
export const slipSample = (lang: 'zh' | 'en'): Values => {
  const say = (zh: string, en: string): string => (lang === 'zh' ? zh : en);
  return {
    values: {
      park: say('示范广场停车场', 'Sample Square'),
      company: say('安泊集团', 'Anbo Group'),
      plate: '粤B12345',
      inTime: '2026-11-25 08:12',
      until: '2026-11-25 11:40',
      stayed: say('3小时28分', '3 h 28 min'),
      due: '20.00',
      discount: '5.00',
      waived: '',
      paid: '15.00',
      refunded: '',
      payType: say('微信支付', 'WeChat Pay'),
      paidTime: '2026-11-25 11:41',
      orderNo: 'P20261125114100012',
      phone: '400-000-0000',
      operator: say('王芳', 'Wang Fang'),
      printed: '2026-11-25 11:42',
    },
    lists: {
      lines: [
        { name: say('前两小时', 'First two hours'), sum: '10.00' },
        { name: say('之后每小时', 'Each hour after'), sum: '10.00' },
      ],
    },
  };
};
