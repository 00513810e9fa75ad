import { boolean, json, longText, money, percent, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { plats } from './words.ts';

/** How far a network's figures may be from ours where its platform says nothing else, 1/100 per cent. */
export const DEFAULT_BOUND_BP = 500;

/** Who adverts come from, and how much of what they earn is the car parks'. */
export const adPlat = resource({
  name: 'adPlat',
  title: text('广告平台', 'Advert platform'),
  help: text(
    '广告的来源平台与车场分成。停用后其广告不再下发；分成只对以后的收入起作用。',
    'Where adverts come from and the share of the car parks. A platform that is off shows none; a share counts for income to come.',
  ),
  area: 'advert',
  route: '/advert/platadvertmanage',
  scope: 'tenant',
  wire: { base: '/api/gatehouse/adPlat', key: 'platId' },
  fields: {
    plat: select(text('平台', 'Platform'), plats, { required: true, search: true, fixed: true }),
    name: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    shareBp: percent(text('车场分成', "Car parks' share"), { required: true, min: 0, max: 10_000, default: 7000 }),
    closeFen: money(text('去广告月价', 'Ad-free month'), {
      min: 1,
      max: 10_000_000,
      help: text('每车场每月；留空不出售', 'For a car park and month; not sold if left blank'),
    }),
    boundBp: percent(text('允许差异', 'Bound'), {
      min: 0,
      max: 10_000,
      default: DEFAULT_BOUND_BP,
      help: text(
        '平台日报与本系统的差异在此比例以内不必说明；留空为 5%',
        "A network's figures may differ from ours by this part without a reason; 5% if left blank",
      ),
    }),
    enabled: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    config: json(text('接入参数', 'Settings'), { hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'name',
  unique: [['plat']],
  list: ['plat', 'name', 'shareBp', 'closeFen', 'boundBp', 'enabled', 'remark'],
});
