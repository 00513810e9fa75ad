/**
 * A group's configuration as a folder: written out, compared, applied, copied to a second lot, and kept to whoever may.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { HOUR, MINUTE, openLot, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import type { LaneName } from '#areas/passage/server/lot.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { nodeOptions } from '#test/node-options.ts';

type Files = Record<string, string>;
type More = { prune?: boolean; as?: string; lang?: 'zh' | 'en' };
let product: TestProduct;
let lot: string;
let tariff: string;
const as = 'groupAdmin';
const post = (path: string, input: Record<string, unknown>) =>
  product.must('POST', path.startsWith('/') ? path : `/api/updown/${path}`, input, { as });
const submit = async (path: string, input: Record<string, unknown>) =>
  (await post(`${path}/submit`, input)).id as string;
const written = async (who: string = as): Promise<Files> =>
  (await product.must('GET', '/api/gatehouse/config/export', {}, { as: who })).files;
const plan = (files: Files, { prune = false, as: who = as, lang = 'en' }: More = {}) =>
  product.must('POST', '/api/gatehouse/config/plan', { files, prune }, { as: who, lang });
const apply = async (files: Files, more: More = {}, digest?: string) =>
  product.ask(
    'POST',
    '/api/gatehouse/config/apply',
    { files, prune: more.prune ?? false, digest: digest ?? (await plan(files, more)).digest },
    { as: more.as ?? as, lang: more.lang ?? 'en' },
  );
const changesOf = (planned: { changes: { kind: string; file: string }[] }) =>
  planned.changes.map(({ kind, file }) => `${kind} ${file}`);
const edited = (files: Files, path: string, from: string | RegExp, to: string): Files => {
  assert.ok(files[path]!.search(from) >= 0, `${path} does not say ${from}`);
  return { ...files, [path]: files[path]!.replace(from, to) };
};
const east = (path: string) => `lots/东区停车场/${path}`;
const without = (files: Files, path: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([each]) => each !== path));

before(async () => {
  product = await startTestProduct();
  lot = await product.park(
    product.companies.first,
    '东区停车场',
    { linkman: '王芳', contactNumber: '13800000001' },
    as,
  );
  const areaId = await submit('baseParkArea', { parkId: lot, areaName: '地下一层', totalStall: 40 });
  const boxId = await submit('baseParkBox', { parkId: lot, boxName: '南岗亭', areaId });
  const gateId = await submit('baseParkGate', { parkId: lot, gateName: '南入口', gateType: 'in', boxId, areaId });
  await submit('parkdevices', { parkId: lot, deviceName: '南入口相机', deviceType: 'camera', sn: 'CFG-0001', gateId });
  await submit('parkParameter', { parkId: lot, paramKey: 'leaveMinutes', paramValue: '20' });
  await post('parkHolidayDate/submit', { parkId: lot, dates: [{ day: '2026-10-01', holidayName: '国庆节' }] });
  await submit('parkMiniOtherConfig', { parkId: lot, configType: 'notice', configValue: '电梯检修' });
  const [startTime, endTime] = ['2026-01-01T00:00:00+08:00', '2036-01-01T00:00:00+08:00'];
  await submit('plat/visitorqrcode', { parkId: lot, name: '大堂', startTime, endTime });
  const types = await product.must('GET', '/api/updown/plat/parkCarType/list', { parkId: lot }, { as });
  const carTypeId = types.records.find(({ typeName }: { typeName: string }) => typeName === '临时车').id;
  tariff = await submit('platParkFeeRule', { parkId: lot, carTypeId, freeMinutes: 15, unitMinutes: 60, unitFee: 300 });
  await post('/api/gatehouse/feeRule/publish', { id: tariff });
});
after(() => product?.close());

test('a folder copied under a new name is a second lot with its lanes, settings and calendar; its tariff is a draft', async () => {
  const files = await written();
  const copy = Object.fromEntries(
    Object.entries(files).flatMap(([path, content]) =>
      path.startsWith(east('')) ? [[path.replace('东区停车场', '西区停车场'), content]] : [],
    ),
  );
  const wanted = { ...files, ...copy };
  const first = await plan(wanted);
  assert.deepEqual(
    first.problems.map(({ file, line, field }: Record<string, unknown>) => [file, line, field]),
    [['lots/西区停车场/devices/南入口相机.json', 4, 'sn']],
  );
  assert.match(first.problems[0].msg, /already/);
  const mended = edited(wanted, 'lots/西区停车场/devices/南入口相机.json', 'CFG-0001', 'CFG-0002');
  const planned = await plan(mended);
  assert.deepEqual(planned.problems, []);
  assert.deepEqual(changesOf(planned).slice(0, 4), [
    'create lots/西区停车场/lot.json',
    'create lots/西区停车场/areas/地下一层.json',
    'create lots/西区停车场/booths/南岗亭.json',
    'create lots/西区停车场/lanes/南入口.json',
  ]);
  assert.equal((await apply(mended)).status, 200);
  const now = await written();
  for (const path of [
    'lanes/南入口.json',
    'booths/南岗亭.json',
    'settings.json',
    'calendar.json',
    'driver-home.json',
    'visitor-posters/大堂.json',
    'tariffs/临时车.json',
  ])
    assert.equal(now[`lots/西区停车场/${path}`], files[east(path)], path);
  const posters = await product.database.read(platformScope, (db) =>
    db.raw<{ code: string }>(`SELECT DISTINCT code FROM visitor_qr WHERE name = '大堂'`, []),
  );
  assert.equal(posters.length, 2, 'each poster has a code of its own');
  const rules = await product.must('GET', '/api/updown/platParkFeeRule/list', {}, { as });
  assert.deepEqual(rules.records.map(({ status }: { status: string }) => status).toSorted(), ['draft', 'published']);
  assert.deepEqual(changesOf(await plan(mended)), []);
});

test('a plan says field by field what was and what will be; applying does that, with the audit line of the form', async () => {
  const files = await written();
  const wanted = edited(files, east('lanes/南入口.json'), '"in"', '"out"');
  const { changes } = await plan(wanted, { lang: 'zh' });
  assert.deepEqual(changes, [
    {
      kind: 'change',
      resource: 'parkGate',
      title: '车道',
      file: east('lanes/南入口.json'),
      name: '南入口',
      fields: [{ field: 'gateType', label: changes[0].fields[0].label, before: 'in', after: 'out' }],
    },
  ]);
  assert.equal((await apply(wanted)).status, 200);
  assert.deepEqual(await written(), wanted);
  const [line] = await product.database.read(platformScope, (db) =>
    db.raw<Record<string, any>>(
      `SELECT resource, action, account, before->>'gateType' AS before, after->>'gateType' AS after FROM audit_log
       WHERE call_name = 'kit.applyConfig' AND resource = 'parkGate' AND action = 'edit'`,
    ),
  );
  assert.deepEqual([line!.before, line!.after], ['in', 'out']);
  assert.match(String(line!.account), /^groupadmin/);
});

test('a tariff changed in its file waits as a draft; the version in force stays until a person publishes', async () => {
  const files = await written();
  const wanted = edited(files, east('tariffs/临时车.json'), '"unitFee": 300', '"unitFee": 500');
  assert.equal((await apply(wanted)).status, 200);
  assert.deepEqual(changesOf(await plan(wanted)), []);
  assert.deepEqual(await written(), files);
  const rules = await product.must('GET', '/api/updown/platParkFeeRule/list', { parkId: lot }, { as });
  const [inForce, draft] = ['published', 'draft'].map((state) =>
    rules.records.find(({ status }: { status: string }) => status === state),
  );
  assert.deepEqual([inForce.id, inForce.unitFee, draft.unitFee], [tariff, 300, 500]);
  await post('/api/gatehouse/feeRule/publish', { id: draft.id });
  assert.deepEqual(await written(), wanted);
});

test('errors name file, line and field in the reader’s language, and nothing of the folder is applied', async () => {
  const files = await written();
  const broken = {
    ...edited(files, east('lanes/南入口.json'), '"gateType": "out"', '"gateType": "up"'),
    [east('booths/北岗亭.json')]: '{\n  "boxName": "北岗亭"\n}\n',
    [east('booths/西岗亭.json')]: '{\n  "boxName": "西岗亭",\n  "areaId": "楼顶"\n}\n',
    [east('areas/broken.json')]: '{\n  "areaName": "二层",\n  "totalStall": \n}\n',
    [east('areas/地下一层.json')]: files[east('areas/地下一层.json')]!.replace('{', '{\n  "colour": "red",'),
    'shops/a.json': '{}',
  };
  const problemsOf = (planned: { problems: { file: string; line: number; field: string; msg: string }[] }) =>
    planned.problems.map(({ file, line, field, msg }) => `${file}:${line} ${field} ${msg}`).toSorted();
  const english = problemsOf(await plan(broken));
  assert.deepEqual(
    english.map((each) => each.split(' ').slice(0, 2).join(' ')),
    [
      `${east('areas/broken.json')}:4 `,
      `${east('areas/地下一层.json')}:2 colour`,
      `${east('booths/西岗亭.json')}:3 areaId`,
      `${east('lanes/南入口.json')}:3 gateType`,
      'shops/a.json:1 ',
    ],
  );
  assert.match(english[2]!, /there is no Park area called “楼顶”/);
  assert.match(problemsOf(await plan(broken, { lang: 'zh' }))[2]!, /没有名为“楼顶”的车场区域/);
  const refused = await apply(broken);
  assert.deepEqual([refused.status, refused.body.error], [400, 'bad_input']);
  assert.ok(refused.body.errors!.some(({ field }) => field === `${east('lanes/南入口.json')}:3 gateType`));
  assert.deepEqual(await written(), files);
});

test('what no file names stays, and goes with prune alone, from the lots of the folder', async () => {
  const files = await written();
  await submit('baseParkBox', { parkId: lot, boxName: '临时岗亭' });
  assert.deepEqual(changesOf(await plan(files)), []);
  const only = Object.fromEntries(Object.entries(files).filter(([path]) => /^(gatehouse|lots\/东区)/.test(path)));
  const planned = await plan(only, { prune: true });
  assert.deepEqual([changesOf(planned), planned.problems], [[`remove ${east('booths/临时岗亭.json')}`], []]);
  assert.equal((await apply(only, { prune: true })).status, 200);
  assert.deepEqual(await written(), files);
  const days = without(files, east('calendar.json'));
  assert.deepEqual(changesOf(await plan(days)), []);
  assert.deepEqual(changesOf(await plan(days, { prune: true })), [`remove ${east('calendar.json')}`]);
  const used = await plan(without(files, east('areas/地下一层.json')), { prune: true });
  assert.ok(used.problems.length > 0, 'what others point at is not removed from under them');
});

test('nothing is applied but the plan that was seen', async () => {
  const files = await written();
  const wanted = edited(files, east('lanes/南入口.json'), '"out"', '"in"');
  const { digest } = await plan(files);
  const refused = await apply(wanted, {}, digest);
  assert.deepEqual([refused.status, refused.body.error], [409, 'changed_meanwhile']);
  assert.deepEqual(await written(), files);
});

test('another group’s folder makes rows of one’s own and touches nothing of theirs', async () => {
  const files = await written();
  const moved = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, content.replaceAll('CFG-000', 'CFG-T00')]),
  );
  assert.equal((await apply(moved, { as: 'otherTenant' })).status, 200);
  const theirs = await written('otherTenant');
  assert.equal(theirs[east('lanes/南入口.json')], files[east('lanes/南入口.json')]);
  assert.deepEqual(await written(), files);
});

test('who may export, add or change nothing gets an empty folder and is refused all of one', async () => {
  const { files, left } = await product.must('GET', '/api/gatehouse/config/export', {}, { as: 'nobody' });
  assert.deepEqual(Object.keys(files), ['gatehouse.json']);
  assert.ok(left.includes('车道'));
  const ours = await written();
  const wanted = edited(ours, east('lanes/南入口.json'), '"out"', '"in"');
  const { changes, problems } = await plan(wanted, { as: 'nobody' });
  assert.deepEqual(changes, []);
  assert.deepEqual(
    problems.map(({ file }: { file: string }) => file),
    [east('lanes/南入口.json')],
  );
  assert.match(problems[0].msg, /No permission/);
  assert.equal((await apply(wanted, { as: 'nobody' })).status, 400);
  assert.deepEqual(await written(), ours);
});

test('a contact of a lot is in no file and stays when the lot is changed by one', async () => {
  const files = await written();
  assert.doesNotMatch(Object.values(files).join(''), /王芳|13800000001/);
  assert.equal((await apply(edited(files, east('lot.json'), '"totalStall": 100', '"totalStall": 120'))).status, 200);
  const { linkman, contactNumber, totalStall } = await product.must(
    'GET',
    '/api/updown/basePark/detail',
    { id: lot },
    { as },
  );
  assert.deepEqual([linkman, contactNumber, totalStall], ['王芳', '13800000001', 120]);
});

test('of two records with one name neither has a file, and a file that means one of them is refused', async () => {
  const files = await written();
  const slip = { parkId: lot, templateName: '凭条', templateType: 'receipt', paper: '58', content: '# {park}' };
  await submit('parkprinttemplate', slip);
  const path = east('print-templates/receipt · 凭条.json');
  const one = await written();
  assert.ok(one[path]);
  const second = await submit('parkprinttemplate', slip);
  const { files: now, doubled } = await product.must('GET', '/api/gatehouse/config/export', {}, { as });
  assert.deepEqual([now, doubled], [files, ['打印模板 东区停车场 receipt · 凭条']]);
  const { changes, problems } = await plan(one, { prune: true });
  assert.deepEqual([changes, problems.map(({ file }: { file: string }) => file)], [[], [path]]);
  await product.must('GET', '/api/updown/parkprinttemplate/remove', { recordId: second }, { as });
  assert.deepEqual(changesOf(await plan(without(one, path), { prune: true })), [`remove ${path}`]);
});

test('the platform operator’s folder is applied, applying it again changes nothing, and a dictionary is pruned with its words', async () => {
  const admin = { as: 'admin' };
  const own = await written('admin');
  const words = (path: string): Record<string, unknown>[] =>
    own[path] ? (JSON.parse(own[path]) as Record<string, unknown>[]) : [];
  const file = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const wanted: Files = {
    ...own,
    'parameters.json': file([...words('parameters.json'), { paramKey: 'message.language', paramValue: 'en' }]),
    'dictionaries.json': file([
      ...words('dictionaries.json'),
      { code: 'cfgGrade', dictKey: 'a', dictValue: '甲等', dictValueEn: 'Grade A', parentId: { code: 'cfgGrade' } },
      { code: 'cfgGrade', dictValue: '等级', dictValueEn: 'Grade' },
    ]),
    'report-templates/车场数.json': file({ name: '车场数', sql: 'SELECT count(*) AS lots FROM park' }),
  };
  const planned = await plan(wanted, { as: 'admin' });
  assert.deepEqual(planned.problems, []);
  assert.deepEqual(changesOf(planned).toSorted(), [
    'create dictionaries.json',
    'create dictionaries.json',
    'create parameters.json',
    'create report-templates/车场数.json',
  ]);
  assert.equal((await apply(wanted, admin)).status, 200);
  const now = await written('admin');
  assert.match(now['parameters.json']!, /"message.language"/);
  assert.deepEqual(changesOf(await plan(now, admin)), []);
  assert.deepEqual(changesOf(await plan(wanted, admin)), [], 'applying it again changes nothing');
  const pruned = await plan(own, { ...admin, prune: true });
  assert.deepEqual(pruned.problems, []);
  assert.equal((await apply(own, { ...admin, prune: true })).status, 200);
  assert.equal((await written('admin'))['dictionaries.json'], own['dictionaries.json']);
});

/** The command as an operator gives it. @returns its exit code and output */
function command(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const script = join(import.meta.dirname, '..', '..', 'tools', 'config.ts');
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  return new Promise((then) => {
    child.once('close', (code) => then({ code, output }));
  });
}

