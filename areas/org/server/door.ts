export { deptRules } from './dept.ts';
export { ensurePlatform, inTenant } from './group.ts';
export type { Platform } from './group.ts';
export { treeOf } from './forest.ts';
export { ensureRegions, regionId, regionsText } from './regions.ts';
export { companyLine, companySubtree, tenantOf } from './tree.ts';
export type { CompanyStep } from './tree.ts';
