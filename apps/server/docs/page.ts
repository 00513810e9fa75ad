/**
 * The page that shows the calls: no library, no foreign host, drawn from `/api/docs/openapi.json` by text nodes alone.
 */
export const style = `
:root { color-scheme: light dark; --line: #d9dee5; --soft: #f5f7fa; --ink: #1f2933; --mute: #66727f; --blue: #1661c4; --green: #1b7f4b; }
@media (prefers-color-scheme: dark) { :root { --line: #38424d; --soft: #1d242c; --ink: #e6eaee; --mute: #9aa6b2; --blue: #7db1f5; --green: #6fce9d; } body { background: #12171c; } }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; color: var(--ink); }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 10px 16px; background: var(--soft); border-bottom: 1px solid var(--line); }
header h1 { font-size: 16px; margin: 0 12px 0 0; }
input, select, button, textarea { font: inherit; color: inherit; padding: 4px 8px; border: 1px solid var(--line); border-radius: 4px; background: transparent; }
header input { flex: 1 1 180px; }
button { cursor: pointer; }
main { max-width: 1080px; margin: 0 auto; padding: 8px 16px 80px; }
h2 { font-size: 15px; margin: 20px 0 6px; }
details { border: 1px solid var(--line); border-radius: 4px; margin: 4px 0; }
summary { display: flex; flex-wrap: wrap; gap: 10px; padding: 6px 10px; cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--blue); }
code, pre, textarea { font-family: ui-monospace, Consolas, monospace; font-size: 13px; }
.method { min-width: 48px; font-weight: 600; color: var(--green); }
.method.post { color: var(--blue); }
.path { overflow-wrap: anywhere; }
.mute { color: var(--mute); }
.inner { padding: 4px 12px 12px; border-top: 1px solid var(--line); }
table { width: 100%; table-layout: fixed; border-collapse: collapse; margin: 6px 0; }
th:nth-child(1), th:nth-child(2) { width: 28%; }
th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
pre:empty { display: none; }
pre { max-height: 320px; overflow: auto; background: var(--soft); padding: 8px; border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
textarea { width: 100%; min-height: 70px; }
.try { display: flex; gap: 8px; margin: 6px 0; } .try input { flex: 1; }
`;