test('the command writes the folder, prints the plan line by line, applies it, and fails where a file is wrong', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { account } = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as });
  const env = { GATEHOUSE_USER: account as string, GATEHOUSE_PASSWORD: product.passwords.groupAdmin! };
  const url = await product.listen();
  const run = (what: string, ...more: string[]) => command(env, what, folder, '--url', url, '--lang', 'en', ...more);
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'kept.json'), '{}');
  writeFileSync(join(folder, 'gone.json'), '{}');
  assert.deepEqual(await run('export'), {
    code: 0,
    output: `${folder}: ${Object.keys(await written()).length} files\n`,
  });
  assert.match((await run('plan')).output, /^0 to create, 0 to change, 0 to remove, 0 problems\n$/);
  const lane = join(folder, east('lanes/南入口.json'));
  writeFileSync(lane, readFileSync(lane, 'utf8').replace('"out"', '"in"'));
  renameSync(join(folder, 'lots', '西区停车场'), join(folder, '.git', 'west'));
  const applied = await run('apply', '--yes');
  assert.equal(applied.code, 0, applied.output);
  assert.match(applied.output, /~ Lane 南入口 {2}lots\/东区停车场\/lanes\/南入口\.json\n {4}.*: "out" → "in"\n/);
  assert.match((await written())[east('lanes/南入口.json')]!, /"gateType": "in"/);
  writeFileSync(lane, '{');
  const wrong = await run('plan');
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /! lots\/东区停车场\/lanes\/南入口\.json:1 {3}This is not valid JSON/);
});

