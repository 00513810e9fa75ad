import { user } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { dateTime, integer, json, longText, relation, relations, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { seatGroup } from './seat-group.ts';
import { presences, presenceTones } from './words.ts';

/**
 * A person who answers calls from gates. Whose car parks he may answer follows from his own rights and the seats
 * granted to them.
 */
export const seatUser = resource({
  name: 'seatUser',
  title: text('坐席账号', 'Seat account'),
  help: text(
    '接听车道求助的人员。能接哪些车场，由其账号可见的车场与车场的坐席授权决定。SIP 号码与密码须另有权限才能设置；密码加密保存，不再显示，也不交给浏览器。',
    'People who answer calls from lanes. Which car parks they answer follows from those their account sees and the seats granted to these. Setting a SIP number and password takes a right of its own; the password lies sealed, is never shown again and goes to no browser.',
  ),
  area: 'seat',
  route: '/cloudseat/seatuser',
  scope: 'company',
  wire: { base: '/api/updown/SipSeatuser', remove: 'delete', removeByGet: true },
  rights: { sip: text('设置 SIP 凭据', 'Set SIP credentials') },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, {
      search: true,
      fixed: true,
      help: text('总是该用户的单位', 'Always the person’s own'),
    }),
    userId: relation(text('用户', 'Person'), () => user, { required: true, search: true, fixed: true }),
    groupIds: relations(text('坐席组', 'Seat groups'), () => seatGroup, {
      search: true,
      none: text('不在组内', 'In no group'),
      help: text('不在组内的坐席只接未分组车场的求助', 'In no group, it answers car parks alone that are in none'),
    }),
    sipNo: str(text('SIP 号码', 'SIP number'), {
      search: true,
      max: 40,
      help: text('没有 SIP 服务器可不填', 'Left out where there is no SIP server'),
    }),
    sipPassword: secret(text('SIP 密码', 'SIP password'), { max: 120 }),
    presence: select(text('状态', 'State'), presences, { readOnly: true, search: true, tones: presenceTones }),
    presenceSince: dateTime(text('状态起于', 'Since'), { readOnly: true, since: true }),
    misses: integer(text('连续未接', 'Missed in a row'), { readOnly: true }),
    heardAt: dateTime(text('最近在线', 'Last seen'), { hidden: true }),
    callId: str(text('呼叫', 'Call'), { hidden: true, max: 36 }),
    /** Lots the person sees, as of when the page was last seen; null is all of the group. */
    seesParks: json(text('可见车场', 'Car parks seen'), { hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'userId',
  unique: [['userId']],
  list: ['userId', 'companyId', 'groupIds', 'sipNo', 'presence', 'presenceSince', 'misses', 'remark'],
});
