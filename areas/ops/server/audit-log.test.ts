import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { wordsOf } from './audit-words.ts';

const operate = '/api/updown/parkoperatelog';
let product: TestProduct;
let lot: string;
before(async () => {
  product = await startTestProduct();
  lot = await product.park(product.companies.child);
});
after(() => product?.close());

type Line = {
  id: string;
  resource: string;
  action: string;
  subject: string;
  actionName: string;
  name: string;
  changed: string;
  personName: string;
  before?: unknown;
};
const lines = async (more: Record<string, unknown>, as = 'groupAdmin', lang: 'zh' | 'en' = 'zh'): Promise<Line[]> =>
  (await product.must('GET', `${operate}/listPage`, { parkId: lot, size: 100, ...more }, { as, lang })).records;
const enter = (input: Record<string, unknown>) =>
  product.must('POST', '/api/updown/parkblackList/submit', { parkId: lot, ...input }, { as: 'groupAdmin' });

test('each change is described by its subject, with every field before and after in the reader’s words', async () => {
  const { id } = await enter({ plateNumber: '苏A10001', type: 'black', reason: 'unpaid', owed: 3500 });
  await enter({ recordId: id, owed: 5000, reason: 'dispute', endTime: '2026-12-31 00:00:00' });
  const [changed, added] = await lines({ operateType: 'car' });
  assert.deepEqual(
    [added!.subject, added!.actionName, added!.name, added!.personName],
    ['黑白名单', '新增', '苏A10001', 'groupAdmin'],
  );
  assert.deepEqual(
    [changed!.actionName, changed!.changed, changed!.before],
    ['修改', '原因、欠费金额、失效时间', undefined],
  );
  const { changes } = await product.must('GET', `${operate}/detail`, { id: changed!.id }, { as: 'groupAdmin' });
  assert.deepEqual(changes, [
    { field: 'reason', label: '原因', before: '欠费', after: '纠纷' },
    { field: 'owed', label: '欠费金额', before: '35.00', after: '50.00' },
    { field: 'endTime', label: '失效时间', before: null, after: '2026-12-31 00:00:00' },
  ]);
  const [english] = await lines({ operateType: 'car' }, 'groupAdmin', 'en');
  assert.deepEqual(
    [english!.subject, english!.actionName, english!.changed],
    ['Black and white list', 'Edit', 'Reason, Amount owed, Until'],
  );
});

test('what is stored is added, whichever call stored it: a pass that waits for approval was not issued', async () => {
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot });
  const monthly = types.find(({ kind }: { kind: string }) => kind === 'monthly').value;
  const form = { parkId: lot, carTypeId: monthly, startTime: new Date().toISOString().slice(0, 10) };
  await product.must(
    'POST',
    '/api/updown/parkMonth/submit',
    { ...form, plateNumber: '苏A10009' },
    { as: 'groupAdmin' },
  );
  const [line] = await lines({ operateType: 'car' });
  assert.deepEqual([line!.subject, line!.actionName, line!.name], ['月租车', '新增', '苏A10009']);
  const actionName = (resource: string, action: string) => wordsOf({ id: '', resource, action }).actionName.zh;
  assert.deepEqual(
    [actionName('parkMonth', 'add'), actionName('carInside', 'add'), actionName('park', 'remove')],
    ['新增', '补录入场', '删除'],
    'a call whose subject stores no rows of that name keeps its own words',
  );
});

test('an approval is called by its own name, and each type of log holds its subjects alone', async () => {
  const { id } = await enter({ plateNumber: '苏A10002', type: 'white' });
  await product.must(
    'POST',
    '/api/updown/parkblackList/approval',
    { id, dataStatus: '1', auditRemark: '同意' },
    { as: 'groupAdmin' },
  );
  const [approved] = await lines({ operateType: 'car', action: 'pass' });
  assert.equal(approved!.actionName, '通过');
  const { changes } = await product.must('GET', `${operate}/detail`, { id: approved!.id }, { as: 'groupAdmin' });
  assert.deepEqual(
    changes.find(({ field }: { field: string }) => field === 'dataStatus'),
    { field: 'dataStatus', label: '审批状态', before: '待审批', after: '已生效' },
  );
  const { id: rule } = await product.must('POST', '/api/updown/platParkFeeRule/submit', {
    parkId: lot,
    CarTypeID: (await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot }))[0].value,
    unitMinutes: 30,
    unitFee: 500,
  });
  assert.ok(
    (await lines({ operateType: 'feeRule' }, 'admin')).some(
      (line) => line.resource === 'feeRule' && line.action === 'add',
    ),
  );
  assert.ok((await lines({ operateType: 'car' })).every((line) => line.resource !== 'feeRule'));
  assert.ok(rule);
  assert.deepEqual(await lines({ operateType: 'seller' }), []);
  const wrong = await product.ask('GET', `${operate}/listPage`, { operateType: 'all' }, { as: 'groupAdmin' });
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'operateType']);
});

