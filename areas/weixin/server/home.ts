/**
 * The driver's home of a car park: what he can do there, as the car park has set it. No script, no login, nothing of
 * anybody's car.
 */
import { networkOf } from '#domain/network/network.ts';
import { knock } from '#areas/access/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { driverHome } from '../model/parkminiprogram.ts';
import type { MiniConfigType } from '../model/words.ts';
import { settingsOf } from './answer.ts';

const words = {
  title: text('停车服务', 'Parking'),
  none: text('请扫描车场的二维码打开本页。', 'Please scan the code of the car park to open this page.'),
  pay: text('停车缴费', 'Pay for parking'),
  debts: text('补缴欠费', 'Pay debts'),
  coupons: text('领取卡券', 'Coupons'),
  hotline: text('客服电话', 'Hotline'),
  hours: text('服务时间', 'Service hours'),
  privacy: text('隐私说明', 'Privacy'),
};

type Lot = { readonly id: string; readonly name: string; readonly tenantId: number; readonly companyId: string };
type Settings = Partial<Record<MiniConfigType, string>>;

async function lotAt(db: Db, id: string): Promise<Lot | null> {
  const [lot] = await db.raw<Lot>(
    `SELECT id, park_name AS name, tenant_id AS "tenantId", company_id AS "companyId" FROM park WHERE id = $1 AND deleted_at IS NULL`,
    [id],
  );
  return lot ?? null;
}

/** The car park's own; hotline and hours that it has not set are its company's. */
async function homeSettings(db: Db, lot: Lot): Promise<Settings> {
  const { hotline, serviceHours } = await settingsOf(db, lot);
  const rows = await db.raw<{ name: MiniConfigType; value: string }>(
    `SELECT config_type AS name, config_value AS value FROM park_mini_other_config
     WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL`,
    [lot.tenantId, lot.id],
  );
  return {
    ...(hotline ? { hotline } : {}),
    ...(serviceHours ? { serviceHours } : {}),
    ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}

const policy = `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

function body(lot: Lot, set: Settings, t: (label: Text) => string): string {
  const way = (to: string, label: Text): string =>
    `<p><a class="plain" href="${to}?parkId=${lot.id}">${t(label)}</a></p>`;
  const row = (label: Text, value: string): string =>
    `<div class="row"><span>${t(label)}</span><span>${value}</span></div>`;
  const number = (set.hotline ?? '').replace(/[^\d+]/g, '');
  const call = set.hotline ? `<a href="tel:${number}">${escaped(set.hotline)}</a>` : '';
  const about = [
    ...(call ? [row(words.hotline, call)] : []),
    ...(set.serviceHours ? [row(words.hours, escaped(set.serviceHours))] : []),
  ].join('');
  return [
    set.notice ? `<p class="wait">${escaped(set.notice)}</p>` : '',
    way('/m/pay', words.pay),
    set.showDebts === 'off' ? '' : way('/m/debts', words.debts),
    set.showCoupons === 'off' ? '' : `<p><a class="plain" href="/m/coupons">${t(words.coupons)}</a></p>`,
    about ? `<section class="card">${about}</section>` : '',
    set.privacyLink?.startsWith('https://')
      ? `<p><a href="${escaped(set.privacyLink)}">${t(words.privacy)}</a></p>`
      : '',
  ].join('');
}

async function home(work: Work): Promise<Raw> {
  await knock(work.database, [{ key: `driver-home:${networkOf(work.request.ip)}`, most: 60, seconds: 60 }]);
  const t = (label: Text): string => label[work.lang];
  const id = String((work.input as { parkId?: string | null }).parkId ?? '').toLowerCase();
  const found = isId(id)
    ? await work.database.read(platformScope, async (db) => {
        const lot = await lotAt(db, id);
        return lot && { lot, set: await homeSettings(db, lot) };
      })
    : null;
  const title = escaped(found?.lot.name ?? t(words.title));
  const main = found ? body(found.lot, found.set, t) : `<p class="wait">${t(words.none)}</p>`;
  const html = `<!doctype html><html lang="${work.lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/m/pay.css"><header><h1>${title}</h1></header><main>${main}</main></html>`;
  return new Raw((reply) =>
    reply
      .status(found || id === '' ? 200 : 404)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .send(html),
  );
}

export const homeServed: Served[] = [serve(driverHome, home, { mode: 'open' })];
