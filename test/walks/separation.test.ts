/** Separation rules at a desk: refused while somebody breaks them, kept as watched, and what they keep from being saved. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { doorGrant } from '#areas/door/model/door-grant.ts';
import { doorSeparation, separationModes } from '#areas/door/model/door-separation.ts';
import { exceptionStates, separationException } from '#areas/door/model/separation-exception.ts';
import { dayOf } from '#domain/time/day.ts';
import { inTurn } from '#test/turns.ts';
import { openDesk } from './desk.ts';
import type { Desk, Seat } from './desk.ts';
import { fillFields } from './form.ts';
import { ready } from './look.ts';
import { button, pane } from './page-helpers.ts';
import { atEveryWidth } from './widths.ts';
import { photographed } from './world.ts';

const words = {
  zh: {
    place: '衡山大厦',
    second: '华山大厦',
    add: '新增',
    save: '保存',
    watch: /李四.*“大堂”与“机房”.*可先存为“仅观察”/,
    refused: /分权规则“财务与机房”：张三.*“财务室”与“机房”/,
    nobody: '无人违反',
    broken: '1 人违反',
    both: '“大堂”与“机房”',
    cash: '“财务室”与“机房”',
    requested: '由他人批准后生效',
    excepted: '1 人例外',
    exceptedBy: /例外至 \d{4}-\d\d-\d\d，.+ 批准（王芳 申请）/,
    added: '新增成功',
  },
  en: {
    place: 'Hill House',
    second: 'Mount House',
    add: 'Add',
    save: 'Save',
    watch: /李四.*“大堂” and “机房”.*kept as watched/,
    refused: /separation rule “财务与机房”: 张三.*“财务室” and “机房”/,
    nobody: 'Nobody breaks it',
    broken: 'Broken by 1',
    both: '“大堂” and “机房”',
    cash: '“财务室” and “机房”',
    requested: 'once somebody else approves it',
    excepted: '1 excepted',
    exceptedBy: /Excepted until \d{4}-\d\d-\d\d, approved by .+, requested by 王芳/,
    added: 'Added',
  },
};
type Rule = { ruleName: string; mode: string; people: number; records: { empName: string }[] };
let desk: Desk;
before(async () => {
  desk = await openDesk();
});
after(() => desk?.close());

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await desk.product.must('POST', `/api/updown/${path}/submit`, input)).id;

/** A building with three doors: one person holds lobby and server room, another the cash office. */
async function building(name: string): Promise<string> {
  const companyId = desk.product.companies.child;
  const villageId = await save('baseVillage', { VName: name, companyId });
  await desk.product.park(companyId, `${name} P`, { villageId });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: `${name} 1` });
  const timePeriodId = await save('doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  const device: Record<string, string> = {};
  for (const gateName of ['财务室', '机房', '大堂']) {
    const gateId = await save('doorgate', { villageId, gateName });
    const sn = `SEP-${villageId.slice(-8)}-${Object.keys(device).length}`;
    device[gateName] = await save('doordevice', { villageId, gateId, deviceName: `${gateName}控制器`, sn });
  }
  const person = (empName: string): Promise<string> =>
    save('dooremployee', { villageId, deptId, empName, empNo: `${villageId.slice(-6)}${empName}` });
  const [zhang, li] = [await person('张三'), await person('李四')];
  const grant = (doors: readonly string[], empIds: readonly string[]): Promise<string> =>
    save('doordevgrant', {
      villageId,
      deviceIds: doors.map((door) => device[door]!),
      empIds,
      timePeriodId,
      startTime: '2026-01-01T00:00:00+08:00',
    });
  await grant(['大堂', '机房'], [li]);
  await grant(['财务室'], [zhang]);
  return villageId;
}

/** Enters a row that the server refuses, and reads why at a field. */
async function isRefused(
  seat: Seat,
  of: typeof doorSeparation | typeof doorGrant,
  values: Record<string, unknown>,
  says: RegExp,
): Promise<void> {
  const { page, lang } = seat;
  await button(pane(page), words[lang].add).first().click();
  await seat.above.locator('[data-field]').first().waitFor();
  await fillFields(seat.above, of.fields, values, lang);
  await button(seat.above, words[lang].save).click();
  await seat.above.locator('.wrong', { hasText: says }).waitFor();
}

const rulesOf = async (villageId: string): Promise<Rule[]> =>
  (await desk.product.must('GET', '/api/gatehouse/door/separation', { villageId })).rules;