test('sellers, codes and the cars inside have their actions in their logs, including who scanned a code, with a label for each field', async () => {
  const { id: derateId } = await product.must('POST', '/api/updown/parkderate/submit', {
    parkId: lot,
    derateName: '停一小时',
    derateType: 'time',
    minutes: 60,
    chargeBy: 'price',
    price: 300,
  });
  const { id: sellerId } = await product.must('POST', '/api/updown/parkseller/submit', {
    parkId: lot,
    sellerName: '咖啡馆',
    derateIds: derateId,
  });
  await product.must('POST', '/api/updown/parkseller/sellerCharge', { recordId: sellerId, money: 10_000 });
  const {
    codes: [made],
  } = await product.must('POST', '/api/gatehouse/derateCode/make', { sellerId, derateId, codeKind: 'standing' });
  await product.must(
    'POST',
    '/api/gatehouse/derateCode/scan',
    { code: made.code, plateNumber: '苏A10009' },
    { as: null },
  );
  await product.must('POST', '/api/gatehouse/carDerate/grant', { sellerId, derateId, plateNumber: '苏A10008' });
  const { recordId } = await product.must('POST', '/api/updown/parkIORecord/platInCar', {
    parkId: lot,
    plateNumber: '苏A10007',
    remark: '相机停电',
  });
  await product.must('POST', '/api/updown/parkIORecord/updatePlateNumber', {
    recordId,
    plateNumber: '苏A10006',
    remark: '应为苏A10006，车主13800001234',
  });
  const changesOf = async (operateType: string) =>
    Promise.all(
      (await lines({ operateType }, 'admin')).map(async (line) => ({
        ...line,
        ...((await product.must('GET', `${operate}/detail`, { id: line.id })) as {
          changes: { label: string; after: string | null }[];
        }),
      })),
    );
  const seen = {
    seller: await changesOf('seller'),
    derateQr: await changesOf('derateQr'),
    derate: await changesOf('derate'),
    ioRecord: await changesOf('ioRecord'),
  };
  assert.deepEqual(
    Object.entries(seen).map(([type, found]) => [type, found.map(({ action }) => action).sort()]),
    [
      ['seller', ['add', 'charge']],
      ['derateQr', ['make', 'scan']],
      ['derate', ['add', 'grant']],
      ['ioRecord', ['add', 'correct']],
    ],
  );
  for (const line of Object.values(seen).flat())
    for (const { label } of line.changes)
      assert.match(label, /[\u4e00-\u9fff]/, `${line.resource}.${line.action} ${label}`);
  const values = (type: keyof typeof seen, action: string) =>
    seen[type].find((line) => line.action === action)!.changes.map((change) => `${change.label} ${change.after}`);
  assert.deepEqual(values('derateQr', 'scan'), ['商家 咖啡馆', '优惠规则 停一小时', '车牌号 苏A10009']);
  assert.deepEqual(values('seller', 'charge'), ['余额 100.00', '充值金额 100.00']);
  assert.deepEqual(
    seen.seller.map(({ name }) => name),
    ['咖啡馆', '咖啡馆'],
    'the seller who was charged is named, though the action recorded only the balance',
  );
  assert.ok(
    seen.derateQr.every(({ name }) => name === ''),
    'a code worth a discount is disclosed to nobody',
  );
});

test('an action has the title its subject declares, its extra values have labels, and no identifier is shown', async () => {
  const detailOf = async (line: Line) =>
    (await product.must('GET', '/api/blade-log/usual/detail', { id: line.id }, { as: 'groupAdmin' })).changes as {
      label: string;
      after: string | null;
    }[];
  const { records } = await product.must(
    'GET',
    '/api/blade-log/usual/list',
    { subject: 'carDerate', action: 'grant' },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    records.map((line: Line) => line.actionName),
    ['发放优惠'],
    'and not as a role is granted its menus',
  );
  const parkId = await product.park(product.companies.child);
  const { id: carTypeId } = await product.must('POST', '/api/updown/plat/parkCarType/submit', {
    parkId,
    typeName: '月租一',
    kind: 'monthly',
  });
  await product.must(
    'POST',
    '/api/updown/parkMonth/batchParkMonthCard',
    { parkId, carTypeId, mode: 'check' },
    { as: 'groupAdmin', bytes: Buffer.from('\uFEFF车牌号,开始日期,到期日\n苏A10011,不是日期,2026-12-31\n') },
  );
  const [checked] = await lines({ operateType: 'car', action: 'importCheck', parkId: undefined });
  assert.deepEqual(
    [checked!.actionName, (await detailOf(checked!)).map((change) => `${change.label} ${change.after}`).sort()],
    ['检查导入文件', ['总行数 1', '无误行数 0', '有误行数 1'].sort()],
  );
  assert.equal(
    (await lines({ operateType: 'car', action: 'importCheck', parkId: undefined }, 'groupAdmin', 'en'))[0]!.actionName,
    'Import checked',
  );
  const [entered] = (
    await product.must(
      'GET',
      '/api/blade-log/usual/list',
      { subject: 'session', action: 'login' },
      { as: 'groupAdmin' },
    )
  ).records as Line[];
  assert.ok((await detailOf(entered!)).some((change) => change.label === '登录方式' && change.after === '密码'));
  for (const action of ['drop', 'correction'])
    assert.match(wordsOf({ id: '', resource: 'shift', action }).actionName.zh, /[\u4e00-\u9fff]/);
});

