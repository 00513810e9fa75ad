import { readFileSync } from 'node:fs';
import { callKey, contract } from './standing.ts';
const doc = JSON.parse(readFileSync('docs/generated/openapi.json','utf8'));
const decl = new Map<string, Set<string>>();
for (const [path, ops] of Object.entries<any>(doc.paths)) for (const [m, op] of Object.entries<any>(ops)) {
  const names = new Set<string>();
  for (const p of op.parameters ?? []) names.add(p.name ?? p.$ref.split('/').at(-1));
  const b = op.requestBody?.content?.['application/json']?.schema;
  for (const n of Object.keys(b?.properties ?? {})) names.add(n);
  decl.set(callKey(m.toUpperCase(), path), names);
}
const paging = new Set(['current','size','pageNumber','pageSize','start','limit','id','ids']);
let n=0,k=0; const bad: string[] = [];
for (const row of contract.calls) {
  const key = callKey(row.method!, row.path!);
  const d = decl.get(key) ?? decl.get(callKey(row.method==='GET'?'POST':'GET', row.path!));
  if (!d) continue;
  const ps = `${row.query},${row.body}`.split(',').map(s=>s.trim().replace(/\?$/,'')).filter(Boolean);
  const miss = ps.filter(p=>{n++; return !d.has(p) && !paging.has(p)});
  if (miss.length) { k+=miss.length; bad.push(`${row.method} ${row.path}\t${row.entity}\t${row.verb}\t${miss.join(',')}\t| ${[...d].filter(x=>!x.endsWith('From')&&!x.endsWith('To')).slice(0,25).join(',')}`); }
}
console.log(n,k,bad.length); console.log(bad.join('\n'));
