/** The page a driver sees who scans a discount code: no script, no login, one field. */
import { createHash } from 'node:crypto';
import { plateIdentity } from '#domain/plate/plate.ts';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { codeHeld, holds, takeByCode } from './codes.ts';

const words = {
  title: text('停车优惠', 'Parking discount'),
  plate: text('请输入车牌号', 'Your plate'),
  take: text('领取', 'Claim'),
  from: text('由 {seller} 赠送', 'From {seller}'),
  at: text('用于 {park}', 'For {park}'),
  done: text('已领取：{plate} 出场时自动抵扣', 'Done: taken off at the exit of {plate}'),
  until: text('有效期至 {time}', 'Valid until {time}'),
  over: text('该二维码已使用或已失效', 'This code is used or no longer valid'),
  none: text('二维码无效，请重新扫码', 'Invalid code. Please scan again.'),
  wrong: text('请输入正确的车牌号', 'Please enter a plate'),
};

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;font:17px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;background:Canvas;color:CanvasText}
main{width:min(92vw,380px);padding:24px 0}h1{margin:0 0 4px;font-size:24px}p{margin:4px 0}label{display:block;margin:20px 0 6px}
input,button{width:100%;min-height:52px;padding:8px 14px;font:inherit;border-radius:8px;border:1px solid GrayText}input{font-size:24px;letter-spacing:2px;text-transform:uppercase}
button{margin-top:14px;border:0;background:#1661c4;color:#fff;font-weight:600}.bad{color:#c22}.ok{color:#1b7f4b;font-weight:600}@media(prefers-color-scheme:dark){.bad{color:#ff8a80}.ok{color:#6fce9d}}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const filled = (words_: string, values: Readonly<Record<string, string>>): string =>
  escaped(words_.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));

type Shown = {
  readonly status: number;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly problem?: string;
  readonly done?: string;
  readonly form?: { code: string; plate: string };
};

const answer = (work: Work, { status, heading, lines, problem, done, form }: Shown): Raw => {
  const t = (label: Text): string => label[work.lang];
  const ask = form
    ? `<form method="post" action="/m/derate"><input type="hidden" name="code" value="${escaped(form.code)}"><label for="plate">${t(words.plate)}</label><input id="plate" name="plateNumber" required maxlength="12" autocomplete="off" value="${escaped(form.plate)}"><button>${t(words.take)}</button></form>`
    : '';
  const html = `<!doctype html><html lang="${work.lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${t(words.title)}</title><style>${style}</style><main><h1>${escaped(heading)}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}${problem ? `<p class="bad" role="alert">${escaped(problem)}</p>` : ''}${done ? `<p class="ok" role="status">${done}</p>` : ''}${ask}</main></html>`;
  return new Raw((reply) =>
    reply
      .status(status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .send(html),
  );
};

async function page(work: Work, act: boolean): Promise<Raw> {
  const t = (label: Text): string => label[work.lang];
  const { code, plateNumber } = work.input as { code?: string; plateNumber?: string };
  const found = await codeHeld(work, String(code ?? '')).catch((error: unknown) => {
    if (error instanceof Refused && error.id === 'no_such_record') return null;
    throw error;
  });
  if (!found) return answer(work, { status: 404, heading: t(words.title), lines: [], problem: t(words.none) });
  const lines = [filled(t(words.from), { seller: found.seller_name }), filled(t(words.at), { park: found.park_name })];
  const shown = { heading: found.derate_name, lines };
  if (!holds(found, work.now)) return answer(work, { ...shown, status: 410, problem: t(words.over) });
  const plate = plateIdentity(plateNumber ?? '');
  const form = { code: String(code), plate };
  if (!act) return answer(work, { ...shown, status: 200, form });
  if (plate.length < 5 || plate.length > 12 || /[<>"'`;\\]/.test(plate))
    return answer(work, { ...shown, status: 400, problem: t(words.wrong), form });
  try {
    const { validUntil } = await takeByCode(work, found, plate);
    const time = new Intl.DateTimeFormat(work.lang === 'zh' ? 'zh-CN' : 'en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: found.zone ?? 'Asia/Shanghai',
    }).format(new Date(validUntil));
    return answer(work, {
      ...shown,
      status: 200,
      done: filled(t(words.done), { plate }),
      lines: [...lines, filled(t(words.until), { time })],
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return answer(work, { ...shown, status: 422, problem: t(error.words), form });
  }
}

const input = {
  code: str(text('二维码', 'Code'), { max: 40 }),
  plateNumber: str(text('车牌号', 'Plate'), { max: 20 }),
};
const show = call({
  name: 'derateCode.page',
  title: text('扫码领取页', "Driver's page of a code"),
  area: 'derate',
  method: 'GET',
  path: '/m/derate',
  permission: 'public',
  answer: 'file',
  input,
});
const take = call({
  name: 'derateCode.takePage',
  title: text('扫码领取页：领取', "Driver's page of a code: take"),
  area: 'derate',
  method: 'POST',
  path: '/m/derate',
  permission: 'public',
  answer: 'file',
  input,
});

export const driverPageServed: Served[] = [
  serve(show, (work) => page(work, false), { mode: 'open' }),
  serve(take, (work) => page(work, true), { mode: 'open' }),
];
