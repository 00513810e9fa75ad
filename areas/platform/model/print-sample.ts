import type { Values } from '#domain/print/layout.ts';
import type { SlipType } from './slip-kinds.ts';

/** A stay as a template is tried with; that of an entry ticket has no plate, so that all of its lines show. */
export const slipSample = (type: SlipType, lang: 'zh' | 'en'): Values =>
  type === 'entry' ? entrySample(lang) : orderSample(lang);

function entrySample(lang: 'zh' | 'en'): Values {
  const order = orderSample(lang).values;
  const say = (zh: string, en: string): string => (lang === 'zh' ? zh : en);
  return {
    values: {
      ...order,
      plate: say('无牌车-1A2B', 'No plate'),
      ticketNo: '1A2B',
      lane: say('东入口', 'East entry'),
      kind: say('临时车', 'Temporary'),
      payUrl: 'https://park.example.cn/m/pay?parkId=0190c5d2-7a10-7cc2-b7a1-5a0c2f6e9d11',
      notice: say(
        '首小时 6 元，之后每小时 4 元，每日封顶 40 元',
        '6 yuan the first hour, 4 each hour after, at most 40 a day',
      ),
    },
    lists: {},
  };
}

const orderSample = (lang: 'zh' | 'en'): Values => {
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
