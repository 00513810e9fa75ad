import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { boolean, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** The SIP server a company's intercoms and seats meet at. Without one seats work without a voice. */
export const sipServer = resource({
  name: 'sipServer',
  title: text('SIP 服务器', 'SIP server'),
  help: text(
    '单位自有的 SIP 服务器（如 Asterisk），其下级单位的坐席同样使用。坐席的浏览器经 WSS 直接接入；各坐席的号码与密码在“坐席账号”中登记。',
    'The company’s own SIP server, such as Asterisk; seats of companies below use it too. Browsers of seats reach it by WSS; numbers and passwords of seats stand under “Seat accounts”.',
  ),
  area: 'seat',
  route: '/cloudseat/sipserver',
  scope: 'company',
  wire: { base: '/api/gatehouse/sipServer', key: 'serverId' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    wssUrl: str(text('WSS 地址', 'WSS address'), {
      required: true,
      max: 200,
      width: 240,
      help: text(
        'wss:// 开头；坐席页面只允许连接该地址',
        'Beginning with wss://; a seat’s page may connect to it alone',
      ),
    }),
    domain: str(text('SIP 域', 'SIP domain'), { required: true, max: 120, width: 160 }),
    realm: str(text('认证域', 'Realm'), {
      max: 120,
      help: text('摘要认证的 realm，与域相同可不填', 'Of the digest authentication; left out where it is the domain'),
    }),
    helpNo: str(text('求助号码', 'Help number'), {
      required: true,
      max: 40,
      help: text(
        '对讲机拨打、转接时转回的号码，由 SIP 服务器同时呼叫各坐席',
        'What intercoms dial and calls are referred to when they are handed over; the SIP server calls all seats by it',
      ),
    }),
    stunUrl: str(text('STUN 地址', 'STUN address'), {
      max: 200,
      help: text('坐席与服务器不在同一网络时填写，stun: 开头', 'Where seats are in another network; begins with stun:'),
    }),
    recordingBase: str(text('录音地址前缀', 'Recordings begin with'), {
      max: 200,
      help: text(
        'https:// 开头。服务器在 INVITE 的 X-Recording-Url 中给出以此开头的链接时，记入通话记录',
        'Begins with https://. A link in X-Recording-Url of an INVITE is kept with the call where it begins so',
      ),
    }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'domain',
  unique: [['companyId', 'domain']],
  list: ['domain', 'companyId', 'wssUrl', 'helpNo', 'stunUrl', 'recordingBase', 'enabled', 'remark'],
});

/** Which lane an intercom's number stands for. */
export const laneExtension = resource({
  name: 'laneExtension',
  title: text('对讲号码', 'Intercom number'),
  help: text(
    '车道对讲机在 SIP 服务器上的号码：来电凭此归入该车道的求助。同一集团内不重复。',
    'The number a lane’s intercom has at the SIP server: by it a call belongs to the lane’s call for help. Once in a group.',
  ),
  area: 'seat',
  route: '/cloudseat/laneextension',
  scope: 'park',
  wire: { base: '/api/gatehouse/laneExtension', key: 'extensionId' },
  fields: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'companyId',
    }),
    gateId: relation(text('车道', 'Lane'), () => parkGate, { required: true, search: true, within: 'parkId' }),
    extension: str(text('号码', 'Number'), { required: true, search: true, max: 40 }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'extension',
  unique: [['extension']],
  list: ['extension', 'parkId', 'gateId', 'remark'],
});
