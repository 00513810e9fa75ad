import { boolean, integer, longText, relations, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { adminMenu } from './admin-menu.ts';

/** A heading of the top bar; the menus bound to it stand in the side bar. */
export const topMenu = resource({
  name: 'topMenu',
  title: text('顶部菜单', 'Top menu'),
  help: text('顶栏里的菜单分组，每组绑定若干菜单。', 'The groups of the top bar, each with the menus bound to it.'),
  area: 'access',
  route: '/system/topMenu',
  scope: 'platform',
  wire: { base: '/api/updown/topMenu' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 30 }),
    nameEn: str(text('英文名称', 'English name'), { max: 40 }),
    code: str(text('编码', 'Code'), { max: 40 }),
    path: str(text('地址', 'Path'), {
      max: 300,
      help: text('填写后点击直接打开该页面', 'When given, a click opens this screen'),
    }),
    icon: str(text('图标', 'Icon'), { max: 60 }),
    sort: integer(text('排序', 'Sort order'), { default: 100, min: 0, max: 9999 }),
    visible: boolean(text('显示', 'Shown'), { default: true }),
    menuIds: relations(text('绑定菜单', 'Bound menus'), () => adminMenu, { readOnly: true, hidden: true }),
    menuKey: str(text('内置标识', 'Built-in key'), { readOnly: true, hidden: true, max: 100 }),
    edited: boolean(text('已调整', 'Adjusted'), { readOnly: true, default: false }),
    bound: boolean(text('绑定已调整', 'Binding adjusted'), { readOnly: true, hidden: true, default: false }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['menuKey']],
  list: ['name', 'nameEn', 'code', 'path', 'icon', 'sort', 'visible'],
  order: { by: 'sort', desc: false },
});
