import { generateKeyPairSync } from 'node:crypto';

/** Values for forms where a sample of the field's kind would break a rule of the resource's own. */
const menu = { path: '/sample', code: 'sample:read' };

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const rsa = { privateKey, publicKey };

const own: Readonly<Record<string, (nth: number) => Readonly<Record<string, unknown>>>> = {
  company: () => ({ companyType: 'park', zone: 'Asia/Shanghai', creditCode: '91350100M000100Y43' }),
  park: () => ({ zone: 'Asia/Shanghai' }),
  adminMenu: () => menu,
  platformMenu: () => menu,
  businessMenu: () => menu,
  topMenu: () => ({ path: menu.path }),
  param: () => ({ paramKey: 'refund.largeFen', paramValue: '60000', forCompanyId: null }),
  sysdict: (nth) => ({ code: `sample.words${nth}`, parentId: null }),
  parkParameter: () => ({ paramKey: 'repeatSeconds', paramValue: '20' }),
  parkDevice: (nth) => ({
    sn: `SAMPLE-${nth}`,
    videoUrl: 'rtsp://192.0.2.1/live',
    sourceNetworks: '192.0.2.0/24',
    deviceType: 'camera',
  }),
  feeCase: () => ({ context: {}, expectRefusal: null }),
  wechatConfig: () => ({ ...rsa, platformKey: rsa.publicKey, apiV3Key: 'Secret-sample-of-32-characters-aa' }),
  alipayConfig: () => rsa,
  reportTemplate: () => ({ sql: 'SELECT park_name FROM park', parameters: [] }),
  carList: () => ({ startTime: new Date().toISOString(), endTime: new Date(Date.now() + 86_400_000).toISOString() }),
  berthSection: (nth) => ({
    numberPrefix: `S${nth}`,
    numberFrom: 1,
    numberTo: 10,
    totalStall: 10,
    guardHours: '07:30-20:00',
    line: [
      { lng: 116.3, lat: 39.9 },
      { lng: 116.301, lat: 39.9 },
    ],
  }),
  adver: () => ({
    kind: 'text',
    text: '洗车',
    picture: null,
    linkUrl: null,
    slots: ['bill'],
    parkIds: null,
    weekdays: null,
    hoursFrom: null,
    hoursUntil: null,
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    budgetFen: null,
  }),
  couponStore: () => ({ account: null }),
  couponRule: () => ({
    derateType: 'amount',
    amountFen: 500,
    bearer: 'own',
    budgetFen: 100_000,
    budgetNum: 10,
    validDays: 30,
    parkIds: null,
    storeId: null,
    claimFrom: null,
    claimUntil: null,
  }),
  publicplat: (nth) => ({
    appId: `wx${String(nth).padStart(16, '0')}`,
    originalId: `gh_${String(nth).padStart(12, '0')}`,
    token: 'sampletoken',
    mode: 'plain',
    aesKey: null,
  }),
  wxkeyword: (nth) => ({
    scene: 'text',
    keyword: `sample${nth}`,
    match: 'exact',
    replyType: 'text',
    content: 'sample',
    title: null,
    linkUrl: null,
    pictureUrl: null,
  }),
  wxOtherConfig: (nth) => ({ configType: nth % 2 ? 'hotline' : 'address' }),
  cashoutSet: () => ({ accountNo: '6214830112345678', branchCode: '308331012004', serviceBp: 0 }),
  lockDevice: (nth) => ({ sn: `SAMPLE-${nth}`, berthNo: 'BJ0001' }),
  rdLed: (nth) => ({ sn: `SAMPLE-${nth}` }),
  rdSensor: (nth) => ({ sn: `SAMPLE-S${nth}`, berthNo: 'BJ0001' }),
  userSectionGrant: () => ({
    fromTime: new Date().toISOString(),
    toTime: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  visit: () => ({
    visitTime: new Date().toISOString(),
    leaveTime: new Date(Date.now() + 86_400_000).toISOString(),
    hostName: '王芳',
  }),
  /** Within the day of the visit it belongs to. */
  visitorCar: () => ({
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  visitorQr: () => ({
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  devGateway: (nth) => ({ sn: `SAMPLE-G${nth}` }),
  devDevice: () => ({ fromGroupId: null }),
  wireDevice: () => ({ fromGroupId: null }),
  devGroup: () => ({ countBy: 'passages', capacity: 20, fullAt: 0, clearAt: 3 }),
  wireGroupSet: () => ({ countBy: 'passages', capacity: 20, fullAt: 0, clearAt: 3 }),
  devCommunication: () => ({ typeId: null, map: [] }),
  userRequest: () => ({ type: 'complaint' }),
  dmPeriod: () => ({ startTime: '08:00', endTime: '18:00' }),
  dmWeek: () => ({ mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }),
  doorTimePeriod: () => ({
    templateId: null,
    weekDays: ['1'],
    startTime: '08:00',
    endTime: '18:00',
    dateFrom: null,
    dateTo: null,
  }),
  doorEmployee: (nth) => ({ validFrom: null, validUntil: null, cardNo: `00081066${nth}`, empNo: `SAMPLE-${nth}` }),
  doorGrant: () => ({
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  doorCheck: (nth) => ({ empName: `样例${nth}`, cardNo: `00091066${nth}`, empNo: `CHECK-${nth}` }),
  thermalPlace: () => ({ purpose: null, untilDate: null }),
  thermalCamera: (nth) => ({ sn: `SAMPLE-T${nth}` }),
  thermalHeat: (nth) => ({ sn: `SAMPLE-H${nth}` }),
  doorParam: (nth) => ({ paramKey: nth % 2 === 0 ? 'volume' : 'screenS', paramValue: '50' }),
  doorDevice: (nth) => ({ sn: `SAMPLE-D${nth}` }),
  bindSn: (nth) => ({ bindSn: `SAMPLE-${nth}-B` }),
};

export const ownSamples = (resource: string, nth: number): Readonly<Record<string, unknown>> =>
  own[resource]?.(nth) ?? {};
