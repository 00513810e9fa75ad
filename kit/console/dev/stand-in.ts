// Stand-in: rows made up from the declarations, for looking at pages.
import { createServer } from 'node:http';
import { readFileSync, existsSync } from 'node:fs';
import { join, extname } from 'node:path';
import { areas } from '#apps/console/areas.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Field } from '#kit/declare/field.ts';

const dir = join(import.meta.dirname, '../../../dist/console');
const models = await Promise.all(areas.map((area) => area.model()));
const resources = models.flatMap((m) => m.resources) as Resource[];
const reports = models.flatMap((m) => m.reports);
const names = ['万象城停车场', '人民医院地下车库', '高铁南站P2', '科技园A座', '滨江花园', '解放路路侧', '会展中心东区', '中山公园'];
let seed = 7;
const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const value = (name: string, f: Field, i: number): unknown => {
  if (!f.required && rnd(9) === 0) return null;
  switch (f.kind) {
    case 'text': return /ame/.test(name) ? names[i % names.length] : /zone/i.test(name) ? 'Asia/Shanghai' : `A${100 + i}`;
    case 'longText': return '备注：东侧入口早高峰由人工引导，夜间关闭。';
    case 'integer': return rnd(900);
    case 'decimal': return rnd(9000) / 100;
    case 'money': return rnd(900000) - (rnd(20) === 0 ? 500000 : 0);
    case 'percent': return rnd(10000);
    case 'boolean': return rnd(2) === 0;
    case 'select': { const k = Object.keys(f.options ?? { a: 1 }); return k[rnd(k.length)]; }
    case 'multiSelect': return Object.keys(f.options ?? {}).slice(0, 2);
    case 'relation': return uuid(rnd(8));
    case 'relations': return [uuid(1), uuid(2)];
    case 'plate': return ['京A12345', '沪AD12345', '粤B8K88Q', '浙C3F901', '无牌车'][i % 5];
    case 'phone': return `138${String(10000000 + rnd(89999999))}`;
    case 'date': return `2026-11-${String(1 + rnd(20)).padStart(2, '0')}`;
    case 'month': return '2026-10';
    case 'dateTime': return new Date(Date.UTC(2026, 10, 1 + rnd(19), rnd(24), rnd(60), rnd(60))).toISOString();
    case 'timeOfDay': return '08:30';
    case 'duration': return rnd(90000);
    case 'colour': return '#409EFF';
    case 'image': return '/api/updown/file/' + 'a'.repeat(64);
    case 'geoPoint': return { lng: 121.47, lat: 31.23 };
    case 'secret': return '••••';
    case 'cron': return '0 3 * * *';
    case 'url': return 'https://example.com/notice';
    case 'email': return 'service@example.com';
    default: return null;
  }
};
const rowOf = (of: Resource, i: number) => {
  const row: Record<string, unknown> = { id: uuid(i), createdAt: '2026-11-01T02:03:04Z', updatedAt: '2026-11-12T02:03:04Z', may: ['edit', 'remove', ...Object.keys(of.lifecycle?.actions ?? {}), ...of.actions.map((a) => a.call.name.split('.').pop()!)] };
  const labels: Record<string, string> = {};
  for (const [name, f] of Object.entries(of.fields)) { row[name] = value(name, f, i); if (f.kind === 'relation' && row[name]) labels[name] = names[rnd(8)]!; if (f.kind === 'relations' && row[name]) labels[name] = '甲、乙'; }
  if (of.lifecycle) { const s = Object.keys(of.lifecycle.states); row[of.lifecycle.field] = s[i % s.length]; }
  row.labels = labels;
  return row;
};
const env = (data: unknown) => JSON.stringify({ code: 200, success: true, msg: '操作成功', data });
const menuOf = () => {
  const group = (area: string, zh: string, en: string, icon: string) => ({ id: area, parentId: '0', name: zh, nameEn: en, icon, path: '', children: [...resources, ...reports].filter((r) => r.area === area && r.route).map((r) => ({ id: r.name, parentId: area, name: r.title.zh, nameEn: r.title.en, path: r.route, icon: 'list', children: [] })) });
  const known = [...new Set([...resources, ...reports].map((r) => r.area))];
  const look: Record<string, [string, string, string]> = { org: ['组织机构', 'Organisation', 'company'], access: ['系统管理', 'System', 'settings'], lot: ['车场资料', 'Lots', 'park'], device: ['设备管理', 'Devices', 'device'], vehicle: ['车辆管理', 'Vehicles', 'car'], fee: ['收费规则', 'Fees', 'fee'], passage: ['进出记录', 'Passages', 'gate'], billing: ['收费流水', 'Billing', 'order'], report: ['统计报表', 'Reports', 'chart'] };
  return [{ id: 'h', parentId: '0', name: '首页', nameEn: 'Home', path: '/wel/index', icon: 'home', children: [] }, ...known.map((a) => group(a, ...(look[a] ?? [a, a, 'list'])))];
};
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#8aa"/><rect x="200" y="150" width="240" height="120" rx="30" fill="#246"/></svg>`;
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml', '.json': 'application/json' };
const port = Number(process.env['PORT'] ?? 8099);
createServer((req, res) => {
  const url = new URL(req.url!, 'http://x');
  const p = url.pathname;
  const send = (data: unknown, status = 200) => { res.writeHead(status, { 'content-type': 'application/json' }); res.end(status === 200 ? env(data) : JSON.stringify(data)); };
  if (!p.startsWith('/api')) {
    const file = extname(p) ? join(dir, p) : join(dir, 'index.html');
    if (!existsSync(file)) { res.writeHead(404).end(); return; }
    const br = existsSync(file + '.br');
    res.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...(br ? { 'content-encoding': 'br' } : {}), ...(file.endsWith('.html') ? { 'content-security-policy': `default-src 'self'; script-src 'self' '${JSON.parse(readFileSync(join(dir, 'csp.json'), 'utf8')).scripts[0]}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:` } : {}) });
    res.end(readFileSync(br ? file + '.br' : file));
    return;
  }
  if (p.endsWith('/user/token') ) { let b = ''; req.on('data', (d) => (b += d)).on('end', () => { const { password } = JSON.parse(b); password === 'bad' ? send({ code: 400, success: false, msg: '账号或密码错误', error: 'wrong_password', data: null }, 400) : send({ accessToken: 'a', refreshToken: 'r', expiresIn: 30000 }); }); return; }
  if (p.endsWith('/userinfo')) return send({ account: 'admin', realName: '王站长', userId: uuid(1), roles: [], permissions: ['*'], companyId: uuid(1), companyName: '华东停车集团有限公司', tenantId: 1, zone: 'Asia/Shanghai', platform: true });
  if (p.endsWith('/getLoginConfig')) return send({ title: '智慧停车管理系统', titleEn: 'Smart Parking Management System', shortTitle: '智慧停车', logo: null, filings: [{ text: '沪ICP备00000000号', url: 'https://beian.miit.gov.cn' }] });
  if (p.endsWith('/topMenu/listAll')) return send([{ id: '1', name: '停车管理', nameEn: 'Parking', sort: 1 }, { id: '2', name: '路侧运营', nameEn: 'Curb', sort: 2 }, { id: '3', name: '系统', nameEn: 'System', sort: 3 }]);
  if (p.endsWith('/routesParentIdTop')) return send(menuOf());
  if (p.includes('/options/')) return send(url.searchParams.get('ids') ? url.searchParams.get('ids')!.split(',').map((v) => ({ value: v, label: names[Number(v.slice(-2)) % 8] })) : names.filter((n) => n.includes(url.searchParams.get('keyword') ?? '')).map((label, i) => ({ value: uuid(i), label })));
  if (p.endsWith('/getMqttConfig')) return process.env['NOBROKER'] ? send({ code: 503, msg: 'x', success: false }, 503) : send({ url: 'ws://127.0.0.1:8098', username: 'u', password: 'p', clientId: 'c1', topics: [] });
  if (p.includes('/preference')) return send(null);
  if (p.includes('/updown/file/')) { res.writeHead(200, { 'content-type': 'image/svg+xml' }); res.end(svg); return; }
  if (p.includes('/tree/')) { const of = resources.find((r) => p.endsWith('/' + r.name))!; const all = Array.from({ length: 9 }, (_, i) => ({ ...rowOf(of, i), children: [] as unknown[] })); all[0]!.children = all.slice(1, 4); all[2]!.children = all.slice(4, 7); return send([all[0], all[7], all[8]]); }
  for (const of of resources) {
    if (listPaths(of).includes(p)) {
      if (url.searchParams.get('keyword') === 'boom') return send({ code: 500, success: false, msg: '服务器内部错误', error: 'internal', errorId: 'e-7f3a2c', data: null }, 500);
      const size = Number(url.searchParams.get('size')), current = Number(url.searchParams.get('current')), total = url.searchParams.get('keyword') === 'none' ? 0 : 1287;
      const records = total === 0 ? [] : Array.from({ length: Math.min(size, total - (current - 1) * size) }, (_, i) => rowOf(of, (current - 1) * size + i));
      return send({ records, total, size, current, pages: Math.ceil(total / size), ...(of.totals.length ? { totals: Object.fromEntries(of.totals.map((t) => [t, rnd(90000000)])) } : {}) });
    }
    if (p === `${of.wire.base}/${of.wire.detail ?? 'detail'}`) return send(rowOf(of, Number(url.searchParams.get('id')!.slice(-6))));
    if (p === `${of.wire.base}/${of.wire.submit ?? 'submit'}`) { let b = ''; req.on('data', (d) => (b += d)).on('end', () => (b.includes('坏') ? send({ code: 400, success: false, msg: '输入有误', error: 'bad_input', errors: [{ field: Object.keys(of.fields)[0], msg: '名称已存在' }], data: null }, 400) : send({ id: uuid(1) }))); return; }
    if (p.startsWith(of.wire.base + '/')) return send(null);
  }
  for (const r of reports) if (p === r.wire.path) {
    const records = Array.from({ length: 14 }, (_, i) => Object.fromEntries(Object.entries({ ...r.dimensions, ...r.measures }).map(([n, f]) => [n, f.kind === 'date' ? `2026-11-${String(i + 1).padStart(2, '0')}` : value(n, { ...f, required: true }, i)])));
    const sum = Object.fromEntries(Object.keys(r.measures).map((m) => [m, records.reduce((s, x) => s + Number(x[m] ?? 0), 0)]));
    return send({ records, total: 14, current: 1, size: 500, pages: 1, totals: sum, previous: Object.fromEntries(Object.entries(sum).map(([k, v]) => [k, Math.round(v * 0.9)])) });
  }
  send({ code: 404, success: false, msg: '接口不存在', error: 'no_such_call', data: null }, 404);
}).listen(port, '127.0.0.1', () => console.log('stand-in', port));
