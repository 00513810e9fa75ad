import { relation, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { company } from './company.ts';
import { province } from './region.ts';

const area = 'org';
const GET = 'GET' as const;
const base = '/api/updown/basecompany';
const select = '/api/updown/baseSelect';
const companyId = relation(text('单位', 'Company'), () => company);

export const companyParents = call({
  name: 'company.listParentPageAuth',
  title: text('可选上级单位', 'Possible parent companies'),
  area,
  method: GET,
  path: `${base}/listParentPageAuth`,
  permission: 'company:read',
  answer: 'page',
  input: { companyName: str(text('单位名称', 'Company name'), { max: 100 }) },
});
export const companyTree = call({
  name: 'company.tree',
  title: text('单位树', 'Company tree'),
  area,
  method: GET,
  path: `${base}/tree`,
  permission: 'session',
  answer: 'tree',
});
export const companyNode = call({
  name: 'company.getTreeNode',
  title: text('单位树节点', 'Company tree node'),
  area,
  method: GET,
  path: `${base}/getTreeNode`,
  permission: 'session',
  answer: 'tree',
  input: {
    nodeId: relation(text('节点', 'Node'), () => company, { help: text('不填则为最上层', 'The top if left blank') }),
  },
});
export const ownCompany = call({
  name: 'company.getUserLoginCompanyDetail',
  title: text('当前单位详情', 'The company worked in'),
  area,
  method: GET,
  path: `${base}/getUserLoginCompanyDetail`,
  permission: 'session',
});
export const companyById = call({
  name: 'company.getCompanyDetailByCompanyId',
  title: text('单位详情', 'Company by id'),
  area,
  method: GET,
  path: `${base}/getCompanyDetailByCompanyId`,
  permission: 'session',
  input: { companyId },
});

export const loginCompanies = call({
  name: 'company.selectLoginCompany',
  title: text('可切换单位', 'Companies to switch to'),
  area,
  method: GET,
  path: `${select}/selectLoginCompany`,
  permission: 'session',
  answer: 'list',
  note: text(
    '超过10000个时只答标记000000，由按名称搜索代替',
    'Above 10,000 it answers only the marker 000000; search by name instead',
  ),
});
export const masterCompanies = call({
  name: 'company.selectLoginMasterCompany',
  title: text('可切换主单位', 'Main companies to switch to'),
  area,
  method: GET,
  path: `${select}/selectLoginMasterCompany`,
  permission: 'session',
  answer: 'list',
  note: text('最多300个', 'At most 300'),
});
export const companiesByName = call({
  name: 'company.selectLoginCompanyByName',
  title: text('按名称搜索可切换单位', 'Search companies to switch to'),
  area,
  method: GET,
  path: `${select}/selectLoginCompanyByName`,
  permission: 'session',
  answer: 'list',
  input: { companyName: str(text('单位名称', 'Company name'), { max: 60 }) },
  note: text('最多200个', 'At most 200'),
});
export const userCompanies = call({
  name: 'company.getUserAllCompany',
  title: text('用户的全部单位', 'All companies of a user'),
  area,
  method: GET,
  path: `${select}/getUserAllCompany`,
  permission: 'session',
  answer: 'list',
  input: { userId: str(text('用户', 'User'), { help: text('不填则为本人', 'Oneself if left blank') }) },
});

const tenantCode = str(text('租户编码', 'Tenant code'), { max: 20 });
export const deptTree = call({
  name: 'dept.tree',
  title: text('部门树', 'Department tree'),
  area,
  method: GET,
  path: '/api/blade-system/dept/tree',
  permission: 'session',
  answer: 'tree',
  input: { tenantCode, companyId },
});
export const deptsByCompany = call({
  name: 'dept.getSelectBaseDeptByCpId',
  title: text('单位的部门', 'Departments of a company'),
  area,
  method: GET,
  path: '/api/updown/door/basedept/getSelectBaseDeptByCpId',
  permission: 'session',
  answer: 'list',
  input: { cpid: relation(text('单位', 'Company'), () => company, { alias: ['CPID', 'companyId'] }) },
});
export const deptsByPark = call({
  name: 'dept.getAllDeptByParkId',
  title: text('车场的部门', 'Departments of a car park'),
  area,
  method: GET,
  path: '/api/updown/plat/baseDept/getAllDeptByParkId',
  permission: 'session',
  answer: 'list',
  input: { parkId: str(text('车场', 'Car park'), { alias: ['PKID'] }) },
});
export const ownDepts = call({
  name: 'dept.getDeptByLoginUserId',
  title: text('本人的部门', 'My departments'),
  area,
  method: GET,
  path: '/api/updown/plat/baseDept/getDeptByLoginUserId',
  permission: 'session',
  answer: 'list',
});

export const provinceTree = call({
  name: 'province.getProvinceTree',
  title: text('省份树', 'Provinces'),
  area,
  method: GET,
  path: '/api/updown/plat/BaseProvince/getProvinceTree',
  permission: 'session',
  answer: 'tree',
});
export const cityTree = call({
  name: 'city.getCityTree',
  title: text('城市树', 'Cities of a province'),
  area,
  method: GET,
  path: '/api/updown/plat/basecity/getCityTree',
  permission: 'session',
  answer: 'tree',
  input: { provinceId: relation(text('省份', 'Province'), () => province) },
});
export const allCities = call({
  name: 'city.getAllCity',
  title: text('全部城市', 'All cities'),
  area,
  method: GET,
  path: '/api/updown/plat/basecity/getAllCity',
  permission: 'session',
  answer: 'list',
});
export const allDistricts = call({
  name: 'city.getAllArea',
  title: text('全部区县', 'All districts'),
  area,
  method: GET,
  path: '/api/updown/plat/basecity/getAllArea',
  permission: 'session',
  answer: 'list',
});
