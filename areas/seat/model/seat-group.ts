import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { integer, longText, relation, relations, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** Seats that belong together: whose car parks they answer first, and where a call goes on to that they do not take. */
export const seatGroup = resource({
  name: 'seatGroup',
  title: text('坐席组', 'Seat group'),
  help: text(
    '车场的求助先由所属组的坐席接听，等待超过设定的秒数或组内无人在岗时，转到下一组，原组仍可接。未分组的车场由所有可接该车场的坐席接听。60 秒无人接听仍转现场。',
    'Calls of a car park ring in its own group first. Once they have waited the seconds set here, or at once where nobody of the group is on duty, they go on to the next group as well. Car parks in no group are answered by every seat that sees them. After 60 s without an answer the booth is notified all the same.',
  ),
  area: 'seat',
  route: '/cloudseat/seatgroup',
  scope: 'company',
  wire: { base: '/api/gatehouse/seatGroup', key: 'groupId' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    groupName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    parkIds: relations(text('车场', 'Car parks'), () => park, {
      none: text('只接其他组转来的', 'Only what other groups pass on'),
      help: text('一个车场只能属于一个组', 'A car park is in one group at most'),
    }),
    overflowTo: relation(text('下一组', 'Next group'), (): Resource => seatGroup, {
      search: true,
      help: text('不填则等到转现场', 'Left out, calls wait until the booth is notified'),
    }),
    overflowS: integer(text('转组等待（秒）', 'Goes on after, s'), { required: true, min: 5, max: 55, default: 20 }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'groupName',
  unique: [['companyId', 'groupName']],
  order: { by: 'groupName', desc: false },
  list: ['groupName', 'parkIds', 'overflowTo', 'overflowS', 'companyId', 'remark'],
});