export const script = `
'use strict';
const words = {
  zh: { title: '接口文档', area: '领域', search: '搜索接口、路径、权限', token: '访问令牌（用于试用）', all: '全部领域', calls: '个接口', events: '事件推送', parameters: '参数', body: '请求体', answer: '返回', permission: '权限', name: '名称', type: '类型', about: '说明', required: '必填', send: '发送', loading: '正在加载…', failed: '文档加载失败', query: '查询参数，如 current=1&size=10', public: '无需登录', session: '登录即可' },
  en: { title: 'API documents', area: 'Area', search: 'Search calls, paths, permissions', token: 'Access token (to try calls)', all: 'All areas', calls: 'calls', events: 'Events that are pushed', parameters: 'Parameters', body: 'Body', answer: 'Response', permission: 'Permission', name: 'Name', type: 'Type', about: 'About', required: 'required', send: 'Send', loading: 'Loading…', failed: 'The documents could not be loaded', query: 'Query, such as current=1&size=10', public: 'no login needed', session: 'any login' },
};
let lang = new URLSearchParams(location.search).get('lang') || (/^en/i.test(navigator.language) ? 'en' : 'zh');
if (lang !== 'en') lang = 'zh';
let api = null;
const $ = (id) => document.getElementById(id);
const w = () => words[lang];
const el = (tag, attributes, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (name === 'on') for (const [event, then] of Object.entries(value)) node.addEventListener(event, then); else node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
};
const inLanguage = (both) => { const parts = String(both || '').split(' / '); return parts.length === 2 ? parts[lang === 'zh' ? 0 : 1] : String(both || ''); };
const resolved = (node) => node && node.$ref ? node.$ref.split('/').slice(1).reduce((at, key) => at[key], api) : node;
const typeOf = (schema) => {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if (schema.allOf) return schema.allOf.map(typeOf).filter(Boolean).join(' + ');
  if (schema['x-options']) return Object.entries(schema['x-options']).map(([key, label]) => key + '=' + label[lang]).join(', ');
  if (schema.type === 'array') return '[' + typeOf(schema.items) + ']';
  return [schema.type, schema.format].filter(Boolean).join(' ') + (schema['x-resource'] ? ' → ' + schema['x-resource'] : '');
};
const table = (lines) => el('table', {}, el('thead', {}, el('tr', {}, ...[w().name, w().type, w().about].map((head) => el('th', { scope: 'col' }, head)))),
  el('tbody', {}, ...lines.map(([name, schema, about, required]) => el('tr', {}, el('td', {}, el('code', {}, name), required ? ' *' : ''), el('td', {}, typeOf(schema)), el('td', {}, [inLanguage(schema && schema.title), inLanguage(about || (schema && schema.description))].filter(Boolean).join(' · '))))));
const fieldsOf = (schema, required) => Object.entries((schema && schema.properties) || {}).map(([name, field]) => [name, field, '', (required || []).includes(name)]);
const dataOf = (operation) => {
  const content = operation.responses['200'].content['application/json'];
  return content ? content.schema.allOf[1].properties.data : null;
};
const rowOf = (data) => {
  if (!data) return null;
  if (data.$ref) return resolved(data);
  if (data.allOf) { const records = data.allOf[1].properties.records; return resolved(records.items); }
  return data;
};
async function send(method, path, query, body, out) {
  const headers = { 'Accept-Language': lang };
  if ($('token').value.trim()) headers.Authorization = 'Bearer ' + $('token').value.trim();
  if (body) headers['Content-Type'] = 'application/json';
  try {
    const answer = await fetch(path + (query ? '?' + query : ''), { method, headers, body: body || undefined });
    const text = await answer.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { shown = text.slice(0, 2000); }
    out.textContent = answer.status + '\\n' + shown;
  } catch (error) { out.textContent = String(error); }
}
function tryIt(method, path, operation) {
  const query = el('input', { placeholder: w().query, 'aria-label': w().query });
  const address = el('input', { 'aria-label': 'URL', value: path });
  const body = operation.requestBody ? el('textarea', { 'aria-label': w().body }, '{}') : null;
  const out = el('pre', { 'aria-live': 'polite' });
  return el('div', {}, el('div', { class: 'try' }, address, method === 'GET' ? query : null, el('button', { type: 'button', on: { click: () => send(method, address.value, query.value, body && body.value, out) } }, w().send)), body, out);
}
function detail(method, path, operation) {
  const parameters = (operation.parameters || []).map(resolved);
  const body = operation.requestBody && operation.requestBody.content['application/json'].schema;
  const row = rowOf(dataOf(operation));
  const rows = fieldsOf(row);
  return el('div', { class: 'inner' },
    el('p', { class: 'mute' }, w().permission + ': ' + (w()[operation['x-permission']] || operation['x-permission']) + ' · ' + operation.operationId),
    operation.description ? el('p', {}, operation.description.split('\\n\\n').map(inLanguage).join(' · ')) : null,
    parameters.length ? el('h4', {}, w().parameters) : null, parameters.length ? table(parameters.map((each) => [each.name, each.schema, each.description, each.required])) : null,
    body ? el('h4', {}, w().body) : null, body ? table(fieldsOf(body, body.required || body['x-required-when-added'])) : null,
    rows.length ? el('h4', {}, w().answer) : null, rows.length ? table(rows) : null,
    tryIt(method, path, operation));
}
function item(method, path, operation) {
  const box = el('details', {}, el('summary', {}, el('span', { class: 'method ' + method.toLowerCase() }, method), el('code', { class: 'path' }, path), el('span', {}, operation['x-title'][lang])));
  box.addEventListener('toggle', () => { if (box.open && box.children.length === 1) box.append(detail(method, path, operation)); });
  return box;
}
function eventSection(name, operation) {
  const schema = operation.requestBody.content['application/json'].schema;
  return el('details', {}, el('summary', {}, el('span', { class: 'method post' }, 'POST'), el('code', { class: 'path' }, name), el('span', {}, operation['x-title'][lang])),
    el('div', { class: 'inner' }, el('p', { class: 'mute' }, w().permission + ': ' + operation['x-permission']), table(operation.parameters.map((each) => [each.name, each.schema, each.description, each.required])),
      el('h4', {}, w().body), table(fieldsOf(schema, schema.required)), el('h4', {}, 'data'), table(fieldsOf(schema.properties.data))));
}
const areaName = ({ name, 'x-title': title }) => title ? title[lang] : name;
function dress() {
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.title = w().title;
  $('title').textContent = w().title;
  $('search').placeholder = w().search; $('search').setAttribute('aria-label', w().search);
  $('token').placeholder = w().token; $('token').setAttribute('aria-label', w().token);
  $('area').setAttribute('aria-label', w().area);
  $('lang').textContent = lang === 'zh' ? 'English' : '中文';
  $('area').options[0].textContent = w().all;
  $('count').textContent = api ? '' : w().loading;
}
function draw() {
  dress();
  if (!api) return;
  const wanted = $('search').value.trim().toLowerCase();
  const chosen = $('area').value;
  const names = new Map(api.tags.map((tag) => [tag.name, areaName(tag)]));
  for (const option of $('area').options) if (option.value) option.textContent = names.get(option.value);
  const groups = new Map(api.tags.map((tag) => [tag.name, []]));
  for (const [path, methods] of Object.entries(api.paths)) for (const [method, operation] of Object.entries(methods)) {
    const text = [path, operation.operationId, operation['x-permission'], operation['x-title'].zh, operation['x-title'].en].join(' ').toLowerCase();
    if ((!wanted || text.includes(wanted)) && (!chosen || operation.tags[0] === chosen)) groups.get(operation.tags[0]).push([method.toUpperCase(), path, operation]);
  }
  const shown = [...groups].filter(([, list]) => list.length);
  $('count').textContent = shown.reduce((sum, [, list]) => sum + list.length, 0) + ' ' + w().calls;
  const events = chosen && chosen !== 'webhook' ? [] : Object.entries(api.webhooks).filter(([name, { post }]) => !wanted || [name, post['x-title'].zh, post['x-title'].en].join(' ').toLowerCase().includes(wanted));
  $('calls').replaceChildren(...shown.map(([area, list]) => el('section', {}, el('h2', {}, names.get(area) + ' (' + list.length + ')'), ...list.map((each) => item(...each)))),
    ...(events.length ? [el('section', {}, el('h2', {}, w().events + ' (' + events.length + ')'), ...events.map(([name, { post }]) => eventSection(name, post)))] : []));
}
draw();
let waiting = 0;
$('search').addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(draw, 120); });
$('area').addEventListener('change', draw);
$('lang').addEventListener('click', () => { lang = lang === 'zh' ? 'en' : 'zh'; draw(); });
fetch('/api/docs/openapi.json').then((answer) => answer.json()).then((document) => {
  api = document;
  $('area').append(...api.tags.map(({ name }) => el('option', { value: name })));
  draw();
}).catch(() => { $('count').textContent = ''; $('calls').textContent = w().failed; });
`;

export const pageHtml = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>接口文档</title><style>${style}</style></head>
<body><header><h1 id="title">接口文档</h1><input id="search" type="search"><select id="area" aria-label="领域"><option value=""></option></select><input id="token" type="password" autocomplete="off"><button id="lang" type="button">English</button><span id="count" class="mute" role="status"></span></header><main id="calls"></main><script>${script}</script></body></html>
`;