test('a lot copied by its folder works: once its tariff is published a car enters and is charged there as at the first', async () => {
  const first = await openLot(product);
  const { parkName } = await product.must('GET', '/api/updown/basePark/detail', { id: first.parkId }, { as });
  const files = await written();
  const copy = Object.entries(files).flatMap(([path, content]) =>
    path.startsWith(`lots/${parkName}/`) ? [[path.replace(parkName, '二号楼'), content]] : [],
  );
  assert.ok(copy.length > 0);
  assert.equal((await apply({ ...files, ...Object.fromEntries(copy) })).status, 200);
  const { records } = await product.must('GET', '/api/updown/basePark/list', { parkName: '二号楼' }, { as });
  const parkId = records[0].id as string;
  const lanes = await product.must('GET', '/api/updown/baseParkGate/list', { parkId }, { as });
  const gates = Object.fromEntries(
    lanes.records.map(({ gateName, id }: { gateName: LaneName; id: string }) => [gateName, id]),
  ) as Record<LaneName, string>;
  const rules = await product.must('GET', '/api/updown/platParkFeeRule/list', { parkId }, { as });
  await post('/api/gatehouse/feeRule/publish', { id: rules.records[0].id });
  const second = new StoryLot(product, { ...first.target, parkId }, gates);
  const at = Math.floor(Date.now() / MINUTE) * MINUTE - 3 * HOUR;
  const bills = [];
  for (const yard of [first, second]) {
    await yard.enter('京C28001', at);
    await yard.leave('京C28001', at + HOUR);
    bills.push(
      await yard.rows(
        'SELECT receivable_fen AS receivable, paid_fen AS paid FROM parking_order WHERE tenant_id = $1 AND park_id = $2',
      ),
    );
  }
  assert.deepEqual(bills[1], bills[0]);
  assert.deepEqual(bills[1], [{ receivable: 1000, paid: 1000 }]);
});

