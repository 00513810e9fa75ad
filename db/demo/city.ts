/** The demo's city: two groups with three companies each, twelve lots, forty lanes. Invented; nobody in it is real. */

export type LotKind = 'mall' | 'hospital' | 'station' | 'office' | 'home' | 'curb';

export type LotPlan = {
  readonly name: string;
  readonly kind: LotKind;
  readonly code: string;
  readonly stalls: number;
  readonly entries: number;
  readonly exits: number;
  readonly address: string;
  readonly lng: number;
  readonly lat: number;
  /** Share of cars with a pass. */
  readonly passShare: number;
  /** Stays on an ordinary working day. */
  readonly staysPerDay: number;
  /**
   * An area within the lot, behind a lane of its own: what an hour costs there, and the share of cars that go on to it.
   */
  readonly inner?: {
    readonly area: string;
    readonly gate: string;
    readonly stalls: number;
    readonly share: number;
    readonly unitFen: number;
  };
  /** Simple rule, fen and minutes. */
  readonly rule: {
    readonly freeMinutes: number;
    readonly firstMinutes?: number;
    readonly firstFen?: number;
    readonly unitMinutes: number;
    readonly unitFen: number;
    readonly dayCapFen: number;
  };
};

export type CompanyPlan = {
  readonly name: string;
  readonly short: string;
  readonly type: 'park' | 'road' | 'property';
  readonly linkman: string;
  readonly lots: readonly LotPlan[];
};
export type GroupPlan = {
  readonly name: string;
  readonly short: string;
  readonly linkman: string;
  readonly companies: readonly CompanyPlan[];
};

export const city: readonly GroupPlan[] = [
  {
    name: '安泊停车集团',
    short: '安泊',
    linkman: '顾明远',
    companies: [
      {
        name: '安泊商业停车管理有限公司',
        short: '安泊商业',
        type: 'park',
        linkman: '沈亦舟',
        lots: [
          {
            name: '云汇广场地下停车场',
            kind: 'mall',
            code: 'AB01',
            stalls: 600,
            entries: 3,
            exits: 3,
            address: '云汇路 88 号',
            lng: 120.2103,
            lat: 30.2461,
            passShare: 0.12,
            staysPerDay: 294,
            rule: { freeMinutes: 30, firstMinutes: 60, firstFen: 600, unitMinutes: 30, unitFen: 300, dayCapFen: 6000 },
          },
          {
            name: '星河里购物中心停车场',
            kind: 'mall',
            code: 'AB02',
            stalls: 180,
            entries: 2,
            exits: 2,
            address: '星河里 6 号',
            lng: 120.1836,
            lat: 30.2719,
            passShare: 0.1,
            staysPerDay: 189,
            rule: { freeMinutes: 15, firstMinutes: 60, firstFen: 500, unitMinutes: 60, unitFen: 300, dayCapFen: 4000 },
          },
        ],
      },
      {
        name: '安泊医疗后勤停车有限公司',
        short: '安泊医疗',
        type: 'park',
        linkman: '程若谷',
        lots: [
          {
            name: '仁济路医院停车楼',
            kind: 'hospital',
            code: 'AB03',
            stalls: 150,
            entries: 2,
            exits: 2,
            address: '仁济路 12 号',
            lng: 120.1672,
            lat: 30.2588,
            passShare: 0.22,
            staysPerDay: 217,
            rule: { freeMinutes: 30, unitMinutes: 60, unitFen: 400, dayCapFen: 3000 },
          },
          {
            name: '城东妇幼医院停车场',
            kind: 'hospital',
            code: 'AB04',
            stalls: 100,
            entries: 2,
            exits: 2,
            address: '凤栖街 101 号',
            lng: 120.2395,
            lat: 30.2893,
            passShare: 0.2,
            staysPerDay: 140,
            rule: { freeMinutes: 30, unitMinutes: 60, unitFen: 300, dayCapFen: 2500 },
          },
        ],
      },
      {
        name: '安泊社区服务有限公司',
        short: '安泊社区',
        type: 'property',
        linkman: '陶知夏',
        lots: [
          {
            name: '枫林湾小区停车场',
            kind: 'home',
            code: 'AB05',
            stalls: 220,
            entries: 2,
            exits: 1,
            address: '枫林湾路 3 号',
            lng: 120.1281,
            lat: 30.3102,
            passShare: 0.82,
            staysPerDay: 105,
            rule: { freeMinutes: 60, unitMinutes: 60, unitFen: 200, dayCapFen: 1500 },
          },
          {
            name: '锦绣家园停车场',
            kind: 'home',
            code: 'AB06',
            stalls: 160,
            entries: 1,
            exits: 2,
            address: '锦绣东路 27 号',
            lng: 120.1437,
            lat: 30.3247,
            passShare: 0.78,
            staysPerDay: 84,
            rule: { freeMinutes: 60, unitMinutes: 120, unitFen: 300, dayCapFen: 1200 },
          },
        ],
      },
    ],
  },
  {
    name: '畅行交通集团',
    short: '畅行',
    linkman: '骆清和',
    companies: [
      {
        name: '畅行枢纽停车管理有限公司',
        short: '畅行枢纽',
        type: 'park',
        linkman: '傅长安',
        lots: [
          {
            name: '南站综合枢纽 P1 停车场',
            kind: 'station',
            code: 'CX01',
            stalls: 360,
            entries: 3,
            exits: 3,
            address: '站前大道 1 号',
            lng: 104.0662,
            lat: 30.6063,
            passShare: 0.06,
            staysPerDay: 308,
            rule: { freeMinutes: 15, firstMinutes: 60, firstFen: 800, unitMinutes: 30, unitFen: 400, dayCapFen: 9600 },
          },
          {
            name: '天枢购物公园停车场',
            kind: 'mall',
            code: 'CX02',
            stalls: 210,
            entries: 2,
            exits: 1,
            inner: { area: '地下二层快充区', gate: '地下二层通道', stalls: 60, share: 0.3, unitFen: 500 },
            address: '天枢街 200 号',
            lng: 104.0817,
            lat: 30.6552,
            passShare: 0.1,
            staysPerDay: 210,
            rule: { freeMinutes: 30, firstMinutes: 120, firstFen: 800, unitMinutes: 60, unitFen: 300, dayCapFen: 5000 },
          },
        ],
      },
      {
        name: '畅行楼宇停车管理有限公司',
        short: '畅行楼宇',
        type: 'park',
        linkman: '裴思远',
        lots: [
          {
            name: '环球数码大厦停车场',
            kind: 'office',
            code: 'CX03',
            stalls: 130,
            entries: 1,
            exits: 1,
            address: '科创路 9 号',
            lng: 104.0573,
            lat: 30.5871,
            passShare: 0.62,
            staysPerDay: 119,
            rule: { freeMinutes: 15, unitMinutes: 30, unitFen: 300, dayCapFen: 5000 },
          },
          {
            name: '汇智中心停车场',
            kind: 'office',
            code: 'CX04',
            stalls: 110,
            entries: 1,
            exits: 1,
            address: '汇智街 55 号',
            lng: 104.0719,
            lat: 30.5736,
            passShare: 0.58,
            staysPerDay: 105,
            rule: { freeMinutes: 15, unitMinutes: 60, unitFen: 500, dayCapFen: 4500 },
          },
          {
            name: '临江金融中心停车场',
            kind: 'office',
            code: 'CX05',
            stalls: 140,
            entries: 1,
            exits: 1,
            address: '临江路 318 号',
            lng: 104.0905,
            lat: 30.6398,
            passShare: 0.6,
            staysPerDay: 126,
            rule: { freeMinutes: 10, unitMinutes: 30, unitFen: 400, dayCapFen: 6000 },
          },
        ],
      },
      {
        name: '畅行路侧停车运营有限公司',
        short: '畅行路侧',
        type: 'road',
        linkman: '霍从周',
        lots: [
          {
            name: '锦里路侧泊位',
            kind: 'curb',
            code: 'CX06',
            stalls: 60,
            entries: 0,
            exits: 0,
            address: '锦里东段',
            lng: 104.0489,
            lat: 30.6467,
            passShare: 0,
            staysPerDay: 166,
            rule: { freeMinutes: 15, unitMinutes: 30, unitFen: 200, dayCapFen: 3600 },
          },
        ],
      },
    ],
  },
];

