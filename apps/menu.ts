/** The product's own menu. */
import { group, screens, under } from '#apps/menu-nodes.ts';
import type { MenuNode } from '#apps/menu-nodes.ts';
import { systemMenu } from '#apps/menu-system.ts';
import { reports, resources } from '#apps/models.ts';
import { text } from '#kit/declare/text.ts';

const placed: readonly MenuNode[] = [
  group('operation', text('运营', 'Operations'), 'car', [
    group(
      'inside',
      text('在场与进出', 'Vehicles and traffic'),
      'swap',
      screens(
        '/static/incar',
        '/static/inoutRecord',
        '/static/videoCarStatic',
        '/static/gateEvents',
        '/static/exceptionRelease',
        '/static/manualReleaseEvents',
        '/static/openingSum',
      ),
    ),
    group(
      'money',
      text('收费与订单', 'Payments'),
      'wallet',
      screens(
        '/static/tempWCPays',
        '/static/onlineorder',
        '/static/unConfirmOrder',
        '/static/refundorder',
        '/static/ledgerEntry',
        '/static/onlinepayparkorderrec',
        '/rdstatic/onlineorder',
        '/rdstatic/tempWCPays',
        '/rdstatic/groupTempWCPays',
      ),
    ),
    group(
      'debts',
      text('欠费追缴', 'Debts'),
      'wallet',
      screens(
        '/rdstatic/escape',
        '/rdstatic/groupescape',
        '/rdstatic/groupescapeCancel',
        '/rdstatic/arrearage',
        '/rdstatic/arrearsNotice',
        '/rdstatic/arrearsCollection',
      ),
    ),
    group(
      'fund',
      text('资金结算', 'Settlement'),
      'wallet',
      screens(
        '/fundmanage/settlementrecord',
        '/fundmanage/settlementdays',
        '/fundmanage/transferrecord',
        '/fundmanage/cashoutset',
        '/fundmanage/profitshare',
        '/fundmanage/sharereceiver',
        '/fundmanage/dayproof',
        '/fundmanage/carried',
        '/fundmanage/dayroots',
        '/fundmanage/bankline',
      ),
    ),
    group(
      'invoices',
      text('电子发票', 'E-invoices'),
      'idcard',
      screens('/invoice/invoiceapplyform', '/invoice/taxrates', '/invoice/invoicesellerconfig'),
    ),
    group('shifts', text('岗亭与班次', 'Booths and shifts'), 'team', [
      ...under('boxWork:read', '/work/parkBoxSource'),
      ...screens('/work/shift', '/work/shiftEntry', '/work/shiftVoid'),
    ]),
    group(
      'duty',
      text('勤务与考勤', 'Duty and attendance'),
      'clock',
      screens(
        '/attendance/attendanceweek',
        '/attendance/worktimerange',
        '/attendance/attendancelist',
        '/attendance/clockCorrection',
        '/attendanceManagement/attendanceRecord',
        '/attendanceManagement/attendanceDetail',
        '/attendanceManagement/attendanceSum',
        '/attendance/month',
        '/attendanceManagement/attendanceManagementSetting',
      ),
    ),
    group(
      'service',
      text('工单与客服', 'Work orders and service'),
      'wrench',
      screens(
        '/rdoperationscenter/workordermanage',
        '/rdoperationscenter/earlywarningmanage',
        '/rdoperationscenter/contractor',
        '/rdoperatingcenter/complaints',
        '/rdoperatingcenter/lostItem',
        '/rdoperatingcenter/lostSum',
        '/rdoperatingcenter/membermanage',
        '/rdoperatingcenter/memberPlate',
        '/desk/notice',
        '/system/imei',
        '/system/handheldUpgrade',
        '/system/handheldDeed',
      ),
    ),
    group('seats', text('云坐席', 'Cloud seats'), 'team', [
      ...under('callRecord:answer', '/cloudseat/seat'),
      ...screens(
        '/cloudseat/callrecord',
        '/cloudseat/callsum',
        '/cloudseat/callwhy',
        '/cloudseat/seatsum',
        '/cloudseat/cloudseatgrant',
        '/cloudseat/cloudseatorder',
        '/cloudseat/seatgroup',
        '/cloudseat/seatuser',
        '/cloudseat/sipserver',
        '/cloudseat/laneextension',
      ),
    ]),
    group('visitors', text('访客', 'Visitors'), 'idcard', [
      ...screens('/visitor/visitormanage'),
      ...under('visit:pass', '/visitor/visitorexamine'),
      ...screens('/visitor/visitorqrcode', '/visitor/carmanage', '/visitor/carinoutrecord'),
    ]),
    group('passes', text('月租车', 'Monthly passes'), 'idcard', [
      ...screens('/car/carMonthNew'),
      ...under('passGrant:import', '/car/carbatchgrant'),
      ...screens('/car/spaceGroup', '/static/monthlyRenewal', '/car/parkcarapply'),
      ...under('carApply:pass', '/car/admincarapply'),
    ]),
    group(
      'derates',
      text('优惠与商家', 'Discounts and shops'),
      'bookmark',
      screens(
        '/derate/parkseller',
        '/derate/parkderaterule',
        '/static/carDerates',
        '/static/sellerRecharges',
        '/static/cardRecharge',
      ),
    ),
    group(
      'coupons',
      text('卡券', 'Coupons'),
      'bookmark',
      screens(
        '/couponcard/couponseller',
        '/couponcard/couponrule',
        '/couponcard/couponcard',
        '/couponcard/couponsummary',
        '/couponcard/deductiondetail',
        '/couponcard/coupongive',
        '/couponcard/mncouponbanner',
      ),
    ),
    group('adverts', text('广告', 'Adverts'), 'chart', [
      ...screens(
        '/advert/advertmanage',
        '/advert/platadvertmanage',
        '/advert/advertvisitdetail',
        '/advert/advertdaystatistics',
        '/advert/ppadvertdaystatistics',
        '/advert/jsadvertdaystatistics',
        '/advert/hadvertdaystatistics',
        '/advert/xinlinadvertdaystatistics',
        '/advert/networkdays',
        '/advert/closepayorder',
      ),
      ...under('adverOrder:read', '/advert/platclosepayorder'),
      ...screens('/system/garageAdvertising'),
    ]),
    group('road', text('路内停车', 'Roadside'), 'shop', [
      ...screens('/rdstatic/inCar', '/static/rdIncar', '/rdstatic/inoutRecord', '/rdstatic/groupInoutRecord'),
      ...under('rdBerth:read', '/road/parkMap'),
      ...under('company:read', '/road/company'),
      ...under('curbPark:read', '/road/park'),
      ...under('parkMonth:read', '/road/rdCarMonth'),
      ...screens(
        '/road/berthsec',
        '/road/rdBerth',
        '/road/rdSensor',
        '/road/rdLed',
        '/road/lockDevice',
        '/rdstatic/sectionAuthorization',
      ),
    ]),
    group('doors', text('门禁', 'Doors'), 'idcard', [
      ...under('doorGate:read', '/door/plan'),
      ...screens(
        '/door/doorgate',
        '/door/fire',
        '/door/doorarea',
        '/door/doordevice',
        '/door/dmdevparam',
        '/door/basedept',
        '/door/dooremployee',
        '/door/dooremployeecheck',
        '/door/dooremployeefollow',
        '/door/facePhoto',
        '/door/doordevgrant',
      ),
      ...under('doorDelivery:read', '/door/matrix'),
      ...under('doorSeparation:read', '/door/separation'),
      ...screens(
        '/door/doorseparation',
        '/door/delivery',
        '/doorstatic/getStaticDoorEvent',
        '/doorstatic/swipeCardDay',
        '/doorstatic/swipeCardMonth',
        '/door/doortimeperiod',
        '/door/dmtemplate',
        '/door/dmweek',
        '/door/dmperiod',
        '/door/consent',
        '/door/erasure',
      ),
    ]),
    group(
      'temperature',
      text('测温', 'Temperature'),
      'idcard',
      screens(
        '/door/yujingRecord',
        '/door/yjRecord',
        '/door/yjCamera',
        '/door/yjPlace',
        '/door/yjIdentitydown',
        '/door/yjUpgrade',
        '/door/yjdaystatistics',
        '/door/yjmonthstatistics',
        '/static/nucleicAcidRecord',
      ),
    ),
    group('vehicles', text('车辆与收费规则', 'Vehicles and tariffs'), 'car', [
      ...screens('/car/parkcartype', '/car/parkcarmodel'),
      ...under('feeRule:read', '/car/parksimplefeerule', '/car/parkfeerule', '/road/rdsimplefeerule'),
      ...screens('/car/blacklist', '/car/managebook'),
    ]),
  ]),
  group('guidance', text('车位引导', 'Guidance'), 'bar', [
    group('guidedSpaces', text('车位与分组', 'Spaces and groups'), 'shop', [
      ...under('parkingSpace:read', '/navigation/index'),
      ...screens('/navigation/parkSpace', '/navigation/group', '/wire/wireGroupSet', '/navigation/building'),
      ...screens('/navigation/boardPromise', '/navigation/boardArrival'),
      ...under('company:read', '/navigation/company'),
      ...under('village:read', '/navigation/village'),
      ...under('park:read', '/navigation/park'),
    ]),
    group(
      'guidanceDevices',
      text('引导设备', 'Guidance devices'),
      'camera',
      screens(
        '/navigation/devGateway',
        '/navigation/device',
        '/wire/wireDevice',
        '/system/noWireDeviceInfo',
        '/system/ventilating',
        '/navigation/devCommunication',
        '/navigation/deviceType',
      ),
    ),
  ]),
  group('reports', text('报表', 'Reports'), 'chart', [
    group('boards', text('看板', 'Dashboards'), 'chart', under('home:read', '/wel/dashboard', '/wel/index2')),
    group(
      'feeReports',
      text('收费报表', 'Fee reports'),
      'bar',
      screens(
        '/static/chartDaySum',
        '/static/chartMonthFeeSum',
        '/static/chartDayPaySum',
        '/static/chartPayTypeSum',
        '/static/chartUserFeeSum',
        '/static/chartFeeSumChart',
        '/static/carMonthSum',
      ),
    ),
    group('roadReports', text('路内报表', 'Roadside reports'), 'bar', [
      ...under('roadNow:read', '/rdstatic/realTimeStatistics'),
      ...screens(
        '/rdstatic/chartDaySum',
        '/rdstatic/groupSummary',
        '/rdstatic/yardDaily',
        '/rdstatic/yardMonthlyReport',
        '/static/chartRdaParkRecord',
        '/rdstatic/berthRate',
        '/rdstatic/berthHours',
        '/rdstatic/rdBerthNoCarAnalysis',
        '/rdstatic/dailyReportCollector',
        '/rdstatic/dailyReportMouthCollector',
        '/rdstatic/userFeeSum',
        '/rdstatic/groupEmployee',
        '/rdstatic/escapestatic',
        '/rdstatic/parktime',
      ),
    ]),
    group(
      'trafficReports',
      text('进出报表', 'Traffic reports'),
      'swap',
      screens(
        '/static/dailyreport',
        '/static/chartInOutSumChart',
        '/static/occupancyHours',
        '/static/spaceTurnover',
        '/static/stayLengths',
        '/static/chartDayThindInOutSum',
        '/static/chartDayThindMonthInOutSum',
        '/static/platePrefixDaySum',
        '/static/baseVillage',
      ),
    ),
    group('shiftReports', text('交接班', 'Shifts'), 'team', screens('/static/shiftSum', '/static/onlyShiftSum')),
  ]),
  group('base', text('基础资料', 'Setup'), 'shop', [
    group(
      'organisation',
      text('单位与车场', 'Companies and car parks'),
      'apartment',
      screens(
        '/basedata/company',
        '/basedata/village',
        '/basedata/park',
        '/basedata/parkarea',
        '/basedata/radpark',
        '/basedata/parkbox',
        '/basedata/parkgate',
        '/basedata/parkServicesConfig',
      ),
    ),
    group('devices', text('设备', 'Devices'), 'camera', [
      ...screens('/basedata/parkdevice'),
      ...under('parkDevice:read', '/basedata/parkdeviceStatus'),
      ...screens(
        '/basedata/deviceIncident',
        '/system/romoteLog',
        '/car/ledSetting',
        '/basedata/sysManufacturer',
        '/system/versionManagement',
        '/basedata/importantmessagereceiver',
        '/system/remoteAuthorization',
        '/system/analysisCamera',
        '/system/readRate',
      ),
      ...under('village:read', '/system/baseVillageMonitor'),
    ]),
  ]),
  systemMenu,
];

const routesIn = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ route, children }) => [...(route ? [route] : []), ...routesIn(children ?? [])]);

const placedRoutes = new Set(routesIn(placed));
/** Pages whose declaration names a group, in the areas' order. */
const grouped = [...resources, ...reports].filter((of) => of.menu && of.route && !placedRoutes.has(of.route));

const filledUp = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.map((node) => {
    const own = grouped.filter((of) => of.menu === node.key).map((of) => of.route!);
    if (!node.children && own.length === 0) return node;
    return { ...node, children: [...filledUp(node.children ?? []), ...screens(...own)] };
  });

export const menu: readonly MenuNode[] = filledUp(placed);
export const menuRoutes: ReadonlySet<string> = new Set(routesIn(menu));