test('an account made from its file has its replies and its menu, and secrets that are entered on its page', async () => {
  const files = await written();
  const at = 'public-accounts/wx0000000000000077.json';
  const pay = { name: '缴费', type: 'view', url: 'https://park.example.com/m/pay' };
  const account = (menu: unknown, mode = 'secure') =>
    JSON.stringify({
      appId: 'wx0000000000000077',
      name: '东区',
      companyId: '/',
      kind: 'service',
      originalId: 'gh_0000000077',
      mode,
      enabled: true,
      dayQuota: 10_000,
      menu,
    });
  const reply = {
    publicplatId: 'wx0000000000000077',
    scene: 'text',
    match: 'exact',
    keyword: '停车费',
    companyId: '/',
    replyType: 'text',
    content: '请点 {payLink}',
    sort: 0,
    enable: true,
  };
  const wanted = {
    ...files,
    [at]: account([
      { name: '停车', items: [pay] },
      { ...pay, name: '一' },
      { ...pay, name: '二' },
    ]),
    'keyword-replies/fee.json': JSON.stringify(reply),
  };
  assert.equal((await apply(wanted)).status, 200);
  assert.deepEqual(changesOf(await plan(wanted)), []);
  // Three at the bottom are the most there may be: a full menu is still replaced by another.
  const other = [
    { ...pay, name: '三' },
    { name: '四', items: [pay] },
    { ...pay, name: '五' },
  ];
  assert.equal((await apply({ ...wanted, [at]: account(other) })).status, 200);
  const { records } = await product.must('GET', '/api/updown/publicplat/list', {}, { as });
  const { id } = records.find(({ appId }: { appId: string }) => appId === 'wx0000000000000077');
  const model = await product.must('GET', '/api/updown/wxmenu/wxmodel', { publicplatId: id }, { as });
  assert.deepEqual(
    model.draft.map(({ name }: { name: string }) => name).toSorted(),
    ['三', '五', '四', '缴费'].toSorted(),
  );
  const answer = await product.must(
    'GET',
    '/api/gatehouse/wxkeyword/tryOut',
    { publicplatId: id, message: '停车费' },
    { as },
  );
  assert.equal(answer.keyword, '停车费');
  const wrongMenu = await plan({ ...wanted, [at]: account([{ title: '停车' }]) });
  assert.deepEqual(
    wrongMenu.problems.map(({ file, field }: Record<string, unknown>) => [file, field]),
    [[at, 'menu']],
  );
  assert.doesNotMatch(Object.values(await written()).join(), /"(token|appSecret|aesKey)": "(?!set elsewhere)/);
});
