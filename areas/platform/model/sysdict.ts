import { doorReasons } from '#areas/door/model/words.ts';
import { closingReasons } from '#areas/road/model/words.ts';
import { visitReasons } from '#areas/visitor/model/parameters.ts';
import type { Dictionary } from '#kit/declare/dictionary.ts';
import { boolean, integer, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** Every list that forms of the product offer words of. */
export const dictionaries: readonly Dictionary[] = [visitReasons, closingReasons, doorReasons];

/** Words that forms offer: a dictionary is a row at the top, its words lie below it. */
export const sysdict: Resource = resource({
  name: 'sysdict',
  title: text('字典', 'Dictionary'),
  many: text('字典', 'Dictionaries'),
  help: text(
    '表单中可选用的词语，保存后立即在各表单出现。产品自带的字典不能删除，其词语可增删改。',
    'Words that forms offer; what is saved is offered at once. Dictionaries of the product stay, their words may be changed.',
  ),
  area: 'platform',
  route: '/system/dict',
  menu: 'running',
  scope: 'platform',
  config: { folder: 'dictionaries', key: ['code', 'dictKey'], together: true },
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/updown/sysdict' },
  fields: {
    dictValue: str(text('名称', 'Word'), { required: true, search: true, max: 100 }),
    dictValueEn: str(text('英文名称', 'English word'), { max: 100 }),
    parentId: relation(text('所属字典', 'Dictionary'), (): Resource => sysdict, { fixed: true, search: true }),
    code: str(text('字典编码', 'Code'), {
      search: true,
      fixed: true,
      max: 60,
      help: text('字典本身填写；词语沿用所属字典的编码', 'Of a dictionary itself; its words take it over'),
    }),
    dictKey: str(text('键', 'Key'), {
      fixed: true,
      max: 60,
      help: text('词语的键，同一字典内不重复', 'The key of a word, once in a dictionary'),
    }),
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    enable: boolean(text('启用', 'Offered'), { default: true }),
    sealed: boolean(text('产品自带', 'Of the product'), { readOnly: true, default: false }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'dictValue',
  unique: [['code', 'dictKey']],
  index: [['parentId']],
  order: { by: 'sort', desc: false },
  list: ['dictValue', 'dictValueEn', 'code', 'dictKey', 'sort', 'enable', 'sealed', 'remark'],
});
