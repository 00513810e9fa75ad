import { curbPark } from '#areas/lot/model/curb-park.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const lorawanKinds = {
  chirpStack: text('ChirpStack 4', 'ChirpStack 4'),
  thingsStack: text('The Things Stack 3', 'The Things Stack 3'),
};

/**
 * A LoRaWAN network server that posts what a lot's sensors send. It has no login: it proves itself by a key of its own,
 * which is shown once and stored as a hash.
 */
export const lorawanNetwork = resource({
  name: 'lorawanNetwork',
  title: text('LoRaWAN 网络', 'LoRaWAN network'),
  area: 'road',
  route: '/road/lorawan',
  menu: 'road',
  scope: 'park',
  wire: { base: '/api/gatehouse/lorawanNetwork', key: 'networkId' },
  help: text(
    '网络服务器以 HTTP 推送地磁上行；保存后生成密钥，填入网络服务器的请求头。',
    'The network server posts what sensors send by HTTP. Make a key after saving and enter it there as a header.',
  ),
  fields: {
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, {
      required: true,
      search: true,
      fixed: true,
    }),
    networkName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    networkKind: select(text('网络服务器', 'Network server'), lorawanKinds, { required: true, default: 'chirpStack' }),
    enabled: boolean(text('启用', 'In use'), { default: true }),
    keyTime: dateTime(text('密钥生成时间', 'Key made at'), { readOnly: true }),
    lastHeardAt: dateTime(text('最近上行', 'Last uplink'), { readOnly: true, since: true }),
    lastProblem: str(text('最近的问题', 'Last problem'), {
      readOnly: true,
      max: 200,
      help: text(
        '收到而没有用上的上行：地磁未登记、没有选型号等',
        'An uplink that came and was of no use: the sensor is not entered, has no model, and so on',
      ),
    }),
    keyHash: secret(text('密钥', 'Key'), { readOnly: true, hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'networkName',
  unique: [['parkId', 'networkName']],
  list: ['networkName', 'parkId', 'networkKind', 'enabled', 'keyTime', 'lastHeardAt', 'lastProblem'],
});

export const lorawanKey = call({
  name: 'lorawanNetwork.key',
  title: text('生成密钥', 'Make a key'),
  area: 'road',
  method: 'POST',
  path: '/api/gatehouse/lorawanNetwork/key',
  permission: 'lorawanNetwork:key',
  answer: 'object',
  input: {
    networkId: relation(text('网络', 'Network'), (): Resource => lorawanNetwork, { required: true, alias: ['id'] }),
  },
  note: text(
    '{ networkName, path, header, key }。密钥只在本次应答中出现一次；原密钥立即失效。',
    '{ networkName, path, header, key }. The key appears in this answer only; the former one stops working at once.',
  ),
});

export const lorawanUplink = call({
  name: 'lorawanNetwork.uplink',
  title: text('LoRaWAN 上行', 'LoRaWAN uplink'),
  area: 'road',
  method: 'POST',
  path: '/api/gatehouse/lorawan/:networkId',
  permission: 'public',
  answer: 'object',
  input: { networkId: str(text('网络', 'Network'), { required: true, min: 36, max: 36 }) },
  note: text(
    '正文为网络服务器推送的原文，请求头 X-Gatehouse-Key 为该网络的密钥。答 { taken, why }：入账之后才应答，重复推送结果相同。每个网络每分钟 1200 条；密钥不对的，每个地址 15 分钟 20 次。',
    'The body is what the network server posts, the header X-Gatehouse-Key the key of the network. Answers { taken, why } after it is stored; the same again comes to the same. 1,200 a minute for each network; 20 wrong keys in 15 minutes for each address.',
  ),
});
