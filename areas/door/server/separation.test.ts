/** Separation rules over the calls: nothing that breaks one is saved, on whatever way it comes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
const at: Record<string, string> = {};
const startTime = '2026-01-01T00:00:00+08:00';

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', path.startsWith('/') ? path : `/api/updown/${path}/submit`, input)).id;
const rule = (input: Record<string, unknown>) =>
  product.ask('POST', '/api/gatehouse/doorSeparation/submit', { villageId: at['office'], ...input });
/** `422 field: message`, or the status alone where it was accepted. */
const outcome = async (path: string, input: Record<string, unknown>, as = 'admin'): Promise<string> => {
  const { status, body } = await product.ask(
    'POST',
    path.startsWith('/') ? path : `/api/updown/${path}/submit`,
    input,
    {
      as,
    },
  );
  const [first] = body.errors ?? [];
  return first ? `${status} ${first.field}: ${first.msg}` : String(status);
};
const span = (periodName: string, startAt: string, endAt: string) =>
  save('doortimeperiod', {
    villageId: at['office'],
    periodName,
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: startAt,
    endTime: endAt,
  });
const grant = (gate: string, input: Record<string, unknown>) => ({
  villageId: at['office'],
  deviceIds: [at[`${gate}Device`]],
  startTime,
  ...input,
});
type Checked = {
  rules: {
    ruleName: string;
    people: number;
    records: { empName: string; gateName: string; otherName: string | null }[];
  }[];
};
const checked = async (as = 'admin'): Promise<Checked> =>
  product.must('GET', '/api/gatehouse/door/separation', { villageId: at['office'] }, { as });

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: '分权大厦', companyId });
  Object.assign(at, { office: villageId, company: companyId });
  at['lot'] = await product.park(companyId, '分权大厦车库', { villageId });
  at['it'] = await save('doorarea', { villageId, areaName: '信息区' });
  at['rack'] = await save('doorarea', { villageId, areaName: '机柜间', parentId: at['it'] });
  at['hall'] = await save('doorarea', { villageId, areaName: '大厅' });
  for (const [gate, areaId] of [
    ['财务室', at['hall']],
    ['机房', at['rack']],
    ['大堂', at['hall']],
  ] as const) {
    at[gate] = await save('doorgate', { villageId, gateName: gate, areaId });
    at[`${gate}Device`] = await save('doordevice', {
      villageId,
      gateId: at[gate],
      deviceName: gate,
      deviceType: 'controller',
      sn: `SEP-${Object.keys(at).length}-X`,
    });
  }
  at['money'] = await save('door/basedept', { companyId, villageId, deptName: '财务部' });
  at['cashiers'] = await save('door/basedept', { companyId, villageId, deptName: '出纳组', parentId: at['money'] });
  at['tech'] = await save('door/basedept', { companyId, villageId, deptName: '技术部' });
  for (const [name, deptId] of [
    ['张三', at['cashiers']],
    ['李四', at['tech']],
  ] as const)
    at[name] = await save('dooremployee', { villageId, deptId, empName: name, empNo: name });
  at['morning'] = await span('上午', '08:00', '12:00');
  at['afternoon'] = await span('下午', '12:00', '18:00');
  at['night'] = await span('夜间', '22:00', '24:00');
  at['whole'] = await span('全天', '00:00', '24:00');
  at['moneyGrant'] = await save(
    'doordevgrant',
    grant('财务室', { deptIds: [at['money']], timePeriodId: at['morning'] }),
  );
  at['techGrant'] = await save('doordevgrant', grant('机房', { deptIds: [at['tech']], timePeriodId: at['afternoon'] }));
  const made = await rule({ ruleName: '财务与机房', gateIds: [at['财务室']], otherAreaIds: [at['it']] });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  at['rule'] = made.body.data.id;
});
after(() => product.close());

test('a grant that lets somebody in at both is refused with the person, the doors and the first minute', async () => {
  const refused = await outcome('doordevgrant', grant('机房', { empIds: [at['张三']], timePeriodId: at['whole'] }));
  assert.match(
    refused,
    /^422 deviceIds: 违反分权规则“财务与机房”：张三自 \d{4}-\d\d-\d\d 08:00 起可同时进“财务室”与“机房”$/,
  );
  assert.equal(
    await outcome('doordevgrant', grant('机房', { empIds: [at['张三']], timePeriodId: at['afternoon'] })),
    '200',
  );
  const { rules } = await checked();
  assert.deepEqual(
    rules.map(({ ruleName, people }) => [ruleName, people]),
    [['财务与机房', 0]],
    'one after the other is not at once',
  );
});