for (const lang of inTurn('separation of rights', ['zh', 'en'] as const)) {
  test(`a rule that is broken is kept as watched and lists by whom; one that is kept refuses a grant against it (${lang})`, async () => {
    const say = words[lang];
    const villageId = await building(say.place);
    const person = await desk.sits(desk.operator, lang);
    const { page } = person;
    await photographed(page, `separation-${lang}`, async () => {
      await person.goes(doorSeparation);
      await person.adds(doorSeparation, {
        villageId: say.place,
        ruleName: '财务与机房',
        gateIds: ['财务室'],
        otherGateIds: ['机房'],
      });
      const watched = { villageId: say.place, ruleName: '大堂与机房', gateIds: ['大堂'], otherGateIds: ['机房'] };
      await isRefused(person, doorSeparation, watched, say.watch);
      await atEveryWidth(page, `separation-refused-${lang}`);
      assert.equal((await rulesOf(villageId)).length, 1);
      await fillFields(person.above, doorSeparation.fields, { mode: 'watched' }, lang);
      await button(person.above, say.save).click();
      await person.reads('大堂与机房', separationModes.watched[lang]);
      await atEveryWidth(page, `separation-rules-${lang}`);

      await person.goes(doorGrant);
      const grant = {
        villageId: say.place,
        deviceIds: ['机房控制器'],
        empIds: ['张三'],
        timePeriodId: '全天',
        startTime: '2026-11-01T00:00:00+08:00',
      };
      await isRefused(person, doorGrant, grant, say.refused);
      await atEveryWidth(page, `separation-grant-${lang}`);

      await person.goes(`/door/separation?villageId=${villageId}`);
      const rule = (name: string) => pane(page).locator('.ds-rule', { hasText: name });
      await rule('财务与机房').getByText(say.nobody).waitFor();
      await rule('大堂与机房').getByText(say.broken).waitFor();
      await rule('大堂与机房').locator('li', { hasText: '李四' }).filter({ hasText: say.both }).waitFor();
      await atEveryWidth(page, `separation-check-${lang}`);
      assert.deepEqual(
        (await rulesOf(villageId)).map(({ ruleName, mode, people }) => [ruleName, mode, people]),
        [
          ['大堂与机房', 'watched', 1],
          ['财务与机房', 'enforced', 0],
        ],
      );
      await rule('大堂与机房').getByRole('button', { name: '李四' }).click();
      await page.waitForURL(new RegExp(`/record/${doorEmployee.name}/`));
      await ready(page);
      await person.goes(`/door/separation?villageId=${villageId}`);
      await rule('财务与机房').getByRole('button', { name: '财务与机房' }).click();
      await page.waitForURL(new RegExp(`/record/${doorSeparation.name}/`));
      await ready(page);
      await atEveryWidth(page, `separation-rule-${lang}`);
    });
    assert.deepEqual(
      (await person.leaves()).filter((line) => !line.includes('422')),
      [],
    );
  });

  test(`who is to hold both is requested by one and approved by another, to the last day and no longer (${lang})`, async () => {
    const say = words[lang];
    const { approve, withdraw } = separationException.lifecycle!.actions;
    const villageId = await building(say.second);
    const gates = await desk.product.must('GET', '/api/updown/doorgate/list', { villageId });
    const gateOf = (name: string) => gates.records.find(({ gateName }: { gateName: string }) => gateName === name).id;
    const rule = { villageId, ruleName: '财务与机房', gateIds: [gateOf('财务室')], otherGateIds: [gateOf('机房')] };
    await desk.product.must('POST', '/api/gatehouse/doorSeparation/submit', rule);
    const [clerk, head] = [await desk.sits(desk.clerk, lang), await desk.sits(desk.operator, lang)];
    const { page } = clerk;
    const lastDay = dayOf(Date.now() + 9 * 86_400_000, 'Asia/Shanghai');
    const grant = {
      villageId: say.second,
      deviceIds: ['机房控制器'],
      empIds: ['张三'],
      timePeriodId: '全天',
      startTime: '2026-11-01T00:00:00+08:00',
    };
    await photographed(page, `separation-exception-${lang}`, async () => {
      await clerk.goes(separationException);
      await button(pane(page), say.add).first().click();
      await clerk.above.locator('[data-field]').first().waitFor();
      const request = { villageId: say.second, EmpID: '张三', ruleId: '财务与机房', lastDay, reason: '搬迁期间代班' };
      await fillFields(clerk.above, separationException.fields, request, lang);
      await atEveryWidth(page, `separation-request-${lang}`);
      await button(clerk.above, say.save).click();
      await page.locator('.gh-notices', { hasText: say.requested }).waitFor();
      await clerk.reads('张三', exceptionStates.proposed[lang]);

      await head.goes(separationException);
      await atEveryWidth(head.page, `separation-exceptions-${lang}`);
      await head.does(['张三', say.second], approve!.label, approve!.ask!, { remark: '同意' });
      await head.reads('张三', exceptionStates.approved[lang]);

      await clerk.goes(doorGrant);
      await isRefused(clerk, doorGrant, grant, say.refused);
      await fillFields(clerk.above, doorGrant.fields, { endTime: `${lastDay}T16:00:00.000Z` }, lang);
      await button(clerk.above, say.save).click();
      await page.locator('.gh-notices', { hasText: say.added }).waitFor();

      const checkedRule = pane(page).locator('.ds-rule', { hasText: '财务与机房' });
      await clerk.goes(`/door/separation?villageId=${villageId}`);
      await checkedRule.getByText(say.nobody).waitFor();
      await checkedRule.getByText(say.excepted).waitFor();
      await checkedRule.getByText(say.exceptedBy).waitFor();
      await atEveryWidth(page, `separation-excepted-${lang}`);

      await head.does(['张三', say.second], withdraw!.label, withdraw!.ask!, { remark: '搬迁完成' });
      await head.reads('张三', exceptionStates.withdrawn[lang]);
      await clerk.goes(`/door/separation?villageId=${villageId}`);
      await checkedRule.getByText(say.broken).waitFor();
      await checkedRule.locator('li', { hasText: '张三' }).filter({ hasText: say.cash }).waitFor();
      assert.equal(await checkedRule.getByText(say.excepted).count(), 0);
    });
    assert.deepEqual(
      [...(await clerk.leaves()), ...(await head.leaves())].filter((line) => !line.includes('422')),
      [],
    );
  });
}
