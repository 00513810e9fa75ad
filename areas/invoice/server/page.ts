/**
 * The driver's page of invoices: no login, the style of the page of bills; its script keeps titles on the phone
 * alone.
 */
import { formatFen } from '#domain/money/fen.ts';
import { canonicalCreditCode } from '#domain/plate/credit-code.ts';
import { checkTaxNumber, TAX_NUMBER_PROBLEMS } from '#domain/plate/tax-number.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { storedDocument } from '#kit/files/files.ts';
import { tenantScope } from '#kit/server/db.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { invoicePage, invoicePageAct, invoicePageFile } from '../model/page-calls.ts';
import { invoiceStates } from '../model/words.ts';
import type { Billable, Buyer } from './apply.ts';
import { fileKinds } from './documents.ts';
import {
  addOrder,
  applyNow,
  basketOfForm,
  basketOfTicket,
  beforeLook,
  dayAt,
  openBasket,
  openToken,
  ordersIn,
  sealBasket,
} from './driver.ts';
import type { Basket, Token } from './driver.ts';
import { withdraw } from './round.ts';

const words = {
  title: text('停车电子发票', 'Parking e-invoice'),
  orders: text('开票订单', 'Orders'),
  none: text('请先添加付款记录', 'Please add a payment first'),
  add: text('添加付款', 'Add a payment'),
  plate: text('车牌号', 'Plate'),
  number: text('商户单号或小票订单号', 'Trade number, or order number of the receipt'),
  where: text(
    '商户单号见微信或支付宝账单详情；扫车场二维码打开本页时也可填小票上的订单号。',
    'The trade number stands in the details of your WeChat or Alipay bill; opened by the code of a car park, this page also takes the order number of a receipt.',
  ),
  addButton: text('添加', 'Add'),
  orderNo: text('订单号', 'Order'),
  done: text('已全部开票', 'Invoiced already'),
  total: text('可开票金额', 'To be invoiced'),
  buyer: text('购买方', 'Buyer'),
  person: text('个人', 'Person'),
  organisation: text('单位', 'Organisation'),
  name: text('发票抬头', 'Title'),
  taxNo: text('税号（单位必填）', 'Tax number (organisations)'),
  email: text('邮箱', 'E-mail'),
  phone: text('手机号（选填）', 'Mobile (optional)'),
  remember: text('在本机记住此抬头', 'Remember this title on this phone'),
  forget: text('忘记', 'Forget'),
  apply: text('申请开票', 'Apply'),
  state: text('状态', 'State'),
  no: text('发票号码', 'Number'),
  amount: text('金额', 'Amount'),
  tax: text('其中税额', 'Tax in it'),
  red: text('已红冲', 'Reversed'),
  refresh: text('刷新', 'Refresh'),
  download: text('下载', 'Download'),
  why: text('原因', 'Why'),
  needTitle: text('请填写发票抬头', 'Please enter the title'),
  needTax: text('单位发票须填写税号', 'An organisation needs its tax number'),
  badMail: text('邮箱格式不正确', 'That is not an e-mail address'),
  gone: text('该链接已失效', 'This link is no longer valid'),
  again: text('撤回并重新申请', 'Withdraw and apply again'),
  keep: text('请收藏本页以便查看和下载。', 'Keep this page to look again and to download.'),
};

const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type PageForm = Partial<Record<keyof typeof invoicePageAct.input, string>>;
type Say = (label: Text) => string;

