import { boolean, integer, longText, multiSelect, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { builtInRoleNames } from './role-names.ts';

export const menuCategories = {
  directory: text('目录', 'Folder'),
  menu: text('菜单', 'Page'),
  button: text('按钮', 'Button'),
};

/**
 * The console's menu: directories, screens and the buttons on them. A granted screen or button brings its permission
 * code.
 */
export const adminMenu: Resource = resource({
  name: 'adminMenu',
  title: text('菜单', 'Menu'),
  help: text(
    '控制台的目录、页面与按钮；把菜单授予角色，即授予它的权限码。',
    "The console's folders, pages and buttons. Granting one to a role grants its permission code.",
  ),
  area: 'access',
  route: '/system/adminMenu',
  scope: 'platform',
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/updown/sysAdminMenu' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    nameEn: str(text('英文名称', 'English name'), { alias: ['i18n'], max: 80, width: 210 }),
    parentId: relation(text('上级', 'Parent'), (): Resource => adminMenu, { search: true }),
    category: select(text('类别', 'Category'), menuCategories, { required: true, default: 'menu', search: true }),
    path: str(text('地址', 'Path'), {
      max: 300,
      help: text(
        '以 / 开头的页面地址；或 http(s) 外部页面',
        'A page path starting with /, or an external http(s) address',
      ),
    }),
    code: str(text('权限码', 'Permission code'), {
      search: true,
      max: 80,
      width: 220,
      help: text(
        '形如 park:read；授予该菜单即授予此权限',
        'For example park:read. Granting the menu grants this permission.',
      ),
    }),
    icon: str(text('图标', 'Icon'), { max: 60 }),
    roles: multiSelect(text('仅限角色', 'Only for roles'), builtInRoleNames, {
      none: text('不限', 'Everyone'),
      help: text('不选则不限', 'Leave blank for everyone'),
    }),
    sort: integer(text('排序', 'Sort order'), { default: 100, min: 0, max: 99_999 }),
    visible: boolean(text('显示', 'Shown'), { default: true }),
    menuKey: str(text('内置标识', 'Built-in key'), { readOnly: true, hidden: true, max: 200 }),
    edited: boolean(text('已调整', 'Adjusted'), { readOnly: true, default: false }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['menuKey']],
  index: [['parentId']],
  list: ['name', 'nameEn', 'category', 'path', 'code', 'icon', 'sort', 'visible'],
  order: { by: 'sort', desc: false },
});
