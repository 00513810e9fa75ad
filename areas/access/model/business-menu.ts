import { boolean, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { menuCategories } from './admin-menu.ts';

/**
 * Menus of the business terminals (handhelds, guard box, mobile pages), kept by the platform operator and granted to
 * roles like the console's.
 */
export const businessMenu: Resource = resource({
  name: 'businessMenu',
  title: text('业务菜单', 'Business menu'),
  area: 'access',
  scope: 'platform',
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/updown/sysmenu' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    nameEn: str(text('英文名称', 'English name'), { alias: ['i18n'], max: 80, width: 210 }),
    parentId: relation(text('上级', 'Parent'), (): Resource => businessMenu, { search: true }),
    category: select(text('类别', 'Category'), menuCategories, { required: true, default: 'menu', search: true }),
    path: str(text('地址', 'Path'), { max: 300 }),
    code: str(text('权限码', 'Permission code'), { search: true, max: 80, width: 220 }),
    icon: str(text('图标', 'Icon'), { max: 60 }),
    sort: integer(text('排序', 'Sort order'), { default: 100, min: 0, max: 99_999 }),
    visible: boolean(text('显示', 'Shown'), { default: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  index: [['parentId']],
  list: ['name', 'nameEn', 'category', 'path', 'code', 'sort', 'visible'],
  order: { by: 'sort', desc: false },
});
