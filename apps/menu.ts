import { routesOf } from '#apps/screens.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** The product's own menu: top menus, directories, screens. A screen's title is its declaration's; an operator may rename and reorder. */
export type MenuNode = {
  readonly key: string;
  readonly title: Text;
  readonly icon?: string;
  readonly route?: string;
  readonly children?: readonly MenuNode[];
};

const group = (key: string, title: Text, icon: string, children: readonly MenuNode[]): MenuNode => ({ key, title, icon, children });

const screens = (...routes: string[]): MenuNode[] => routes.map((route) => {
  const title = routesOf.get(route);
  if (!title) throw new Error(`the menu names ${route}, which does not stand`);
  return { key: route, title, route };
});

export const menu: readonly MenuNode[] = [
  group('operation', text('运营', 'Operation'), 'car', [
    group('inside', text('在场与进出', 'Inside, in and out'), 'swap', screens('/static/incar', '/static/inoutRecord', '/static/videoCarStatic', '/static/gateEvents', '/static/exceptionRelease', '/static/manualReleaseEvents', '/static/openingSum')),
    group('money', text('收费与订单', 'Fees and orders'), 'wallet', screens('/static/tempWCPays', '/static/onlineorder', '/static/refundorder', '/static/onlinepayparkorderrec')),
    group('shifts', text('岗亭与班次', 'Boxes and shifts'), 'team', screens('/work/parkBoxSource', '/work/shift', '/work/shiftEntry', '/work/shiftVoid')),
    group('passes', text('月租车', 'Monthly passes'), 'idcard', screens('/car/carMonthNew', '/car/carbatchgrant', '/car/spaceGroup', '/static/monthlyRenewal')),
    group('vehicles', text('车辆与收费规则', 'Vehicles and tariffs'), 'car', screens('/car/parkcartype', '/car/parkcarmodel', '/car/parksimplefeerule', '/car/parkfeerule', '/road/rdsimplefeerule', '/car/blacklist')),
  ]),
  group('reports', text('报表', 'Reports'), 'chart', [
    group('feeReports', text('收费报表', 'Fee reports'), 'bar', screens('/static/chartDaySum', '/static/chartMonthFeeSum', '/static/chartDayPaySum', '/static/chartPayTypeSum', '/static/chartFeeSumChart', '/static/chartInOutSumChart')),
    group('shiftReports', text('交接班', 'Shifts'), 'team', screens('/static/shiftSum', '/static/onlyShiftSum')),
  ]),
  group('base', text('基础资料', 'Base data'), 'shop', [
    group('organisation', text('单位与车场', 'Companies and lots'), 'apartment', screens('/basedata/company', '/basedata/village', '/basedata/park', '/basedata/parkarea', '/basedata/radpark', '/basedata/parkbox', '/basedata/parkgate', '/basedata/parkServicesConfig')),
    group('devices', text('设备', 'Devices'), 'camera', screens('/basedata/parkdevice', '/basedata/parkdeviceStatus', '/basedata/sysManufacturer', '/basedata/importantmessagereceiver')),
  ]),
  group('system', text('系统', 'System'), 'setting', [
    group('access', text('用户与权限', 'Users and permissions'), 'team', screens('/system/user', '/system/sysRole', '/system/dept', '/system/tenant', '/system/adminMenu', '/system/topMenu', '/system/customconfig')),
    group('logs', text('日志', 'Logs'), 'file', screens('/log/error')),
  ]),
];
