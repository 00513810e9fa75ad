import { integer, longText, secret, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { boards, families, trusts } from './families.ts';

/** For which cars that are let in a printer in their lane prints an entry ticket by itself. */
export const ticketRules = {
  none: text('不打印', 'None'),
  unread: text('仅未识别车牌的车', 'Cars whose plate was not read'),
  all: text('每辆车', 'Every car'),
};
export type TicketRule = keyof typeof ticketRules;

/** What a device of another maker has besides a device. */
export const boughtFields = {
  family: select(text('对接协议', 'Protocol'), families, {
    search: true,
    help: text(
      '其他厂商的设备选其协议，设备把消息发到“接入地址”；留空为本系统协议（MQTT）',
      "The protocol of another maker's device, which posts to its own address here; empty is our own (MQTT)",
    ),
  }),
  nativeId: str(text('机内编号', 'Own device ID'), {
    max: 64,
    help: text(
      '设备在消息中自称的编号；首条消息后自动填入，此后编号不同的消息不收',
      'What the device calls itself; filled by its first message, and messages of another are refused from then on',
    ),
  }),
  sourceNetworks: str(text('来源网段', 'Source networks'), {
    max: 200,
    help: text(
      '设备消息的来源地址或网段，逗号分隔，如 10.8.0.21, 10.8.1.0/24；不经 TLS 的设备必填，否则只显示不放行',
      'Addresses or networks its messages come from, separated by commas: 10.8.0.21, 10.8.1.0/24. Required without TLS; until then messages are only shown',
    ),
  }),
  channelNo: integer(text('通道', 'Channel'), { ordinal: true, min: 0, max: 64, default: 1 }),
  board: select(text('所接屏与语音', 'Board (RS485)'), boards, {
    help: text(
      '接在相机 RS485 上的显示屏与语音板；屏显与播报随应答发给相机转送',
      'A board for texts and voices on the RS485 of the camera; texts and announcements reach it through the camera',
    ),
  }),
  mapping: longText(text('字段对应', 'Field mapping'), {
    max: 2_000,
    help: text(
      '仅通用 Webhook：每行“名称 = 路径”，如 plate = data.results[0].plate；留空为本系统的简单格式。在“接入”中试解析',
      'For the universal webhook: “name = path” on each line, as plate = data.results[0].plate; empty is the simple form of this system. Try it under “Connect”',
    ),
  }),
  loginName: str(text('设备登录名', 'Device login'), { max: 60 }),
  loginSecret: secret(text('设备登录密码', 'Device password'), { max: 120 }),
  passedAfterSec: integer(text('视为通过（秒）', 'Counts as passed after (s)'), {
    min: 0,
    max: 60,
    default: 8,
    help: text(
      '设备看不到车辆是否驶过时，开闸多少秒后视为已通过；0 为从不推定',
      'Where the device cannot see whether a car went through: so long after an opening it counts as passed; 0 never does',
    ),
  }),
  entryTickets: select(text('自动打印入场凭条', 'Prints entry tickets'), ticketRules, {
    default: 'none',
    when: { field: 'deviceType', is: ['printer'] },
    help: text(
      '所在入口车道放行车辆时自动打印，每次入场一张；内容按入场凭条模板，二维码为该车的缴费页，出口扫码器也认',
      'Printed by itself when the entry lane it stands in lets a car in, one ticket an entry, by the template of entry tickets. Its QR code is the car’s payment page, and the scanner at the exit takes it',
    ),
  }),
  trust: select(text('可信程度', 'Trust'), trusts, {
    readOnly: true,
    tones: { proven: 'ok', placed: 'info', claimed: 'warn' },
  }),
} as const;