test('plates are masked for who may not read them, and nobody reads another group’s lines, or without permission', async () => {
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', {
    account: 'log.reader',
    realName: '审计员',
    companyId: product.companies.first,
    password: product.passwords.admin,
    allParks: true,
  });
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const auditor = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'auditor',
  );
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId, ids: auditor.id });
  const reader = await product.login('log.reader', product.passwords.admin!);
  const [line] = await lines({ operateType: 'car', action: 'add' }, reader);
  assert.match(line!.name, /\*/);
  const { changes } = await product.must('GET', `${operate}/detail`, { id: line!.id }, { as: reader });
  assert.match(changes.find(({ field }: { field: string }) => field === 'plateNumber').after, /\*/);
  assert.doesNotMatch(
    JSON.stringify(await product.must('GET', `${operate}/listPage`, { parkId: lot, size: 100 }, { as: reader })),
    /苏A1000/,
  );
  const every = await lines({ size: 200 }, reader);
  assert.ok(every.some(({ action }) => action === 'correct') && every.some(({ action }) => action === 'scan'));
  for (const { id, resource, action } of every)
    assert.doesNotMatch(
      JSON.stringify(await product.must('GET', `${operate}/detail`, { id }, { as: reader })),
      /苏A100\d\d|13800001234/,
      `${resource}.${action}`,
    );
  assert.equal((await product.ask('GET', `${operate}/listPage`, {}, { as: 'nobody' })).status, 403);
  assert.deepEqual(
    (await lines({ parkId: undefined, size: 500 }, 'otherTenant')).filter(
      (each) => each.resource === 'carList' || each.resource === 'feeRule',
    ),
    [],
  );
  assert.equal((await product.ask('GET', `${operate}/detail`, { id: line!.id }, { as: 'otherTenant' })).status, 404);
});

test('who looked stands in the general log, and in the logs of changes only on request', async () => {
  await product.must(
    'GET',
    '/api/updown/parkblackList/listPage',
    { parkId: lot, keyword: '苏A' },
    { as: 'groupAdmin' },
  );
  const [looked] = (
    await product.must('GET', '/api/blade-log/usual/list', { subject: 'carList', action: 'view' }, { as: 'groupAdmin' })
  ).records as Line[];
  assert.deepEqual(
    [looked!.actionName, looked!.subject, looked!.personName],
    ['查看完整个人信息', '黑白名单', 'groupAdmin'],
  );
  const changes = await lines({ parkId: undefined, size: 500 });
  assert.ok(changes.length > 0 && changes.every(({ action }) => action !== 'view'));
  assert.ok(
    (await lines({ parkId: undefined, action: 'view', operateType: 'car' })).some(({ id }) => id === looked!.id),
  );
});

test('a log-in, one that failed and how they came are described in words', async () => {
  await product.login('admin', product.passwords.admin!);
  await product.ask(
    'POST',
    '/api/api-uaa/oauth/user/token',
    { username: 'admin', password: 'Not-his-1' },
    { as: null },
  );
  const found = (
    await product.must('GET', '/api/blade-log/usual/list', { subject: 'session', size: 100 }, { as: 'admin' })
  ).records as Line[];
  const linesOf = async (action: string) => {
    const line = found.find((each) => each.action === action)!;
    const { changes } = await product.must('GET', '/api/blade-log/usual/detail', { id: line.id }, { as: 'admin' });
    return [line.actionName, ...changes.map(({ label }: { label: string }) => label).sort()];
  };
  assert.deepEqual(
    [await linesOf('login'), await linesOf('loginFailed')],
    [
      ['登录', '浏览器', '登录方式'],
      ['登录失败', '浏览器'],
    ],
  );
});

test('the general log and the log by call are the same lines, and an export holds their words but no values', async () => {
  const [usual] = (
    await product.must(
      'GET',
      '/api/blade-log/usual/list',
      { parkId: lot, subject: 'carList', action: 'pass' },
      { as: 'groupAdmin' },
    )
  ).records;
  const [byCall] = (
    await product.must(
      'GET',
      '/api/blade-log/api/list',
      { parkId: lot, subject: 'carList', action: 'pass' },
      { as: 'groupAdmin' },
    )
  ).records;
  assert.deepEqual([usual.id, usual.callName], [byCall.id, 'carList.pass']);
  assert.equal(
    (await product.must('GET', '/api/blade-log/usual/detail', { id: usual.id }, { as: 'groupAdmin' })).requestId,
    usual.requestId,
  );
  const file = await product.ask(
    'GET',
    '/api/gatehouse/export/operateLog',
    { operateType: 'car', parkId: lot, format: 'csv', columns: 'at,personName,resource,action,before,after' },
    { as: 'groupAdmin' },
  );
  assert.equal(file.status, 200);
  assert.match(file.text, /黑白名单,通过/);
  assert.doesNotMatch(file.text, /苏A1000|收费规则/);
});
