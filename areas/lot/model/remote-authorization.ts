import { dateTime, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { park } from './park.ts';

/**
 * Who may open the barriers of a lot from afar, and until when. Required where the lot's parameter `remoteNeedsGrant`
 * says so.
 */
export const remoteAuthorization = resource({
  name: 'remoteAuthorization',
  title: text('远程授权', 'Remote opening grant'),
  area: 'lot',
  route: '/system/remoteAuthorization',
  scope: 'park',
  wire: { base: '/api/updown/platAuthorize', submit: 'remoteAuthorize' },
  help: text(
    '车场参数“远程开闸须授权”为“是”时，只有此处授权的人能在有效期内远程开闸。',
    'Where a car park’s parameter “Opening from afar needs a grant” is on, only the people named here may do it, and only while it is valid.',
  ),
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    userId: relation(text('被授权人', 'Person'), () => user, {
      search: true,
      none: text('所有有权限的人', 'Everybody permitted'),
      help: text('不选则为所有有远程开闸权限的人', 'Everybody with the remote opening permission if left blank'),
    }),
    authorizeType: select(
      text('有效期', 'Valid'),
      { long: text('长期', 'No end date'), term: text('限期', 'For a time') },
      { required: true, search: true, default: 'long', tones: { long: 'ok', term: 'info' } },
    ),
    startTime: dateTime(text('开始时间', 'From'), { when: { field: 'authorizeType', is: ['term'] } }),
    endTime: dateTime(text('结束时间', 'To'), { when: { field: 'authorizeType', is: ['term'] } }),
    grantedBy: str(text('授权人', 'Granted by'), { readOnly: true, max: 60 }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'authorizeType',
  index: [['userId']],
  list: ['parkId', 'userId', 'authorizeType', 'startTime', 'endTime', 'grantedBy', 'remark'],
});