/** Staff of every built-in role, by group: account, name, role, and the lots a role is limited to. */
export const staff: readonly {
  readonly account: string;
  readonly name: string;
  readonly role: string;
  readonly group: number;
  readonly company?: number;
  readonly lot?: string;
  readonly type: 'staff' | 'guard' | 'collector' | 'seller' | 'installer';
}[] = [
  { account: 'anbo', name: '顾明远', role: 'groupAdmin', group: 0, type: 'staff' },
  { account: 'anbo.company', name: '沈亦舟', role: 'companyAdmin', group: 0, company: 0, type: 'staff' },
  { account: 'anbo.finance', name: '苏晚晴', role: 'finance', group: 0, type: 'staff' },
  { account: 'anbo.service', name: '白芷若', role: 'customerService', group: 0, type: 'staff' },
  {
    account: 'anbo.manager',
    name: '郑秋实',
    role: 'lotManager',
    group: 0,
    company: 0,
    lot: '云汇广场地下停车场',
    type: 'staff',
  },
  {
    account: 'anbo.guard',
    name: '马长宁',
    role: 'gateGuard',
    group: 0,
    company: 0,
    lot: '云汇广场地下停车场',
    type: 'guard',
  },
  {
    account: 'anbo.guard2',
    name: '赵小川',
    role: 'gateGuard',
    group: 0,
    company: 0,
    lot: '云汇广场地下停车场',
    type: 'guard',
  },
  { account: 'anbo.doors', name: '聂清禾', role: 'doorClerk', group: 0, type: 'staff' },
  { account: 'anbo.seat', name: '宋知意', role: 'seatAgent', group: 0, type: 'staff' },
  { account: 'anbo.seat2', name: '程以安', role: 'seatAgent', group: 0, type: 'staff' },
  { account: 'anbo.clerk', name: '葛小满', role: 'attendanceClerk', group: 0, type: 'staff' },
  {
    account: 'anbo.seller',
    name: '云汇咖啡',
    role: 'seller',
    group: 0,
    company: 0,
    lot: '云汇广场地下停车场',
    type: 'seller',
  },
  { account: 'anbo.installer', name: '叶知行', role: 'deviceInstaller', group: 0, type: 'installer' },
  { account: 'anbo.auditor', name: '柳如松', role: 'auditor', group: 0, type: 'staff' },
  { account: 'changxing', name: '骆清和', role: 'groupAdmin', group: 1, type: 'staff' },
  {
    account: 'changxing.collector',
    name: '彭一鸣',
    role: 'curbCollector',
    group: 1,
    company: 2,
    lot: '锦里路侧泊位',
    type: 'collector',
  },
];

export const demoPassword = 'Gatehouse-demo';
