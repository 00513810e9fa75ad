/** Separation of rights: what nobody may hold at once, refused when it would come about, and who holds it all the same. */
import { call } from '#kit/declare/call.ts';
import { relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { dept } from '#areas/org/model/dept.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorArea } from './door-area.ts';
import { doorGate } from './door-gate.ts';
import { doorTimePeriod } from './plans.ts';

export const separationKinds = {
  apart: text('两边不可兼有', 'Not both sides'),
  hours: text('时段内不可进入', 'Not at these hours'),
};
export const separationModes = {
  enforced: text('强制', 'Enforced'),
  watched: text('仅观察', 'Watched'),
};

const gates = (zh: string, en: string) => relations(text(zh, en), () => doorGate, { within: 'villageId' });
const areas = (zh: string, en: string) =>
  relations(text(zh, en), () => doorArea, {
    within: 'villageId',
    help: text('含下级区域；通向这些区域的门', 'With the areas below: doors that lead into them'),
  });
const apart = { field: 'kind', is: ['apart'] };

export const doorSeparation = resource({
  name: 'doorSeparation',
  title: text('分权规则', 'Separation rule'),
  help: text(
    '规定任何人不可同时能进的两边（如财务室与机房），或某些部门在某时段不可进的门。“强制”的规则不允许任何会违反它的保存；已被违反时只能存为“仅观察”，由“分权检查”列出是谁。',
    'What nobody may hold at once, such as cash office and server room, or doors that departments may not enter at certain hours. Whatever would break an enforced rule is not saved. A rule that is broken already can only be watched: the check of separation lists by whom.',
  ),
  area,
  route: '/door/doorseparation',
  scope: 'company',
  wire: { base: '/api/gatehouse/doorSeparation' },
  fields: {
    ruleName: str(text('规则名称', 'Rule'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    kind: select(text('类型', 'Kind'), separationKinds, { required: true, default: 'apart', search: true }),
    mode: select(text('执行', 'Effect'), separationModes, {
      required: true,
      default: 'enforced',
      search: true,
      tones: { enforced: 'ok', watched: 'warn' },
      help: text('仅观察：不拒绝保存，只列出违反的人', 'Watched: nothing is refused, who breaks it is listed'),
    }),
    deptIds: relations(text('部门', 'Departments'), () => dept, {
      none: text('所有人', 'Everybody'),
      help: text('含下级部门；不填为所有人', 'With those below; everybody where left out'),
    }),
    gateIds: gates('门', 'Doors'),
    areaIds: areas('区域', 'Areas'),
    otherGateIds: { ...gates('另一边的门', 'Doors of the other side'), when: apart },
    otherAreaIds: { ...areas('另一边的区域', 'Areas of the other side'), when: apart },
    timePeriodId: relation(text('不可进入的时段', 'Forbidden hours'), () => doorTimePeriod, {
      within: 'villageId',
      when: { field: 'kind', is: ['hours'] },
    }),
    remark,
  },
  display: 'ruleName',
  unique: [['villageId', 'ruleName']],
  list: [
    'ruleName',
    'kind',
    'mode',
    'deptIds',
    'gateIds',
    'areaIds',
    'otherGateIds',
    'otherAreaIds',
    'timePeriodId',
    'villageId',
    'remark',
  ],
  order: { by: 'ruleName', desc: false },
});

export const separationCheck = call({
  name: 'doorSeparation.check',
  title: text('分权检查', 'Check of separation'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/separation',
  permission: 'doorSeparation:read',
  answer: 'object',
  input: { villageId },
  note: text(
    '今天起一年内谁违反小区的哪条分权规则：{from, until, rules}。rules 为 [{id, ruleName, kind, mode, people, records, exceptedPeople, excepted}]：people 为违反的人数，records 至多 500 人 [{EmpID, empName, deptId, deptName, gateId, gateName, otherId, otherName, first, until}]，first 为两扇门（或门与禁入时段）最早同时开放的时刻，until 为该次结束；EmpID、empName 须有查看人员的权限，否则为空；otherId、otherName 在按时段的规则中为空。excepted 为经批准的例外（不计入 people），另有 {exceptionId, lastDay, askedBy, approvedBy, reason}；授权超过例外最后一天的，其后计入 records。只看授权，不看门自动常开与人工模式；停用与禁入的人也算。',
    'Who breaks which separation rule of the community within a year from today: {from, until, rules}. `rules` is [{id, ruleName, kind, mode, people, records, exceptedPeople, excepted}]: people is how many break it, records at most 500 of them, [{EmpID, empName, deptId, deptName, gateId, gateName, otherId, otherName, first, until}]; first is the earliest instant at which both doors, or the door in the forbidden hours, are open to the person, until the end of that time. EmpID and empName take the right to read people and are null without it; otherId and otherName are null in rules about hours. `excepted` are those with an approved exception, who are not counted in people, with {exceptionId, lastDay, askedBy, approvedBy, reason} besides; what they hold beyond its last day stands in records. Grants alone are looked at, not doors that stand open or modes set by hand; people who are suspended or barred count.',
  ),
});