function page(work: Work, status: number, body: string): Raw {
  const t = words.title[work.lang];
  const html = `<!doctype html><html lang="${work.lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${t}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/m/pay.css"><link rel="stylesheet" href="/m/form.css"><header><h1>${t}</h1></header><main>${body}</main><script src="/m/invoice.js"></script></html>`;
  return new Raw((reply) =>
    reply
      .status(status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .send(html),
  );
}

const row = (label: string, value: string): string =>
  `<div class="row"><span>${label}</span><span>${escaped(value)}</span></div>`;

const input = (t: Say, name: string, label: Text, value: string, more = ''): string =>
  `<label for="${name}">${t(label)}</label><input class="field" id="${name}" name="${name}" value="${escaped(value)}" autocomplete="off" ${more}>`;

const plateInput = (t: Say, value: string): string =>
  `<label for="plateNumber">${t(words.plate)}</label><div class="plate"><input id="plateNumber" name="plateNumber" value="${escaped(value)}" autocomplete="off" required maxlength="12"></div>`;

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`;

function orderCard(t: Say, { entry, freeFen, orderNo }: Billable): string {
  const { about, order } = entry;
  const free = freeFen > 0 ? `${formatFen(freeFen)}` : t(words.done);
  return `<section class="card"><h2>${escaped(about.plateNumber ?? '')}</h2>${row(dayAt(order.paidAt ?? about.createdTime), free)}${row(t(words.orderNo), orderNo)}</section>`;
}

function buyerForm(t: Say, form: PageForm, basket: string): string {
  const isOwn = form.buyerType === 'organisation';
  const option = (value: string, label: Text, chosen: boolean): string =>
    `<option value="${value}"${chosen ? ' selected' : ''}>${t(label)}</option>`;
  return `<form method="post" action="/m/invoice" data-keep="${t(words.remember)}" data-forget="${t(words.forget)}">${hidden('basket', basket)}${hidden('parkId', form.parkId ?? '')}
<label for="buyerType">${t(words.buyer)}</label><select class="field" id="buyerType" name="buyerType">${option('person', words.person, !isOwn)}${option('organisation', words.organisation, isOwn)}</select>
${input(t, 'invoiceTitle', words.name, form.invoiceTitle ?? '', 'required maxlength="100"')}
${input(t, 'buyerTaxNo', words.taxNo, form.buyerTaxNo ?? '', 'maxlength="20"')}
${input(t, 'email', words.email, form.email ?? '', 'type="email" maxlength="100"')}
${input(t, 'phone', words.phone, form.phone ?? '', 'type="tel" maxlength="20"')}
<button class="main" name="act" value="apply">${t(words.apply)}</button></form>`;
}

const addForm = (t: Say, form: PageForm, basket: string | null): string =>
  `<form method="post" action="/m/invoice">${basket ? hidden('basket', basket) : ''}${hidden('parkId', form.parkId ?? '')}
<h2>${t(words.add)}</h2>${plateInput(t, form.plateNumber ?? '')}
${input(t, 'number', words.number, form.number ?? '', 'required maxlength="64"')}
<p class="note">${t(words.where)}</p><button class="plain" name="act" value="add">${t(words.addButton)}</button></form>`;

async function drawForm(work: Work, basket: Basket | null, form: PageForm, problem?: Text): Promise<Raw> {
  const t: Say = (label) => label[work.lang];
  const orders = basket ? await ordersIn(work, basket) : [];
  const free = orders.reduce((sum, { freeFen }) => sum + Math.max(freeFen, 0), 0);
  const held = basket ? sealBasket(basket, work.now) : null;
  const bad = problem ? `<p class="bad" role="alert">${escaped(t(problem))}</p>` : '';
  const cards = orders.map((each) => orderCard(t, each)).join('');
  const sum =
    free > 0
      ? `<section class="card">${row(t(words.total), formatFen(free))}</section>`
      : `<p class="wait">${t(words.none)}</p>`;
  const apply = held && free > 0 ? buyerForm(t, form, held) : '';
  return page(work, problem ? 422 : 200, `${bad}${cards}${sum}${apply}${addForm(t, form, held)}`);
}

type Shown = {
  readonly status: keyof typeof invoiceStates;
  readonly invoiceTitle: string;
  readonly invoiceNo: string | null;
  readonly amountFen: number;
  readonly taxFen: number;
  readonly redFen: number;
  readonly failure: string | null;
  readonly file_url: string | null;
  readonly ofd_url: string | null;
  readonly xml_url: string | null;
};

const shownForm = (work: Work, { tenantId, formId }: Token): Promise<Shown | undefined> =>
  work.database.read(tenantScope(tenantId), async (db) => {
    const [found] = await db.raw<Shown>(
      `SELECT status, invoice_title AS "invoiceTitle", invoice_no AS "invoiceNo", amount_fen AS "amountFen",
       tax_fen AS "taxFen", coalesce(red_fen, 0) AS "redFen", failure, file_url, ofd_url, xml_url
       FROM invoice_apply_form WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [tenantId, formId],
    );
    return found;
  });

async function drawState(work: Work, sealed: string, token: Token): Promise<Raw> {
  const t: Say = (label) => label[work.lang];
  const form = await shownForm(work, token);
  if (!form) return page(work, 404, `<p class="wait">${t(words.gone)}</p>`);
  const to = encodeURIComponent(sealed);
  const links = Object.entries(fileKinds)
    .filter(([, { column }]) => form[column] !== null)
    .map(
      ([kind]) =>
        `<a class="plain" href="/m/invoice-file?kind=${kind}&amp;token=${to}">${t(words.download)} ${kind.toUpperCase()}</a>`,
    )
    .join('');
  const rows = [
    row(t(words.state), t(invoiceStates[form.status])),
    form.invoiceNo ? row(t(words.no), form.invoiceNo) : '',
    row(t(words.amount), formatFen(form.amountFen)),
    row(t(words.tax), formatFen(form.taxFen)),
    form.redFen > 0 ? row(t(words.red), formatFen(form.redFen)) : '',
    form.failure ? row(t(words.why), form.failure) : '',
  ].join('');
  const again =
    form.status === 'failed'
      ? `<form method="post" action="/m/invoice">${hidden('token', sealed)}<button class="plain" name="act" value="withdraw">${t(words.again)}</button></form>`
      : '';
  return page(
    work,
    200,
    `<section class="card"><h2>${escaped(form.invoiceTitle)}</h2>${rows}</section>${again}${links}<a class="plain" href="/m/invoice?token=${to}">${t(words.refresh)}</a><p class="wait">${t(words.keep)}</p>`,
  );
}