test('a period, a renewed grant, a device, a door and an area are refused as a grant is', async () => {
  const villageId = at['office'];
  assert.match(
    await outcome('doortimeperiod', { id: at['morning'], villageId, endTime: '12:01' }),
    /^422 endTime: .*张三/,
  );
  assert.match(
    await outcome('doordevgrant', {
      id: at['techGrant'],
      deptIds: [at['tech'], at['money']],
      timePeriodId: at['whole'],
    }),
    /^422 deptIds: /,
  );
  // The lobby leads into neither side until its door, or the device at it, is moved.
  assert.equal(
    await outcome('doordevgrant', grant('大堂', { empIds: [at['张三']], timePeriodId: at['whole'] })),
    '200',
  );
  assert.match(await outcome('doorgate', { id: at['大堂'], villageId, areaId: at['rack'] }), /^422 areaId: .*“大堂”/);
  assert.match(
    await outcome('doordevice', { id: at['大堂Device'], villageId, doorGateId: at['机房'] }),
    /^422 doorGateId: /,
  );
  assert.match(await outcome('doorarea', { id: at['hall'], villageId, parentId: at['it'] }), /^422 parentId: /);
  const short = await save('doordevgrant', {
    ...grant('财务室', { empIds: [at['李四']], timePeriodId: at['whole'] }),
    endTime: new Date(Date.now() + 60_000).toISOString(),
    deviceIds: [at['大堂Device']],
  });
  assert.equal(
    await outcome('/api/updown/doordevgrant/renewal', { grantId: short, newEndDate: '2030-01-01T00:00:00+08:00' }),
    '200',
  );
});

test('a renewal is refused where what it prolongs breaks the rule', async () => {
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  // After whatever hour of tomorrow at which somebody else breaks the rule of the next story but one first.
  const later = new Date(Date.now() + 30 * 3_600_000).toISOString();
  const far = new Date(Date.now() + 200 * 86_400_000).toISOString();
  const id = await save(
    'doordevgrant',
    grant('财务室', { empIds: [at['李四']], timePeriodId: at['night'], endTime: ends }),
  );
  assert.equal(
    await outcome('doordevgrant', grant('机房', { empIds: [at['李四']], timePeriodId: at['whole'], startTime: later })),
    '200',
  );
  assert.match(
    await outcome('/api/updown/doordevgrant/renewal', { grantId: id, newEndDate: far }),
    /^422 newEndDate: .*李四/,
  );
});

test('people who are entered, moved or imported into a department, and departments that are moved, are refused', async () => {
  const both = await save('door/basedept', { companyId: at['company'], villageId: at['office'], deptName: '混合组' });
  const villageId = at['office'];
  await save('doordevgrant', grant('财务室', { deptIds: [both], timePeriodId: at['night'] }));
  await save('doordevgrant', grant('机房', { deptIds: [both], timePeriodId: at['night'] }));
  const person = { villageId, empName: '王五', empNo: 'W5' };
  assert.match(await outcome('dooremployee', { ...person, deptId: both }), /^422 deptId: .*王五.*(22:00|2[23]:\d\d)/);
  assert.match(await outcome('dooremployee', { id: at['张三'], deptId: both }), /^422 deptId: .*张三/);
  assert.match(await outcome('door/basedept', { id: at['cashiers'], parentId: both }), /^422 parentId: .*有一人/);
  assert.match(
    await outcome('/api/blade-system/dept/submit', { id: at['cashiers'], parentId: both }),
    /^422 parentId: /,
    'on the page of the company too',
  );
  const line = (name: string, dept: string): string => `${name},${name},${dept}`;
  const file = Buffer.from(['姓名,编号,部门', line('赵六', '混合组'), line('钱七', '技术部')].join('\n'));
  const path = '/api/updown/dooremployee/batchImport';
  const { body } = await product.ask('POST', path, { villageId }, { bytes: file });
  assert.deepEqual([body.data.saved, body.data.failed.length], [1, 1], JSON.stringify(body));
  assert.match(body.data.failed[0].why, /违反分权规则/);
});

