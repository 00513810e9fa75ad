import { ZONES } from '#domain/time/zone-names.ts';
import { boolean, image, integer, longText, phone, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { city, district, province } from './region.ts';

export const companyTypes = {
  platform: text('平台运营方', 'Platform operator'),
  group: text('集团', 'Group'),
  park: text('停车场公司', 'Car park company'),
  road: text('路内停车公司', 'Roadside parking company'),
  property: text('物业公司', 'Property company'),
  agency: text('代理商', 'Agency'),
  guidance: text('车位引导单位', 'Guidance company'),
};

/** A company (单位). One without a superior is a group: it and everything below it are one tenant. */
export const company: Resource = resource({
  name: 'company',
  title: text('单位', 'Company'),
  help: text(
    '集团、单位与它们的下级；车场、用户和各人能看到的数据都按单位划分。',
    'Groups, companies and those below them; car parks, users and what each may see are divided by company.',
  ),
  area: 'org',
  route: '/basedata/company',
  scope: 'tenant',
  config: { folder: 'companies', key: ['companyName'], without: ['linkman'] },
  self: 'company',
  parent: 'parentId',
  page: 'tree',
  wire: { base: '/api/updown/basecompany', list: ['list', 'listAuth', 'listPageAuth'] },
  accepts: {
    runs: select(text('经营', 'Runs'), {
      curb: text('路内车场', 'Roadside car parks'),
      guided: text('引导车场', 'Guided car parks'),
    }),
  },
  fields: {
    companyName: str(text('单位名称', 'Company name'), { required: true, search: true, max: 60 }),
    shortName: str(text('简称', 'Short name'), { max: 20 }),
    parentId: relation(text('上级单位', 'Parent company'), (): Resource => company, {
      search: true,
      help: text(
        '不选上级即为新的集团（租户），仅平台运营方可建',
        'Without a parent it is a new group (tenant), which only the platform operator may make',
      ),
    }),
    companyType: select(text('单位类型', 'Type'), companyTypes, { required: true, search: true, default: 'park' }),
    enabled: boolean(text('启用', 'Enabled'), {
      default: true,
      search: true,
      help: text(
        '停用后该单位及其下级的人员不能登录',
        'People of a disabled company, and of those below it, cannot log in',
      ),
    }),
    creditCode: str(text('统一社会信用代码', 'Credit code'), { max: 18 }),
    linkman: str(text('联系人', 'Contact'), { max: 30 }),
    contactNumber: phone(text('联系电话', 'Phone')),
    provinceId: relation(text('省份', 'Province'), () => province),
    cityId: relation(text('城市', 'City'), () => city, { within: 'provinceId', search: true }),
    areaId: relation(text('区县', 'District'), () => district, { within: 'cityId' }),
    address: str(text('地址', 'Address'), { max: 200 }),
    zone: select(text('时区', 'Time zone'), ZONES, {
      default: 'Asia/Shanghai',
      help: text('该单位人员看到的时间与日期所用的时区', 'The zone in which its people see times and days'),
    }),
    logo: image(text('标志', 'Logo')),
    sort: integer(text('排序', 'Sort order'), { default: 0, min: 0, max: 9999 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'companyName',
  unique: [['companyName']],
  index: [['parentId']],
  list: ['companyName', 'companyType', 'parentId', 'linkman', 'contactNumber', 'cityId', 'enabled', 'sort'],
  order: { by: 'sort', desc: false },
});