/** @throws Refused where the title is not one an invoice may have */
function buyerIn(form: PageForm): Buyer {
  const isOwn = form.buyerType === 'organisation';
  const invoiceTitle = (form.invoiceTitle ?? '').replace(/\s+/g, ' ').trim();
  const buyerTaxNo = canonicalCreditCode(form.buyerTaxNo ?? '') || null;
  const email = (form.email ?? '').trim() || null;
  const phone = (form.phone ?? '').replace(/[^\d+]/g, '').slice(0, 20) || null;
  if (invoiceTitle === '' || invoiceTitle.length > 100 || /[<>"\\]/.test(invoiceTitle))
    throw ruleRefused(words.needTitle);
  if (isOwn && !buyerTaxNo) throw ruleRefused(words.needTax);
  const problem = isOwn && buyerTaxNo ? checkTaxNumber(buyerTaxNo) : null;
  if (problem) throw ruleRefused(TAX_NUMBER_PROBLEMS[problem]);
  if (email && !/^[^\s@<>"']{1,64}@[^\s@<>"']+\.[^\s@<>"']+$/.test(email)) throw ruleRefused(words.badMail);
  return {
    buyerType: isOwn ? 'organisation' : 'person',
    invoiceTitle,
    buyerTaxNo: isOwn ? buyerTaxNo : null,
    email,
    phone,
  };
}

async function show(work: Work): Promise<Raw> {
  await beforeLook(work);
  const { token, ticket, parkId } = work.input as { token?: string; ticket?: string; parkId?: string };
  const known = openToken(token, work.now);
  if (token && known) return drawState(work, token, known);
  if (token) return page(work, 404, `<p class="wait">${words.gone[work.lang]}</p>`);
  return drawForm(work, basketOfTicket(ticket, work.now), parkId ? { parkId } : {});
}

async function act(work: Work): Promise<Raw> {
  await beforeLook(work);
  const form = Object.fromEntries(
    Object.entries(work.input).filter(([, value]) => typeof value === 'string' && value !== ''),
  ) as PageForm;
  let basket = openBasket(form.basket, work.now);
  const known = openToken(form.token, work.now);
  try {
    if (form.act === 'withdraw' && form.token && known) {
      await withdraw(work.database, { tenantId: known.tenantId, id: known.formId }, work.now);
      return await drawForm(work, await basketOfForm(work, known), {});
    }
    if (form.act === 'add') {
      const { number = '', plateNumber = '', parkId } = form;
      basket = await addOrder(work, basket, { parkId, number, plate: plateNumber });
      const { number: _, plateNumber: __, ...rest } = form;
      return await drawForm(work, basket, rest);
    }
    if (form.act === 'apply' && basket) {
      const free = (await ordersIn(work, basket)).filter(({ freeFen }) => freeFen > 0);
      const orders = free.map(({ entry }) => entry.order.id);
      if (orders.length === 0) throw ruleRefused(words.none);
      const token = await applyNow(work, { ...basket, orders }, buyerIn(form));
      return await drawState(work, token, openToken(token, work.now)!);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return drawForm(work, basket, form, error.words);
  }
  return drawForm(work, basket, form);
}

async function file(work: Work): Promise<Raw> {
  await beforeLook(work);
  const { token, kind } = work.input as { token?: string; kind?: string };
  const known = openToken(token, work.now);
  const of = kind === 'pdf' || kind === 'ofd' || kind === 'xml' ? fileKinds[kind] : null;
  const form = known && of ? await shownForm(work, known) : undefined;
  const hash = form && of ? (form[of.column]?.split('/').at(-1) ?? null) : null;
  const tenantId = known?.tenantId ?? 0;
  return work.database.read(tenantScope(tenantId), (db) => storedDocument(db, tenantId, hash));
}

export const pageServed: Served[] = [
  serve(invoicePage, show, { mode: 'open' }),
  serve(invoicePageAct, act, { mode: 'open' }),
  serve(invoicePageFile, file, { mode: 'open' }),
];