test('a week plan, a template and a day of the calendar are refused where they open both', async () => {
  const villageId = at['office'];
  const early = await save('dmperiod', { villageId, periodName: '清晨', startTime: '05:00', endTime: '06:00' });
  const weekId = await save('dmweeklmt3', { villageId, weekName: '清晨周', mon: [] });
  const templateId = await save('dmtemplmt3', { villageId, templName: '清晨', weekId, holiday: [] });
  const dawn = await save('doortimeperiod', { villageId, periodName: '清晨', templateId });
  const always = await save('doortimeperiod', {
    villageId,
    periodName: '凌晨',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '04:00',
    endTime: '07:00',
  });
  await save('doordevgrant', grant('财务室', { empIds: [at['张三']], timePeriodId: dawn }));
  await save('doordevgrant', grant('机房', { empIds: [at['张三']], timePeriodId: always }));
  assert.match(await outcome('dmweeklmt3', { id: weekId, villageId, tue: [early] }), /^422 tue: .*05:00/);
  assert.equal(
    await outcome('dmtemplmt3', { id: templateId, villageId, event: [early] }),
    '200',
    'no day has an event yet',
  );
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const days = { parkingId: at['lot'], dates: [{ day, dayKind: 'event', holidayName: '开放日' }] };
  const refused = await outcome('parkHolidayDate', days);
  assert.ok(refused.startsWith('422 dates: ') && refused.includes(`${day} 05:00`), refused);
});

test('a rule that is broken already says by whom, and can be watched; a door on both sides is none', async () => {
  const apart = { ruleName: '大堂与机房', gateIds: [at['大堂']], otherGateIds: [at['机房']] };
  const refused = await rule(apart);
  assert.equal(refused.status, 422);
  assert.match(refused.body.errors![0]!.msg, /张三.*“大堂”与“机房”.*可先存为“仅观察”$/);
  assert.equal((await rule({ ...apart, mode: 'watched' })).status, 200);
  const { rules } = await checked();
  const watched = rules.find(({ ruleName }) => ruleName === '大堂与机房')!;
  assert.deepEqual(watched.records.map(({ empName }) => empName).sort(), ['张三', '李四']);
  assert.deepEqual(
    (await rule({ ruleName: '两边', areaIds: [at['it']], otherGateIds: [at['机房']] })).body.errors?.map(
      ({ field }) => field,
    ),
    ['otherGateIds'],
  );
  assert.equal(
    await outcome('doordevgrant', grant('大堂', { deptIds: [at['tech']], timePeriodId: at['whole'] })),
    '200',
    'a watched rule refuses nothing',
  );
});

test('a department kept out at night: a longer period is refused, for others it is not', async () => {
  const made = await rule({
    ruleName: '夜间不进财务室',
    kind: 'hours',
    gateIds: [at['财务室']],
    deptIds: [at['money']],
    timePeriodId: at['night'],
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const refused = await outcome('doordevgrant', grant('财务室', { deptIds: [at['money']], timePeriodId: at['night'] }));
  assert.match(
    refused,
    /^422 deviceIds: 违反分权规则“夜间不进财务室”：张三自 .* (22:00|2[23]:\d\d) 起在禁入时段可进“财务室”$/,
  );
  const { id } = (await product.must('POST', '/api/gatehouse/doorSeparation/submit', {
    id: made.body.data.id,
    villageId: at['office'],
    mode: 'watched',
  })) as { id: string };
  assert.ok(id);
  assert.equal(
    await outcome('doordevgrant', grant('财务室', { deptIds: [at['money']], timePeriodId: at['night'] })),
    '200',
  );
});

test('rules are for who runs the company; others neither see nor change them', async () => {
  const path = '/api/gatehouse/door/separation';
  const villageId = at['office'];
  assert.equal((await product.ask('GET', path, { villageId }, { as: 'nobody' })).status, 403);
  assert.equal((await product.ask('GET', path, { villageId }, { as: 'otherTenant' })).status, 404);
});
