/** The mini program of a car park: a shell around the driver's pages, known to the platform by its app id. */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { miniStates } from './words.ts';

const base = '/api/updown/parkminiprogram';
const id = relation(text('小程序', 'Mini program'), (): Resource => parkminiprogram, { required: true });

export const testMini = call({
  name: 'parkminiprogram.test',
  title: text('测试连接', 'Test the connection'),
  area: 'weixin',
  method: 'POST',
  path: '/api/gatehouse/parkminiprogram/test',
  permission: 'parkminiprogram:test',
  answer: 'object',
  input: { id },
  note: text('用 AppID 与密钥向微信取一次令牌，答 state', 'Gets a token with app id and secret once; answers state'),
});

export const parkminiprogram = resource({
  name: 'parkminiprogram',
  title: text('小程序', 'Mini program'),
  help: text(
    '车场的微信小程序：打开本平台的车主页面；密钥加密保存、不再显示。',
    'Mini programs of car parks: they open the driver’s pages of this platform. Secrets are kept encrypted and never shown again.',
  ),
  area: 'weixin',
  route: '/miniprogram/miniprogram',
  scope: 'company',
  wire: { base, detail: 'details', removeByGet: true },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      search: true,
      within: 'companyId',
      none: text('单位的全部车场', 'All of the company'),
    }),
    appId: str(text('应用编号 AppID', 'App id'), {
      required: true,
      search: true,
      max: 18,
      help: text('wx 开头，18 位', 'wx and 16 characters'),
    }),
    appSecret: secret(text('应用密钥 AppSecret', 'App secret'), { max: 64 }),
    page: str(text('首页', 'First page'), {
      max: 200,
      default: '/m/mini',
      help: text('网页视图打开的本平台页面', 'The page of this platform that its web view opens'),
    }),
    webHosts: longText(text('可打开的域名', 'Hosts it may open'), {
      max: 1000,
      help: text('每行一个，如 pay.example.com', 'One a line, such as pay.example.com'),
    }),
    state: select(text('连接', 'Connection'), miniStates, {
      readOnly: true,
      search: true,
      default: 'unchecked',
      tones: { unchecked: 'muted', connected: 'ok', failed: 'bad' },
    }),
    checkedTime: dateTime(text('上次测试', 'Last tested'), { readOnly: true, since: true }),
    checkResult: str(text('测试结果', 'Result'), { readOnly: true, max: 200 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'name',
  unique: [['appId']],
  list: ['name', 'appId', 'state', 'checkedTime', 'page', 'parkId', 'companyId'],
  rights: {
    test: text('测试连接', 'Test the connection'),
    authorize: text('授权二维码', 'Code to authorise by'),
  },
  actions: [{ call: testMini, key: 'id' }],
});

export const miniMqtt = call({
  name: 'parkminiprogram.getMqttConfig',
  title: text('小程序MQTT配置', 'Live news for a mini program'),
  area: 'weixin',
  method: 'GET',
  path: `${base}/getMqttConfig`,
  permission: 'parkminiprogram:read',
  input: { id },
  note: text(
    '限于该小程序车场的短时登录，形同 platMqtt/getMqttConfig',
    'A login of some minutes for the car park of the program, as platMqtt/getMqttConfig gives it',
  ),
});

export const authorizeMini = call({
  name: 'parkminiprogram.authorizeQrCode',
  title: text('小程序授权二维码', 'Code to authorise a mini program by'),
  area: 'weixin',
  method: 'POST',
  path: `${base}/authorizeQrCode`,
  permission: 'parkminiprogram:authorize',
  answer: 'url',
  input: { id },
  reasons: ['component_missing'],
  note: text(
    '授权须经微信开放平台的第三方平台；本平台未登记，一律以 component_missing 拒绝，请直接填写 AppID 与密钥',
    'Authorising goes through a third-party platform of WeChat. None is registered here: always refused as component_missing. Enter app id and secret instead',
  ),
});

export const driverHome = call({
  name: 'parkminiprogram.home',
  title: text('车主首页', "Driver's home"),
  area: 'weixin',
  method: 'GET',
  path: '/m/mini',
  permission: 'public',
  answer: 'file',
  changes: false,
  input: { parkId: str(text('车场', 'Car park'), { max: 36 }) },
});
