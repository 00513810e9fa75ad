import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { dept } from '#areas/org/model/dept.ts';
import { dateTime, integer, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/plat/visitorqrcode';
const key = 'recordId';
const states = { enabled: text('启用', 'Enabled'), disabled: text('停用', 'Disabled') };

/** A poster at the entrance: whoever scans it enters a visit himself. It is nobody's ticket. */
export const visitorQr = resource({
  name: 'visitorQr',
  title: text('访客二维码', 'Visitor code'),
  area: 'visitor',
  route: '/visitor/visitorqrcode',
  scope: 'park',
  config: { folder: 'visitor-posters', key: ['name'], without: ['villageId'] },
  wire: { base, list: 'getPageList', key },
  verbs: ['list', 'detail', 'add', 'edit', 'export'],
  help: text(
    '张贴在入口供访客扫码登记；停用或过期后不能再登记。',
    'Posted at the entrance for visitors to register. Once disabled or past its end it takes no more visits.',
  ),
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'villageId',
    }),
    villageId: relation(text('小区', 'Community'), () => village, {
      search: true,
      alias: ['VID', 'vid'],
      help: text('由车场得出', 'Follows from the car park'),
    }),
    deptIds: relations(text('可访部门', 'Departments offered'), () => dept, {
      none: text('全部', 'All'),
    }),
    startTime: dateTime(text('启用时间', 'Valid from'), { required: true }),
    endTime: dateTime(text('失效时间', 'Valid until'), { required: true }),
    approve: select(
      text('登记后', 'After registration'),
      { review: text('等待审核', 'Wait for approval'), auto: text('直接通过', 'Approve at once') },
      {
        default: 'review',
        help: text(
          '直接通过时不核实手机号，请只用于无需控制的场所',
          'Approving at once does not verify the mobile number; use it only where access needs no control',
        ),
      },
    ),
    status: select(text('状态', 'State'), states, {
      search: true,
      readOnly: true,
      tones: { enabled: 'ok', disabled: 'muted' },
    }),
    uses: integer(text('登记次数', 'Visits registered'), { readOnly: true, default: 0 }),
    code: str(text('编码', 'Code'), { hidden: true, readOnly: true, max: 40 }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'name',
  unique: [['parkId', 'name'], ['code']],
  list: ['name', 'parkId', 'villageId', 'status', 'approve', 'startTime', 'endTime', 'uses', 'deptIds', 'remark'],
  lifecycle: lifecycle({
    initial: 'enabled',
    states: { enabled: state(states.enabled, 'ok'), disabled: state(states.disabled) },
    final: [],
    actions: {
      enable: {
        label: text('启用', 'Enable'),
        from: ['disabled'],
        to: 'enabled',
        by: 'staff',
        batch: true,
        wire: { method: 'POST', path: `${base}/enable`, key },
      },
      disable: {
        label: text('停用', 'Disable'),
        from: ['enabled'],
        to: 'disabled',
        by: 'staff',
        batch: true,
        wire: { method: 'POST', path: `${base}/disable`, key },
      },
    },
  }),
});
