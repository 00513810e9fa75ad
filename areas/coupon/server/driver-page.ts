/** The driver's page of coupons: no script, no login, the style of the page of bills. */
import { plateIdentity } from '#domain/plate/plate.ts';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { banners, byCode, claim, coupons, turn } from './driver.ts';
import type { Banner, Found, Mine } from './driver.ts';

const words = {
  title: text('停车卡券', 'Parking coupons'),
  plate: text('车牌号', 'Plate'),
  phone: text('手机号', 'Mobile'),
  claim: text('领取', 'Claim'),
  list: text('查看我的卡券', 'Show my coupons'),
  none: text('请扫描卡券上的二维码打开本页。', 'Please scan the code of a coupon to open this page.'),
  wrong: text('请输入完整车牌和手机号', 'Please enter the whole plate and your mobile'),
  empty: text('没有可用的卡券', 'No coupons to use'),
  until: text('有效期至', 'Valid until'),
  use: text('用于本次停车', 'Use for this stay'),
  off: text('本次不使用', 'Not for this stay'),
  onBill: text('已列入本次停车账单', 'On the bill of this stay'),
  later: text('入场后可用', 'To be used once inside'),
  pay: text('去缴费', 'Pay'),
};

const policy = `default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type CouponForm = { code?: string; plateNumber?: string; phone?: string; act?: string; couponId?: string };
type Shown = { found: Found | null; form: CouponForm; problem?: string; mine?: readonly Mine[] };

const hidden = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('');

function card(t: (label: Text) => string, each: Mine, { code = '', plateNumber = '', phone = '' }: CouponForm): string {
  const button = (act: string, label: Text, name: string): string =>
    `<form method="post" action="/m/coupons">${hidden({ code, plateNumber, phone, act, couponId: each.id })}<button class="${name}">${t(label)}</button></form>`;
  const action =
    each.status === 'placed'
      ? `<p class="good">${t(words.onBill)}</p>${each.parkId ? `<a class="plain" href="/m/pay?parkId=${each.parkId}">${t(words.pay)}</a>` : ''}${button('off', words.off, 'plain')}`
      : each.parkId
        ? button('use', words.use, 'main')
        : `<p>${t(words.later)}</p>`;
  const day = escaped(each.validUntil.slice(0, 10));
  return `<section class="card"><h2>${escaped(each.name)}</h2><div class="row"><span>${t(words.until)}</span><span>${day}</span></div>${action}</section>`;
}

/** A banner leads to the coupons of its rule, or to an address that is safe to follow. */
function bannerLink({ title, code, link }: Banner): string {
  const to = code ? `/m/coupons?code=${code}` : link?.startsWith('https://') ? link : null;
  return to ? `<a class="plain" href="${escaped(to)}">${escaped(title)}</a>` : '';
}

async function answer(work: Work, status: number, { found, form: input, problem, mine }: Shown): Promise<Raw> {
  const t = (label: Text): string => label[work.lang];
  const { code = '', plateNumber = '', phone = '' } = input;
  const form = found
    ? `<form method="post" action="/m/coupons">${hidden({ code })}<label for="plate">${t(words.plate)}</label><div class="plate"><input id="plate" name="plateNumber" required maxlength="12" autocomplete="off" value="${escaped(plateNumber)}"></div><label for="phone">${t(words.phone)}</label><div class="plate"><input id="phone" name="phone" type="tel" required maxlength="20" value="${escaped(phone)}"></div><button class="main" name="act" value="claim">${t(words.claim)}</button><button class="plain" name="act" value="list">${t(words.list)}</button></form>`
    : `<p class="wait">${t(words.none)}</p>`;
  const list = mine
    ? mine.length === 0
      ? `<p class="wait">${t(words.empty)}</p>`
      : mine.map((each) => card(t, each, input)).join('')
    : '';
  const also = found ? (await banners(work, found)).map(bannerLink).join('') : '';
  const bad = problem ? `<p class="bad" role="alert">${escaped(problem)}</p>` : '';
  const html = `<!doctype html><html lang="${work.lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${t(words.title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/m/pay.css"><header><h1>${escaped(found?.name ?? t(words.title))}</h1></header><main>${bad}${list}${form}${also}</main></html>`;
  return new Raw((reply) =>
    reply
      .status(status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .send(html),
  );
}

async function page(work: Work, isForm: boolean): Promise<Raw> {
  const form = work.input as CouponForm;
  const found = form.code ? await byCode(work, form.code) : null;
  if (!found || !isForm) return answer(work, form.code && !found ? 404 : 200, { found, form });
  const taker = { plate: plateIdentity(form.plateNumber ?? ''), phone: (form.phone ?? '').replace(/\D/g, '') };
  const isWhole = taker.plate.length >= 5 && taker.plate.length <= 12 && !/[<>"'`;\\]/.test(taker.plate);
  if (!isWhole || taker.phone.length < 6 || taker.phone.length > 20)
    return answer(work, 400, { found, form, problem: words.wrong[work.lang] });
  const known = { ...form, plateNumber: taker.plate, phone: taker.phone };
  let problem: string | undefined;
  try {
    if (form.act === 'claim') await claim(work, found, taker);
    else if (form.act === 'use' || form.act === 'off')
      await turn(work, found.tenantId, taker, form.couponId ?? '', form.act === 'use');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem = error.words[work.lang];
  }
  const mine = await coupons(work, found.tenantId, taker);
  return answer(work, problem ? 422 : 200, { found, form: known, mine, ...(problem ? { problem } : {}) });
}

const code = str(text('领取码或券号', 'Claim code or coupon number'), { max: 40 });
const base = { area: 'coupon', path: '/m/coupons', permission: 'public', answer: 'file' } as const;
const show = call({
  ...base,
  name: 'couponInfo.page',
  title: text('车主卡券页', "Driver's page of coupons"),
  method: 'GET',
  input: { code },
});
const act = call({
  ...base,
  name: 'couponInfo.pageAct',
  title: text('车主卡券页：领取与使用', "Driver's page of coupons: claim and use"),
  method: 'POST',
  input: {
    code,
    plateNumber: str(text('车牌号', 'Plate'), { max: 20 }),
    phone: str(text('手机号', 'Mobile'), { max: 20 }),
    act: str(text('操作', 'Deed'), { max: 10 }),
    couponId: str(text('卡券', 'Coupon'), { max: 36 }),
  },
});

export const driverPageServed: Served[] = [
  serve(show, (work) => page(work, false), { mode: 'open' }),
  serve(act, (work) => page(work, true), { mode: 'open' }),
];
