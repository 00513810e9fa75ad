import { call } from '#kit/declare/call.ts';
import { json, relation, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { village } from '#areas/lot/model/village.ts';
import { area } from './common.ts';
import { doorArea } from './door-area.ts';
import { doorGate } from './door-gate.ts';
import { doorGrant } from './door-grant.ts';
import { dmPeriod, dmTemplate, dmWeek, doorTimePeriod } from './plans.ts';

/** Days from today on. */
export const LOOKED_AHEAD = 366;

export const doorDifference = call({
  name: 'doorGrant.difference',
  title: text('保存前比较', 'Difference before saving'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/difference',
  permission: 'doorGrant:read',
  answer: 'object',
  changes: false,
  input: {
    villageId: relation(text('小区', 'Community'), () => village, { required: true }),
    // Whatever decides who may come in where and when, and is saved by a form.
    resource: select(
      text('对象', 'What'),
      {
        doorGrant: doorGrant.title,
        doorTimePeriod: doorTimePeriod.title,
        dmTemplate: dmTemplate.title,
        dmWeek: dmWeek.title,
        dmPeriod: dmPeriod.title,
        doorGate: doorGate.title,
        doorArea: doorArea.title,
      },
      { required: true },
    ),
    values: json(text('表单内容', 'Values of the form'), { required: true }),
  },
  note: text(
    '表单若按 values 保存（须有该对象的新增或编辑权限；有 id 为修改），今天起一年内谁能进哪扇门有何不同；不保存。{problems, from, until, people, doors, standing}：problems 为保存会被拒绝的原因 [{field, msg}]，此时其余为空；people 为受影响的人数；doors 为 [{id, name, manner, gained, lost}]，manner 为 usual、alone（独自一人）、again（刚进过门尚未出来），gained、lost 为 {people, atNight, first, names}：人数、其中涉及 22 时至 6 时的、最早的时刻、几个姓名（须有查看人员的权限）；standing 为门自动常开的变化 [{id, name, gainedMinutes, lostMinutes}]，今天起七天的分钟数。',
    'What would be different within a year from today about who can come in at which door, were these values saved (takes the right to add or edit it; with an id it is changed); nothing is saved. {problems, from, until, people, doors, standing}: problems says why saving would be refused, [{field, msg}], the rest being empty then; people is how many are concerned; doors is [{id, name, manner, gained, lost}], manner being usual, alone, or again (came in just now and did not leave), gained and lost {people, atNight, first, names}: how many, how many of them between 22:00 and 6:00, the first instant, some names (takes the right to read people); standing is what changes about doors that stand open by themselves, [{id, name, gainedMinutes, lostMinutes}] in the seven days from today.',
  ),
});
