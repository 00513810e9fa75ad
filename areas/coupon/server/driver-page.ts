/** The driver's page of coupons: no script, no login, the style of the page of bills. */
import { dayOf } from '#domain/time/day.ts';
import { formatInstant } from '#domain/time/format.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { qrOf } from '#areas/lot/server/door.ts';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { banners, byCode, claim, coupons, turn } from './driver.ts';
import { acceptGift, offerGift, withdrawGift } from './driver-gift.ts';
import type { Banner, Found, Mine } from './driver.ts';
import { offerOf } from './offer.ts';

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
  give: text('转赠给朋友', 'Give to a friend'),
  giving: text(
    '转赠中：把下面的链接发给朋友，打开后填写车牌和手机号即可领取',
    'Being given: send this link to a friend, who takes it with a plate and a mobile',
  ),
  goodUntil: text('链接有效至', 'The link is good until'),
  withdraw: text('收回', 'Take back'),
  accept: text('接受转赠', 'Accept this gift'),
};

const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type CouponForm = { code?: string; plateNumber?: string; phone?: string; act?: string; couponId?: string };
type Card = Mine & { readonly link: { readonly url: string; readonly image: string } | null };
type Shown = { found: Found | null; form: CouponForm; problem?: string; mine?: readonly Card[] };

const hidden = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('');

const row = (label: string, value: string): string =>
  `<div class="row"><span>${label}</span><span>${escaped(value)}</span></div>`;

function card(t: (label: Text) => string, each: Card, { code = '', plateNumber = '', phone = '' }: CouponForm): string {
  const button = (act: string, label: Text, name: string): string =>
    `<form method="post" action="/m/coupons">${hidden({ code, plateNumber, phone, act, couponId: each.id })}<button class="${name}">${t(label)}</button></form>`;
  const offered = each.link
    ? `<p>${t(words.giving)}</p><p><img src="${each.link.image}" alt="${t(words.give)}" width="180" height="180"></p><p><a class="plain" href="${escaped(each.link.url)}">${escaped(each.link.url)}</a></p>${row(t(words.goodUntil), each.givingUntil ? formatInstant(Date.parse(each.givingUntil), each.zone) : '')}${button('withdraw', words.withdraw, 'plain')}`
    : '';
  const use =
    each.status === 'placed'
      ? `<p class="good">${t(words.onBill)}</p>${each.parkId ? `<a class="main" href="/m/pay?parkId=${each.parkId}">${t(words.pay)}</a>` : ''}${button('off', words.off, 'plain')}`
      : each.parkId
        ? button('use', words.use, 'main')
        : `<p>${t(words.later)}</p>`;
  const action =
    each.status === 'giving' ? offered : `${use}${each.isGiftable ? button('give', words.give, 'plain') : ''}`;
  return `<section class="card"><h2>${escaped(each.name)}</h2>${row(t(words.until), dayOf(Date.parse(each.validUntil), each.zone))}${action}</section>`;
}

/** A banner leads to the coupons of its rule, or to an address that is safe to follow. */
function bannerLink({ title, code, link }: Banner): string {
  const to = code ? `/m/coupons?code=${code}` : link?.startsWith('https://') ? link : null;
  return to ? `<a class="plain" href="${escaped(to)}">${escaped(title)}</a>` : '';
}

async function answer(work: Work, status: number, { found, form: input, problem, mine }: Shown): Promise<Raw> {
  const t = (label: Text): string => label[work.lang];
  const { code = '', plateNumber = '', phone = '' } = input;
  // What is on the bill is paid next: claiming another is no more what the page is for.
  const next = mine?.some((each) => each.status === 'placed') ? 'plain' : 'main';
  const form = found
    ? `<form method="post" action="/m/coupons">${hidden({ code })}<label for="plate">${t(words.plate)}</label><div class="plate"><input id="plate" name="plateNumber" required maxlength="12" autocomplete="off" value="${escaped(plateNumber)}"></div><label for="phone">${t(words.phone)}</label><div class="plate"><input id="phone" name="phone" type="tel" required maxlength="20" value="${escaped(phone)}"></div><button class="${next}" name="act" value="${found.isGift ? 'accept' : 'claim'}">${t(found.isGift ? words.accept : words.claim)}</button><button class="plain" name="act" value="list">${t(words.list)}</button></form>`
    : `<p class="wait">${t(words.none)}</p>`;
  const list = mine
    ? mine.length === 0
      ? `<p class="wait">${t(words.empty)}</p>`
      : mine.map((each) => card(t, each, input)).join('')
    : '';
  const offer =
    found && !mine ? (await offerOf(work, found)).map((line) => row(t(line.label), t(line.value))).join('') : '';
  const terms = offer ? `<section class="card">${offer}</section>` : '';
  const also = found ? (await banners(work, found)).map(bannerLink).join('') : '';
  const bad = problem ? `<p class="bad" role="alert">${escaped(problem)}</p>` : '';
  const html = `<!doctype html><html lang="${work.lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${t(words.title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/m/pay.css"><link rel="stylesheet" href="/m/form.css"><header><h1>${escaped(found?.name ?? t(words.title))}</h1></header><main>${bad}${list}${terms}${form}${also}</main></html>`;
  return new Raw((reply) =>
    reply
      .status(status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .send(html),
  );
}

async function perform(
  work: Work,
  found: Found,
  taker: { readonly plate: string; readonly phone: string },
  { act, couponId = '' }: CouponForm,
): Promise<void> {
  if (act === 'claim') return claim(work, found, taker);
  if (act === 'accept') return acceptGift(work, found, taker);
  if (act === 'give') return offerGift(work, found.tenantId, taker, couponId);
  if (act === 'withdraw') return withdrawGift(work, found.tenantId, taker, couponId);
  if (act === 'use' || act === 'off') return turn(work, found.tenantId, taker, couponId, act === 'use');
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
    await perform(work, found, taker, form);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem = error.words[work.lang];
  }
  const rows = await coupons(work, found.tenantId, taker);
  const mine = await Promise.all(
    rows.map(async (each) => ({
      ...each,
      link: each.giftCode ? await qrOf(work.request.host, 'coupons', { code: each.giftCode }) : null,
    })),
  );
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
    act: str(text('操作', 'Action'), { max: 10 }),
    couponId: str(text('卡券', 'Coupon'), { max: 36 }),
  },
});

export const driverPageServed: Served[] = [
  serve(show, (work) => page(work, false), { mode: 'open' }),
  serve(act, (work) => page(work, true), { mode: 'open' }),
];
