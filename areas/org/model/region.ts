import { integer, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/**
 * Divisions are read only; they come with the product and their ids are made from the code, so every installation has
 * the same.
 */
const code = str(text('行政区划代码', 'Division code'), {
  readOnly: true,
  max: 6,
  help: text('GB/T 2260 六位代码', 'Six digits of GB/T 2260'),
});
const name = str(text('名称', 'Name'), { readOnly: true, search: true });
const sort = integer(text('排序', 'Sort order'), { readOnly: true, hidden: true });

export const province = resource({
  name: 'province',
  title: text('省份', 'Province'),
  area: 'org',
  scope: 'platform',
  wire: { base: '/api/updown/plat/BaseProvince' },
  verbs: [],
  fields: { name, code, sort },
  list: ['code', 'name'],
  order: { by: 'code', desc: false },
  unique: [['code']],
});

export const city = resource({
  name: 'city',
  title: text('城市', 'City'),
  area: 'org',
  scope: 'platform',
  wire: { base: '/api/updown/plat/basecity' },
  verbs: [],
  fields: {
    name,
    code,
    provinceId: relation(text('省份', 'Province'), () => province, { readOnly: true, search: true }),
    sort,
  },
  list: ['code', 'name', 'provinceId'],
  order: { by: 'code', desc: false },
  unique: [['code']],
  index: [['provinceId']],
});

export const district = resource({
  name: 'district',
  title: text('区县', 'District'),
  area: 'org',
  scope: 'platform',
  wire: { base: '/api/updown/plat/basecity' },
  verbs: [],
  fields: { name, code, cityId: relation(text('城市', 'City'), () => city, { readOnly: true, search: true }), sort },
  list: ['code', 'name', 'cityId'],
  order: { by: 'code', desc: false },
  unique: [['code']],
  index: [['cityId']],
});
